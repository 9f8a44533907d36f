/** Style sheets, icons and texts of the studio. */
@NullMarked
package dev.ocellus.resources;

import org.jspecify.annotations.NullMarked;
