package dev.ocellus.engine.eval;

/**
 * The twelve numbers of the COCO detection benchmark, each in 0…1, or −1 where no ground truth exists to measure it by.
 *
 * <p>AP is the mean over classes, the ten IoU thresholds .50:.05:.95 and 101 recall points; AR the mean of the recall
 * reached. Small is an area below 32², large above 96² square pixels.
 *
 * @param ap average precision over all thresholds
 * @param ap50 average precision at IoU .50
 * @param ap75 average precision at IoU .75
 * @param apSmall average precision of small objects
 * @param apMedium average precision of medium objects
 * @param apLarge average precision of large objects
 * @param arFirst average recall with the first limit of detections an image and class (1 by convention)
 * @param arSecond average recall with the second limit (10 by convention)
 * @param arThird average recall with the last limit (100 by convention)
 * @param arSmall average recall of small objects, last limit
 * @param arMedium average recall of medium objects, last limit
 * @param arLarge average recall of large objects, last limit
 */
public record CocoSummary(
        double ap,
        double ap50,
        double ap75,
        double apSmall,
        double apMedium,
        double apLarge,
        double arFirst,
        double arSecond,
        double arThird,
        double arSmall,
        double arMedium,
        double arLarge) {}
