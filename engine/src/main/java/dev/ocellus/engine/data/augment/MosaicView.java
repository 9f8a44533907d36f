package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.image.RgbImage;
import java.util.SplittableRandom;

/**
 * What the network's input shows of a mosaic canvas, which is twice as wide and high as the input: a random rotation,
 * enlargement, slant, tilt and shift. All of them turn about the middle of the canvas, so that the four pictures stay in
 * view.
 */
sealed interface MosaicView permits UprightView, WarpedView {

    /** The part of the canvas that can be seen; empty where the shift moves all of it out of sight. */
    Region visible();

    /**
     * Draws the input.
     *
     * @param canvas the {@link #visible} part of the canvas
     */
    void draw(RgbImage canvas, RgbImage input);

    /** Moves boxes from the canvas to the input; they may reach over its border. */
    void move(BoxList boxes);

    /** Draws a view by lot. */
    static MosaicView random(SplittableRandom random, AugmentSettings settings, int inputWidth, int inputHeight) {
        double angle = Math.toRadians(symmetric(random, settings.degrees()));
        double scale = uniform(random, settings.mosaicScaleMin(), settings.mosaicScaleMax());
        double slantX = Math.tan(Math.toRadians(symmetric(random, settings.shear())));
        double slantY = Math.tan(Math.toRadians(symmetric(random, settings.shear())));
        double dx = symmetric(random, settings.translate()) * inputWidth;
        double dy = symmetric(random, settings.translate()) * inputHeight;
        double tiltX = symmetric(random, settings.perspective());
        double tiltY = symmetric(random, settings.perspective());
        if (settings.upright()) {
            return UprightView.of(scale, dx, dy, inputWidth, inputHeight);
        }
        double cos = scale * Math.cos(angle);
        double sin = scale * Math.sin(angle);
        Homography turn = Homography.affine(cos, sin, 0, -sin, cos, 0);
        Homography slant = Homography.affine(1, slantY, 0, slantX, 1, 0);
        Homography map = Homography.translation(inputWidth / 2.0 + dx, inputHeight / 2.0 + dy)
                .after(slant)
                .after(turn)
                .after(WarpedView.tilt(tiltX, tiltY, inputWidth, inputHeight))
                .after(Homography.translation(-inputWidth, -inputHeight));
        return WarpedView.of(map, inputWidth, inputHeight);
    }

    private static double symmetric(SplittableRandom random, double limit) {
        return uniform(random, -limit, limit);
    }

    private static double uniform(SplittableRandom random, double low, double high) {
        return low + (high - low) * random.nextDouble();
    }
}
