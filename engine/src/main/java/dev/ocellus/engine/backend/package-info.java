/** What a device must offer to execute programs. Backends live in packages of their own. */
@NullMarked
package dev.ocellus.engine.backend;

import org.jspecify.annotations.NullMarked;
