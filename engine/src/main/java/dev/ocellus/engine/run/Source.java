package dev.ocellus.engine.run;

/** Where the value of an option comes from; a later one overrides an earlier one. */
public enum Source {
    /** The schema's own default for family and scope. */
    DEFAULT,
    /** The configuration of the run that is continued. */
    RESUMED,
    /** A configuration file. */
    FILE,
    /** The command line. */
    COMMAND_LINE,
    /** The window's form. */
    FORM
}
