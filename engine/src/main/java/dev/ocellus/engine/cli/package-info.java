/** The command line: commands, parser, help from the schema, and the only place that writes to the console. */
@NullMarked
package dev.ocellus.engine.cli;

import org.jspecify.annotations.NullMarked;
