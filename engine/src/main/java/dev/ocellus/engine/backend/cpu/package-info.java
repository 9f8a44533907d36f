/** Executes programs on the processor: kernels in Java over native memory, with the Vector API, on a fixed pool of threads. */
@NullMarked
package dev.ocellus.engine.backend.cpu;

import org.jspecify.annotations.NullMarked;
