/** Building blocks that views share. */
@NullMarked
package dev.ocellus.app.controls;

import org.jspecify.annotations.NullMarked;
