package dev.ocellus.engine.models.yolo9;

/**
 * Widths and depths of a YOLOv9 detector.
 *
 * @param name letter of the size
 * @param stem output channels of the two stem convolutions
 * @param first output channels of the first stage; a plain ELAN block in the small sizes, a RepNCSPELAN otherwise
 * @param stages output channels of the three further stages (strides 8, 16, 32)
 * @param parts inner channels of the RepNCSPELAN blocks of {first, stages…}
 * @param pyramid output channels in the pooling block and the neck: spp, up1, up2, down1, elan_down1, down2, elan_down2
 * @param bottlenecks bottlenecks in each RepNCSP
 * @param downs output channels of the downsampling blocks before the three further stages
 * @param splitDown whether ADown (two branches) takes the place of AConv
 */
public record Yolo9Size(
        String name,
        int[] stem,
        int first,
        int[] stages,
        int[] parts,
        int[] pyramid,
        int bottlenecks,
        int[] downs,
        boolean splitDown) {
    /** Tiny. */
    public static final Yolo9Size T = small("t", 1);
    /** Small. */
    public static final Yolo9Size S = small("s", 2);
    /** Medium. */
    public static final Yolo9Size M = new Yolo9Size(
            "m",
            new int[] {32, 64},
            128,
            new int[] {240, 360, 480},
            new int[] {128, 240, 360, 480},
            new int[] {480, 360, 240, 184, 360, 240, 480},
            1,
            new int[] {240, 360, 480},
            false);
    /** Compact. */
    public static final Yolo9Size C = new Yolo9Size(
            "c",
            new int[] {64, 128},
            256,
            new int[] {512, 512, 512},
            new int[] {128, 256, 512, 512},
            new int[] {512, 512, 256, 256, 512, 512, 512},
            1,
            new int[] {256, 512, 512},
            true);

    private static Yolo9Size small(String name, int width) {
        return new Yolo9Size(
                name,
                new int[] {16 * width, 32 * width},
                32 * width,
                new int[] {64 * width, 96 * width, 128 * width},
                new int[] {32 * width, 64 * width, 96 * width, 128 * width},
                new int[] {128 * width, 96 * width, 64 * width, 48 * width, 96 * width, 64 * width, 128 * width},
                3,
                new int[] {64 * width, 96 * width, 128 * width},
                false);
    }

    /** Whether the first stage is a plain ELAN block. */
    public boolean plainFirst() {
        return bottlenecks == 3;
    }

    /** Hidden channels of the class towers: wide enough for the classes, never narrower than the finest level. */
    public int classWidth(int classes) {
        return Math.max(pyramid[2], Math.min(classes, 128));
    }

    /** The size of the given letter, null if there is none. */
    public static @org.jspecify.annotations.Nullable Yolo9Size of(String name) {
        return switch (name) {
            case "t" -> T;
            case "s" -> S;
            case "m" -> M;
            case "c" -> C;
            default -> null;
        };
    }
}
