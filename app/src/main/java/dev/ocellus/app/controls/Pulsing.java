package dev.ocellus.app.controls;

/** A view that wants to be told, a few times a second while it is shown, to read what has come. */
public interface Pulsing {

    void pulse();
}
