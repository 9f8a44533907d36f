package dev.ocellus.engine.weights;

import dev.ocellus.engine.tensor.DType;

/**
 * The memory that tensors of a checkpoint are views of.
 *
 * @param elements its size as the checkpoint says; the entry has at least the bytes for it
 */
record TorchStorage(DType dtype, long elements, StoredZip.Entry entry) {}
