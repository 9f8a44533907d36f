package dev.ocellus.engine.backend.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static jcuda.jcudnn.cudnnBackendAttributeType.CUDNN_TYPE_BACKEND_DESCRIPTOR;
import static jcuda.jcudnn.cudnnBackendAttributeType.CUDNN_TYPE_FLOAT;
import static jcuda.jcudnn.cudnnBackendAttributeType.CUDNN_TYPE_HANDLE;
import static jcuda.jcudnn.cudnnBackendAttributeType.CUDNN_TYPE_INT64;
import static jcuda.jcudnn.cudnnBackendAttributeType.CUDNN_TYPE_VOID_PTR;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** One of cuDNN's descriptors while it is filled in. Destroyed when closed. */
final class CudnnDescriptor implements AutoCloseable {
    private final Cudnn cudnn;
    private final MemorySegment address;

    CudnnDescriptor(Cudnn cudnn, int type) {
        this.cudnn = cudnn;
        address = cudnn.create(type);
    }

    /** Its address. */
    MemorySegment address() {
        return address;
    }

    CudnnDescriptor longs(int attribute, long... values) {
        try (Arena arena = Arena.ofConfined()) {
            return set(attribute, CUDNN_TYPE_INT64, values.length, arena.allocateFrom(JAVA_LONG, values));
        }
    }

    /** One value of an enumeration or a data type. */
    CudnnDescriptor constant(int attribute, int type, int value) {
        try (Arena arena = Arena.ofConfined()) {
            return set(attribute, type, 1, arena.allocateFrom(JAVA_INT, value));
        }
    }

    CudnnDescriptor number(int attribute, float value) {
        try (Arena arena = Arena.ofConfined()) {
            return set(attribute, CUDNN_TYPE_FLOAT, 1, arena.allocateFrom(JAVA_FLOAT, value));
        }
    }

    CudnnDescriptor descriptors(int attribute, MemorySegment... values) {
        return pointers(attribute, CUDNN_TYPE_BACKEND_DESCRIPTOR, values);
    }

    CudnnDescriptor handle(int attribute) {
        return pointers(attribute, CUDNN_TYPE_HANDLE, cudnn.handle());
    }

    CudnnDescriptor addresses(int attribute, long... values) {
        MemorySegment[] pointers = new MemorySegment[values.length];
        for (int i = 0; i < values.length; i++) {
            pointers[i] = MemorySegment.ofAddress(values[i]);
        }
        return pointers(attribute, CUDNN_TYPE_VOID_PTR, pointers);
    }

    private CudnnDescriptor pointers(int attribute, int type, MemorySegment... values) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment list = arena.allocate(ADDRESS, values.length);
            for (int i = 0; i < values.length; i++) {
                list.setAtIndex(ADDRESS, i, values[i]);
            }
            return set(attribute, type, values.length, list);
        }
    }

    private CudnnDescriptor set(int attribute, int type, long count, MemorySegment values) {
        Cudnn.check(cudnn.set(address, attribute, type, count, values), "set attribute " + attribute);
        return this;
    }

    /** A number that it tells. */
    long number(int attribute) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_LONG);
            Cudnn.check(
                    cudnn.get(address, attribute, CUDNN_TYPE_INT64, 1, arena.allocate(JAVA_LONG), value),
                    "tell attribute " + attribute);
            return value.get(JAVA_LONG, 0);
        }
    }

    /** A value of an enumeration that it tells. */
    int constant(int attribute, int type) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_INT);
            Cudnn.check(
                    cudnn.get(address, attribute, type, 1, arena.allocate(JAVA_LONG), value),
                    "tell attribute " + attribute);
            return value.get(JAVA_INT, 0);
        }
    }

    /** Values of an enumeration that it tells, as a set of bits. */
    int notes(int attribute, int type) {
        try (Arena arena = Arena.ofConfined()) {
            int most = 16;
            MemorySegment count = arena.allocate(JAVA_LONG);
            MemorySegment values = arena.allocate(JAVA_INT, most);
            Cudnn.check(cudnn.get(address, attribute, type, most, count, values), "tell attribute " + attribute);
            int bits = 0;
            for (int i = 0; i < Math.min(most, count.get(JAVA_LONG, 0)); i++) {
                bits |= 1 << values.getAtIndex(JAVA_INT, i);
            }
            return bits;
        }
    }

    /** Lets it tell other descriptors, made before; returns how many it filled in. */
    int fill(int attribute, MemorySegment... descriptors) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(JAVA_LONG);
            MemorySegment list = arena.allocate(ADDRESS, descriptors.length);
            for (int i = 0; i < descriptors.length; i++) {
                list.setAtIndex(ADDRESS, i, descriptors[i]);
            }
            Cudnn.check(
                    cudnn.get(address, attribute, CUDNN_TYPE_BACKEND_DESCRIPTOR, descriptors.length, count, list),
                    "tell attribute " + attribute);
            return (int) Math.min(descriptors.length, count.get(JAVA_LONG, 0));
        }
    }

    /** Ends filling in. */
    CudnnDescriptor finish() {
        Cudnn.check(cudnn.finalise(address), "accept a description");
        return this;
    }

    /** Ends filling in, where a refusal is an answer. */
    boolean accepted() {
        return cudnn.finalise(address) == Cudnn.SUCCESS;
    }

    @Override
    public void close() {
        cudnn.destroy(address);
    }
}
