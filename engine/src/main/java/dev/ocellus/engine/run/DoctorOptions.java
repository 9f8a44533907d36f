package dev.ocellus.engine.run;

/** Options of examining datasets and the machine. */
public final class DoctorOptions {

    /** Whether the machine is described. */
    public static final Option<Boolean> MACHINE = Option.named("machine", new Flag(), false)
            .in(Group.COMPUTE, "Machine", "Describe system, processor, memory, Java and the devices that can be used.")
            .scopes(Scope.DOCTOR)
            .declare();

    /** Whether images are decoded, not only their headers read. */
    public static final Option<Boolean> DECODE = Option.named("decode", new Flag(), true)
            .in(Group.DATA, "Decode", "Decode every image, to find the damage that headers do not show.")
            .scopes(Scope.DOCTOR)
            .applies(new Applies(
                    "with a dataset", config -> config.get(DataOptions.DATA).isPresent()))
            .declare();

    private DoctorOptions() {}
}
