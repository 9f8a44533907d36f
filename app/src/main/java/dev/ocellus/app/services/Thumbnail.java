package dev.ocellus.app.services;

/** A small picture: one int a pixel, {@code 0xFFRRGGBB}, row by row. */
public record Thumbnail(int width, int height, int[] pixels) {}
