/** The window: navigation, palette, key list, theme. */
@NullMarked
package dev.ocellus.app.shell;

import org.jspecify.annotations.NullMarked;
