/** What differs between operating systems. */
@NullMarked
package dev.ocellus.app.platform;

import org.jspecify.annotations.NullMarked;
