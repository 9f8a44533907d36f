package dev.ocellus.engine.weights;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tensor of a PyTorch checkpoint: a view of a storage in the file. Nothing of it is read before {@link #load}. For one
 * thread at a time.
 */
public final class TorchTensor {
    private static final int MOST_DIMENSIONS = 16;
    private static final String CURE = "Save it again with torch.save, each tensor after .contiguous().";

    private final TensorSpec spec;
    private final TorchStorage storage;
    private final long offset;
    private final long[] strides;

    private TorchTensor(TensorSpec spec, TorchStorage storage, long offset, long[] strides) {
        this.spec = spec;
        this.storage = storage;
        this.offset = offset;
        this.strides = strides;
    }

    /**
     * Checks that a view lies within its storage.
     *
     * @param offset first element in the storage
     * @param size dimensions, outermost first
     * @param stride distance in elements between neighbours along each dimension
     * @throws StudioException of kind MODEL if it does not
     */
    static TorchTensor of(
            Path file, TorchStorage storage, @Nullable Object offset, @Nullable Object size, @Nullable Object stride) {
        long first = number(file, offset);
        long[] dims = numbers(file, size);
        long[] strides = numbers(file, stride);
        if (dims.length != strides.length) {
            throw fault(file, dims.length + " dimensions and " + strides.length + " strides");
        }
        int[] checked = new int[dims.length];
        long elements = 1;
        long last = first;
        try {
            for (int i = 0; i < dims.length; i++) {
                checked[i] = Math.toIntExact(dims[i]);
                elements = Math.multiplyExact(elements, dims[i]);
                last = Math.addExact(last, Math.multiplyExact(Math.max(0, dims[i] - 1), strides[i]));
            }
        } catch (ArithmeticException e) {
            throw fault(file, "more elements than a number can count");
        }
        if (elements > 0 && last >= storage.elements()) {
            throw fault(file, "element " + last + " of a storage of " + storage.elements());
        }
        return new TorchTensor(new TensorSpec(Shape.of(checked), storage.dtype()), storage, first, strides);
    }

    private static long[] numbers(Path file, @Nullable Object list) {
        if (!(list instanceof List<?> values) || values.size() > MOST_DIMENSIONS) {
            throw fault(file, "no list of at most " + MOST_DIMENSIONS + " numbers as its size or stride");
        }
        return values.stream().mapToLong(value -> number(file, value)).toArray();
    }

    private static long number(Path file, @Nullable Object value) {
        if (value instanceof Long number && number >= 0) {
            return number;
        }
        throw fault(file, value + " where a size, stride or offset belongs");
    }

    private static StudioException fault(Path file, String what) {
        return BadFile.refuse(file, "holds a tensor with " + what, CURE);
    }

    /** Shape as in PyTorch (convolution weights are [O, I, H, W]) and element type. */
    public TensorSpec spec() {
        return spec;
    }

    /** Bytes that {@link #load} takes beyond the file: none where the elements lie in order. */
    long copiedBytes() {
        return contiguous() ? 0 : spec.bytes();
    }

    /**
     * The tensor's numbers: in the file's own memory where they lie there in order, else copied to the arena.
     *
     * @throws StudioException of kind MODEL if the storage is damaged
     */
    public HostTensor load(Arena arena) {
        MemorySegment from = storage.entry().content();
        int bytes = spec.dtype().bytes();
        if (contiguous()) {
            return new HostTensor(spec, from.asSlice(spec.bytes() == 0 ? 0 : offset * bytes, spec.bytes()));
        }
        HostTensor tensor = HostTensor.allocate(spec, arena);
        gather(from, offset, 0, tensor.data(), 0);
        return tensor;
    }

    /** Copies the part at {@code position} of the dimensions from {@code axis} on; returns where the next part goes. */
    private long gather(MemorySegment from, long position, int axis, MemorySegment to, long at) {
        int bytes = spec.dtype().bytes();
        if (axis == strides.length) {
            MemorySegment.copy(from, position * bytes, to, at, bytes);
            return at + bytes;
        }
        long next = at;
        for (int i = 0; i < spec.shape().dim(axis); i++) {
            next = gather(from, position + i * strides[axis], axis + 1, to, next);
        }
        return next;
    }

    private boolean contiguous() {
        long expected = 1;
        for (int axis = strides.length - 1; axis >= 0; axis--) {
            int dim = spec.shape().dim(axis);
            if (dim != 1 && strides[axis] != expected) {
                return spec.bytes() == 0;
            }
            expected *= dim;
        }
        return true;
    }

    /** For example {@code F32[16, 3, 3, 3]}. */
    @Override
    public String toString() {
        return spec.toString();
    }
}
