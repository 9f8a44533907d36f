/** Commands that keys, palette and buttons share. */
@NullMarked
package dev.ocellus.app.commands;

import org.jspecify.annotations.NullMarked;
