package dev.ocellus.engine.run;

/** Options of examining datasets and the machine. */
public final class DoctorOptions {

    /** Whether the machine is described. */
    public static final Option<Boolean> MACHINE = Option.named("machine", new Flag(), false)
            .in(Group.COMPUTE, "Machine", "Describe system, processor, memory, Java and the devices that can be used.")
            .scopes(Scope.DOCTOR)
            .declare();

    private DoctorOptions() {}
}
