/** What a family of models must bring: network, loss, names, defaults. */
@NullMarked
package dev.ocellus.engine.models;

import org.jspecify.annotations.NullMarked;
