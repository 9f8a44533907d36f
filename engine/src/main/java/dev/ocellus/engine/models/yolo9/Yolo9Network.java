package dev.ocellus.engine.models.yolo9;

import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.nn.Init;
import dev.ocellus.engine.nn.Layers;
import dev.ocellus.engine.ops.Activation;
import dev.ocellus.engine.ops.Axis;
import dev.ocellus.engine.ops.DetectionHead;
import dev.ocellus.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * The YOLOv9 detector without its auxiliary branch: backbone, neck and decoupled head (C.-Y. Wang et al.,
 * arXiv:2402.13616). Images [N, H, W, 3] in RGB, 0 to 1, with H and W multiples of 32, become raw predictions [N, A, 64 +
 * classes]: for each anchor of the strides 8, 16 and 32 four sides of 16 distance bins (left, top, right, bottom), then
 * the class logits. Raw predictions are float32 whatever the network computes in.
 */
public final class Yolo9Network {
    /** Constants of batch normalisation. */
    public static final Layers.Norm NORM = new Layers.Norm(1e-3f, 0.03f);

    private static final float BOX_BIAS = 1;
    private static final float CLASS_BIAS = -10;

    private Yolo9Network() {}

    /** Adds the network to the graph of {@code layers}; returns the raw predictions. */
    public static Value build(Layers layers, Value images, Yolo9Size size, int classWidth, int classes) {
        Layers backbone = layers.at("backbone");
        Value x = Yolo9Blocks.conv(backbone.at("conv0"), images, size.stem()[0], 3, 2);
        x = Yolo9Blocks.conv(backbone.at("conv1"), x, size.stem()[1], 3, 2);
        x = size.plainFirst()
                ? Yolo9Blocks.elan(backbone.at("elan1"), x, size.first(), size.parts()[0])
                : Yolo9Blocks.repNcspElan(backbone.at("elan1"), x, size.first(), size.parts()[0], size.bottlenecks());
        List<Value> features = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            x = Yolo9Blocks.down(backbone.at("down" + (i + 2)), x, size.downs()[i], size.splitDown());
            x = Yolo9Blocks.repNcspElan(
                    backbone.at("elan" + (i + 2)), x, size.stages()[i], size.parts()[i + 1], size.bottlenecks());
            features.add(x);
        }
        int[] widths = size.pyramid();
        Value p5 = Yolo9Blocks.sppElan(backbone.at("spp"), x, widths[0]);
        List<Value> levels = neck(layers.at("neck"), features.get(0), features.get(1), p5, size);
        return head(layers.at("head"), levels, classWidth, classes);
    }

    private static List<Value> neck(Layers neck, Value p3, Value p4, Value p5, Yolo9Size size) {
        int[] widths = size.pyramid();
        int n = size.bottlenecks();
        Value joined = neck.concat(Axis.CHANNELS, neck.upsample(p5, 2), p4);
        Value n4 = Yolo9Blocks.repNcspElan(neck.at("elan_up1"), joined, widths[1], widths[1], n);
        joined = neck.concat(Axis.CHANNELS, neck.upsample(n4, 2), p3);
        Value out3 = Yolo9Blocks.repNcspElan(neck.at("elan_up2"), joined, widths[2], widths[2], n);
        Value down = Yolo9Blocks.down(neck.at("down1"), out3, widths[3], size.splitDown());
        joined = neck.concat(Axis.CHANNELS, down, n4);
        Value out4 = Yolo9Blocks.repNcspElan(neck.at("elan_down1"), joined, widths[4], widths[4], n);
        down = Yolo9Blocks.down(neck.at("down2"), out4, widths[5], size.splitDown());
        joined = neck.concat(Axis.CHANNELS, down, p5);
        Value out5 = Yolo9Blocks.repNcspElan(neck.at("elan_down2"), joined, widths[6], widths[6], n);
        return List.of(out3, out4, out5);
    }

    private static Value head(Layers head, List<Value> levels, int classWidth, int classes) {
        int boxWidth = Math.max(Math.ceilDiv(levels.get(0).shape().channels() / 4, 4) * 4, DetectionHead.BOX_CHANNELS);
        List<Value> rows = new ArrayList<>();
        for (int level = 0; level < levels.size(); level++) {
            Value x = levels.get(level);
            Layers box = head.at("anchor_convs").at(level);
            Value b = Yolo9Blocks.conv(box.at(0), x, boxWidth, 3, 1);
            b = box.at(1).convNorm(b, boxWidth, 3, 1, 4, Activation.SILU);
            b = box.at(2).conv(b, DetectionHead.BOX_CHANNELS, 1, 1, 4, new Init.Constant(BOX_BIAS));
            Layers cls = head.at("class_convs").at(level);
            Value c = Yolo9Blocks.conv(cls.at(0), x, classWidth, 3, 1);
            c = Yolo9Blocks.conv(cls.at(1), c, classWidth, 3, 1);
            c = cls.at(2).conv(c, classes, 1, 1, 1, new Init.Constant(CLASS_BIAS));
            Value joined = head.concat(Axis.CHANNELS, head.wide(b), head.wide(c));
            Shape shape = joined.shape();
            rows.add(head.reshape(joined, Shape.of(shape.images(), shape.pixels(), shape.channels())));
        }
        return head.concat(Axis.ROWS, rows);
    }
}
