/** Where the time of a step goes. */
@NullMarked
package dev.ocellus.engine.profile;

import org.jspecify.annotations.NullMarked;
