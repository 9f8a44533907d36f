package dev.ocellus.engine.backend.cuda;

import static jcuda.jcudnn.cudnnBackendAttributeName.CUDNN_ATTR_ENGINECFG_ENGINE;
import static jcuda.jcudnn.cudnnBackendAttributeName.CUDNN_ATTR_ENGINECFG_KNOB_CHOICES;
import static jcuda.jcudnn.cudnnBackendAttributeName.CUDNN_ATTR_ENGINE_GLOBAL_INDEX;
import static jcuda.jcudnn.cudnnBackendAttributeName.CUDNN_ATTR_ENGINE_OPERATION_GRAPH;
import static jcuda.jcudnn.cudnnBackendAttributeName.CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE;
import static jcuda.jcudnn.cudnnBackendAttributeName.CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE;
import static jcuda.jcudnn.cudnnBackendAttributeType.CUDNN_TYPE_KNOB_TYPE;
import static jcuda.jcudnn.cudnnBackendDescriptorType.CUDNN_BACKEND_ENGINECFG_DESCRIPTOR;
import static jcuda.jcudnn.cudnnBackendDescriptorType.CUDNN_BACKEND_ENGINE_DESCRIPTOR;
import static jcuda.jcudnn.cudnnBackendDescriptorType.CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What is remembered of a convolution's fastest kernel: the engine of cuDNN and its knobs, from which a plan is made without a search, or
 * that a kernel of this package was faster. Immutable.
 *
 * @param engine cuDNN's number of the engine, or −1 for a kernel of this package
 */
record PlanChoice(long engine, List<Knob> knobs) {
    /** A kernel of this package. */
    static final PlanChoice OWN = new PlanChoice(-1, List.of());

    private static final int MOST_KNOBS = 64;

    /** A setting of an engine, by cuDNN's numbers. */
    record Knob(int type, long value) {}

    PlanChoice {
        knobs = List.copyOf(knobs);
    }

    /** Reads what a configuration consists of. */
    static PlanChoice of(Cudnn cudnn, CudnnDescriptor configuration) {
        List<CudnnDescriptor> read = new ArrayList<>();
        try {
            CudnnDescriptor engine = new CudnnDescriptor(cudnn, CUDNN_BACKEND_ENGINE_DESCRIPTOR);
            read.add(engine);
            configuration.fill(CUDNN_ATTR_ENGINECFG_ENGINE, engine.address());
            MemorySegment[] addresses = new MemorySegment[MOST_KNOBS];
            for (int i = 0; i < MOST_KNOBS; i++) {
                read.add(new CudnnDescriptor(cudnn, CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR));
                addresses[i] = read.getLast().address();
            }
            int count = configuration.fill(CUDNN_ATTR_ENGINECFG_KNOB_CHOICES, addresses);
            List<Knob> knobs = new ArrayList<>();
            for (CudnnDescriptor knob : read.subList(1, 1 + count)) {
                knobs.add(new Knob(
                        knob.constant(CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, CUDNN_TYPE_KNOB_TYPE),
                        knob.number(CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE)));
            }
            return new PlanChoice(engine.number(CUDNN_ATTR_ENGINE_GLOBAL_INDEX), knobs);
        } finally {
            read.forEach(CudnnDescriptor::close);
        }
    }

    /**
     * Makes the configuration again.
     *
     * @param graph the operation
     * @param maker makes descriptors that live as long as the configuration
     * @throws dev.ocellus.engine.StudioException if cuDNN does not accept it
     */
    CudnnDescriptor configuration(CudnnDescriptor graph, IntFunction<CudnnDescriptor> maker) {
        CudnnDescriptor made = maker.apply(CUDNN_BACKEND_ENGINE_DESCRIPTOR)
                .descriptors(CUDNN_ATTR_ENGINE_OPERATION_GRAPH, graph.address())
                .longs(CUDNN_ATTR_ENGINE_GLOBAL_INDEX, engine)
                .finish();
        CudnnDescriptor configuration = maker.apply(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR)
                .descriptors(CUDNN_ATTR_ENGINECFG_ENGINE, made.address());
        if (!knobs.isEmpty()) {
            MemorySegment[] addresses = new MemorySegment[knobs.size()];
            for (int i = 0; i < addresses.length; i++) {
                addresses[i] = maker.apply(CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR)
                        .constant(
                                CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE,
                                CUDNN_TYPE_KNOB_TYPE,
                                knobs.get(i).type())
                        .longs(CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, knobs.get(i).value())
                        .finish()
                        .address();
            }
            configuration.descriptors(CUDNN_ATTR_ENGINECFG_KNOB_CHOICES, addresses);
        }
        return configuration.finish();
    }

    /** For {@link #read}. */
    byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * (1 + 2 * knobs.size()));
        bytes.putLong(engine);
        for (Knob knob : knobs) {
            bytes.putLong(knob.type()).putLong(knob.value());
        }
        return bytes.array();
    }

    /** The opposite of {@link #bytes}. */
    static PlanChoice read(byte[] entry) {
        ByteBuffer bytes = ByteBuffer.wrap(entry);
        long engine = bytes.getLong();
        List<Knob> knobs = new ArrayList<>();
        while (bytes.remaining() >= 2 * Long.BYTES) {
            knobs.add(new Knob((int) bytes.getLong(), bytes.getLong()));
        }
        return new PlanChoice(engine, knobs);
    }
}
