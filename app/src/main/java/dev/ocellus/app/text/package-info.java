/** Texts and numbers in the language of the person. */
@NullMarked
package dev.ocellus.app.text;

import org.jspecify.annotations.NullMarked;
