package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.run.AugmentationOptions;
import dev.ocellus.engine.run.NumberPair;
import dev.ocellus.engine.run.RunConfig;

/**
 * Strengths of the random changes of training samples, named as the field names them. Immutable.
 *
 * @param mosaicProb probability that a sample is a mosaic of four pictures
 * @param mixupProb probability that a mosaic is blended with a plain sample
 * @param hsvProb probability that colours are shifted
 * @param flipProb probability that left and right are mirrored
 * @param flipudProb probability that top and bottom are mirrored
 * @param degrees largest rotation of a mosaic either way, in degrees
 * @param translate largest shift of a mosaic, as a share of the input's side
 * @param mosaicScaleMin least enlargement of a mosaic
 * @param mosaicScaleMax greatest enlargement of a mosaic
 * @param shear largest slant of a mosaic either way, in degrees
 * @param perspective largest tilt of a mosaic, the change of the viewing distance for each pixel
 */
public record AugmentSettings(
        double mosaicProb,
        double mixupProb,
        double hsvProb,
        double flipProb,
        double flipudProb,
        double degrees,
        double translate,
        double mosaicScaleMin,
        double mosaicScaleMax,
        double shear,
        double perspective) {

    /** No change at all. */
    public static final AugmentSettings NONE = new AugmentSettings(0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0);

    /** Refuses a range of scales that is empty or not positive. */
    public AugmentSettings {
        if (!(mosaicScaleMin > 0 && mosaicScaleMin <= mosaicScaleMax)) {
            throw new IllegalArgumentException("no range of scales: " + mosaicScaleMin + " to " + mosaicScaleMax);
        }
    }

    /** The settings of a configuration. */
    public static AugmentSettings of(RunConfig config) {
        NumberPair scale = config.get(AugmentationOptions.MOSAIC_SCALE);
        return new AugmentSettings(
                config.get(AugmentationOptions.MOSAIC_PROB),
                config.get(AugmentationOptions.MIXUP_PROB),
                config.get(AugmentationOptions.HSV_PROB),
                config.get(AugmentationOptions.FLIP_PROB),
                config.get(AugmentationOptions.FLIPUD),
                config.get(AugmentationOptions.DEGREES),
                config.get(AugmentationOptions.TRANSLATE),
                scale.first(),
                scale.second(),
                config.get(AugmentationOptions.SHEAR),
                config.get(AugmentationOptions.PERSPECTIVE));
    }

    /** The same without mosaic, and so without all that is done to mosaics only: what the last epochs use. */
    public AugmentSettings withoutMosaic() {
        return new AugmentSettings(
                0,
                0,
                hsvProb,
                flipProb,
                flipudProb,
                degrees,
                translate,
                mosaicScaleMin,
                mosaicScaleMax,
                shear,
                perspective);
    }

    /** Whether a mosaic is only enlarged and shifted, its sides staying upright. */
    boolean upright() {
        return degrees == 0 && shear == 0 && perspective == 0;
    }

    /** Most pictures that one sample can show. */
    public int picturesPerSample() {
        return mosaicProb > 0 ? Mosaic.TILES + (mixupProb > 0 ? 1 : 0) : 1;
    }
}
