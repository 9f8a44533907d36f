package dev.ocellus.app.commands;

import javafx.scene.input.KeyCombination;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.Ikon;

/**
 * Something the person can do from anywhere: it appears in the palette, in the list of keys and under its keys.
 *
 * @param textKey bundle key of its name
 * @param keys its keys, or null
 */
public record Command(String textKey, Ikon icon, @Nullable KeyCombination keys, Runnable action) {}
