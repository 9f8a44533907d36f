package dev.ocellus.app.text;

/** Words of the engine, in English, as a value of a {@link Message}. */
public record Said(String words) {}
