/** YOLOv9 for detection, sizes t, s, m and c. */
@NullMarked
package dev.ocellus.engine.models.yolo9;

import org.jspecify.annotations.NullMarked;
