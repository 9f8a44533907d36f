// YOLOv9's assignment, loss, the loss's gradient, and decoding. Raw predictions are float32: for each anchor four distributions of 16
// bins, then the class logits. What concerns few anchors (boxes inside a target, positives) is in double precision.

enum { BINS = 16, BOX = 64, TOP = 10 };
#define MAX_DISTANCE 14.99
#define EPSILON 1e-7
#define PI 3.14159265358979323846

struct Level {
    int stride, rows, columns, first;
};

struct Head {
    Level level[3];
    int anchors;
    int classes;
};

struct Candidate {
    double overlap;
    double alignment;
    int anchor;
    int target;
};

__device__ __forceinline__ const float *rawRow(const Tensor &raw, int n, int a) {
    return (const float *)raw.data + n * raw.imageStride + (i64)a * raw.pixelStride;
}

__device__ __forceinline__ const float *targetRow(const Tensor &targets, int n, int t) {
    return (const float *)targets.data + n * targets.imageStride + (i64)t * targets.pixelStride;
}

__device__ __forceinline__ Level levelOf(const Head &head, int anchor) {
    return anchor >= head.level[2].first ? head.level[2] : anchor >= head.level[1].first ? head.level[1] : head.level[0];
}

// A predicted box as distances from an anchor's point, and a target's corners relative to it.
struct Boxes {
    double left, top, right, bottom;
    double x1, y1, x2, y2;
    double area, angle;

    __device__ void target(double width, double height) {
        area = width * height;
        angle = atan(width / (height + EPSILON));
    }

    __device__ double iou() const {
        double width = fmin(right, x2) - fmax(-left, x1);
        double height = fmin(bottom, y2) - fmax(-top, y1);
        if (width <= 0 || height <= 0) return 0;
        double intersection = width * height;
        return intersection / ((left + right) * (top + bottom) + area - intersection + EPSILON);
    }

    __device__ double diagonal() const {
        double width = fmax(right, x2) - fmin(-left, x1);
        double height = fmax(bottom, y2) - fmin(-top, y1);
        return width * width + height * height + EPSILON;
    }

    __device__ double gap() const { return atan((left + right) / (top + bottom + EPSILON)) - angle; }

    __device__ double complete(double plain) const {
        double g = gap();
        double aspect = 4 / (PI * PI) * g * g;
        double dx = (right - left - x1 - x2) / 2, dy = (bottom - top - y1 - y2) / 2;
        return plain - (dx * dx + dy * dy) / diagonal() - aspect / (aspect - plain + 1 + EPSILON) * aspect;
    }

    __device__ static double share(double lead) { return lead > 0 ? 1 : lead < 0 ? 0 : 0.5; }

    // Slope of the complete IoU over the distances left, top, right, bottom; the aspect term's factor is held.
    __device__ void slopes(double (&s)[4]) const {
        double width = fmin(right, x2) - fmax(-left, x1);
        double height = fmin(bottom, y2) - fmax(-top, y1);
        if (width <= 0 || height <= 0) width = height = 0;
        double both = width * height;
        double all = (left + right) * (top + bottom) + area - both + EPSILON;
        double perBoth = (all + both) / (all * all), perArea = both / (all * all);
        s[0] = height * perBoth * share(-left - x1) - (top + bottom) * perArea;
        s[2] = height * perBoth * share(x2 - right) - (top + bottom) * perArea;
        s[1] = width * perBoth * share(-top - y1) - (left + right) * perArea;
        s[3] = width * perBoth * share(y2 - bottom) - (left + right) * perArea;
        double d = diagonal();
        double dx = (right - left - x1 - x2) / 2, dy = (bottom - top - y1 - y2) / 2;
        double perExtent = 2 * (dx * dx + dy * dy) / (d * d);
        width = fmax(right, x2) - fmin(-left, x1);
        height = fmax(bottom, y2) - fmin(-top, y1);
        s[0] += dx / d + width * perExtent * share(x1 + left);
        s[2] += width * perExtent * share(right - x2) - dx / d;
        s[1] += dy / d + height * perExtent * share(y1 + top);
        s[3] += height * perExtent * share(bottom - y2) - dy / d;
        double g = gap(), plain = iou();
        double aspect = 4 / (PI * PI) * g * g;
        double padded = top + bottom + EPSILON;
        width = left + right;
        double perAngle = aspect / (aspect - plain + 1 + EPSILON) * 8 / (PI * PI) * g / (padded * padded + width * width);
        s[0] -= perAngle * padded;
        s[2] -= perAngle * padded;
        s[1] += perAngle * width;
        s[3] += perAngle * width;
    }
};

__device__ __forceinline__ float expectation(const float *logits) {
    float v[BINS];
    float highest = logits[0];
#pragma unroll
    for (int i = 0; i < BINS; i++) v[i] = logits[i];
#pragma unroll
    for (int i = 1; i < BINS; i++) highest = fmaxf(highest, v[i]);
    float sum = 0, moment = 0;
#pragma unroll
    for (int i = 0; i < BINS; i++) {
        float p = expf(v[i] - highest);
        sum += p;
        moment = fmaf(p, (float)i, moment);
    }
    return moment / sum;
}

// A thread for each side of each anchor: expected distances; nothing is assigned yet.
extern "C" __global__ void expect(Tensor raw, float *distances, int *assigned, float *weights) {
    i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    i64 anchor = i >> 2;
    if (anchor >= (i64)raw.images * raw.pixels) return;
    int n = (int)(anchor / raw.pixels), side = (int)(i & 3);
    distances[i] = expectation(rawRow(raw, n, (int)(anchor - (i64)n * raw.pixels)) + side * BINS);
    if (side == 0) {
        assigned[anchor] = -1;
        weights[anchor] = 0;
    }
}

struct Choice {
    double alignment[TOP];
    double overlap[TOP];
    int anchor[TOP];
    int count;
};

// Keeps an anchor if it is among the best of this thread; anchors come in ascending order, so of equals the earlier stays.
__device__ void consider(Choice &best, int most, const Tensor &raw, const float *distances, const Head &head, const Level &level,
                         const float *target, int n, int y, int x) {
    int a = level.first + y * level.columns + x;
    double px = (x + 0.5) * level.stride, py = (y + 0.5) * level.stride;
    Boxes b;
    b.target((double)target[3] - target[1], (double)target[4] - target[2]);
    b.x1 = target[1] - px;
    b.y1 = target[2] - py;
    b.x2 = target[3] - px;
    b.y2 = target[4] - py;
    float4 d = *(const float4 *)(distances + 4 * ((i64)n * head.anchors + a));
    b.left = (double)d.x * level.stride;
    b.top = (double)d.y * level.stride;
    b.right = (double)d.z * level.stride;
    b.bottom = (double)d.w * level.stride;
    double plain = b.iou();
    if (plain <= 0) return;
    double overlap = fmin(1.0, fmax(0.0, b.complete(plain)));
    int cls = min((int)target[0], head.classes - 1);
    double logit = rawRow(raw, n, a)[BOX + cls];
    double square = overlap * overlap;
    double alignment = square * square * square * sqrt(1 / (1 + exp(-logit)));
    if (!(alignment > 0)) return;
    int place = best.count;
    while (place > 0 && best.alignment[place - 1] < alignment) place--;
    if (place >= most) return;
    best.count = min(most, best.count + 1);
    for (int i = best.count - 1; i > place; i--) {
        best.alignment[i] = best.alignment[i - 1];
        best.overlap[i] = best.overlap[i - 1];
        best.anchor[i] = best.anchor[i - 1];
    }
    best.alignment[place] = alignment;
    best.overlap[place] = overlap;
    best.anchor[place] = a;
}

// The best of a block's threads, again and again, goes to the target's list. All threads call it; 128 threads.
__device__ int merge(Choice &best, int most, Candidate *list, int t) {
    __shared__ double topAlignment[128];
    __shared__ int topAnchor[128];
    __shared__ int topThread[128];
    int head = 0, found = 0;
    for (; found < most; found++) {
        bool has = head < best.count;
        topAlignment[threadIdx.x] = has ? best.alignment[head] : 0;
        topAnchor[threadIdx.x] = has ? best.anchor[head] : 0x7fffffff;
        topThread[threadIdx.x] = threadIdx.x;
        __syncthreads();
        for (int half = 64; half > 0; half >>= 1) {
            if (threadIdx.x < half) {
                double mine = topAlignment[threadIdx.x], other = topAlignment[threadIdx.x + half];
                if (other > mine || (other == mine && topAnchor[threadIdx.x + half] < topAnchor[threadIdx.x])) {
                    topAlignment[threadIdx.x] = other;
                    topAnchor[threadIdx.x] = topAnchor[threadIdx.x + half];
                    topThread[threadIdx.x] = topThread[threadIdx.x + half];
                }
            }
            __syncthreads();
        }
        bool any = topAlignment[0] > 0;
        if (any && topThread[0] == threadIdx.x) {
            list[found] = {best.overlap[head], best.alignment[head], best.anchor[head], t};
            head++;
        }
        __syncthreads();
        if (!any) break;
    }
    return found;
}

// A block for each target: its best anchors, TOP entries with anchor -1 where there are fewer.
extern "C" __global__ void choose(Tensor raw, Tensor targets, const float *distances, Head head, Candidate *candidates) {
    int n = blockIdx.y, t = blockIdx.x;
    const float *target = targetRow(targets, n, t);
    Candidate *list = candidates + ((i64)n * targets.pixels + t) * TOP;
    int found = 0;
    if (target[0] >= 0) {
        Choice best;
        best.count = 0;
        float x1 = target[1], y1 = target[2], x2 = target[3], y2 = target[4];
        for (int l = 0; l < 3; l++) {
            Level level = head.level[l];
            double stride = level.stride, reach = MAX_DISTANCE * stride;
            int y = max(0, (int)ceil(fmax((double)y1, y2 - reach) / stride - 0.5));
            int lastY = min(level.rows - 1, (int)floor(fmin((double)y2, y1 + reach) / stride - 0.5));
            int x = max(0, (int)ceil(fmax((double)x1, x2 - reach) / stride - 0.5));
            int lastX = min(level.columns - 1, (int)floor(fmin((double)x2, x1 + reach) / stride - 0.5));
            int width = lastX - x + 1, count = width > 0 && lastY >= y ? width * (lastY - y + 1) : 0;
            for (int i = threadIdx.x; i < count; i += blockDim.x)
                consider(best, TOP, raw, distances, head, level, target, n, y + i / width, x + i % width);
        }
        found = merge(best, TOP, list, t);
        if (found == 0) {
            best.count = 0;
            for (int a = threadIdx.x; a < head.anchors; a += blockDim.x) {
                Level level = levelOf(head, a);
                int cell = a - level.first;
                consider(best, 1, raw, distances, head, level, target, n, cell / level.columns, cell % level.columns);
            }
            found = merge(best, 1, list, t);
        }
    }
    for (int i = found + threadIdx.x; i < TOP; i += blockDim.x) list[i].anchor = -1;
}

// A block for each image: an anchor that several targets chose goes to the one it overlaps most, the earliest of equals; then weights.
extern "C" __global__ void resolve(Candidate *candidates, int targets, int anchors, int *assigned, float *weights, float *sums) {
    int n = blockIdx.x, count = targets * TOP;
    Candidate *list = candidates + (i64)n * count;
    extern __shared__ u8 wins[];
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        int anchor = list[i].anchor;
        bool win = anchor >= 0;
        if (win) {
            double overlap = list[i].overlap;
            int t = list[i].target;
            for (int j = 0; j < count && win; j++)
                if (list[j].anchor == anchor && j != i)
                    win = !(list[j].overlap > overlap || (list[j].overlap == overlap && list[j].target < t));
        }
        wins[i] = win;
    }
    __syncthreads();
    double sum = 0;
    int positives = 0;
    for (int t = threadIdx.x; t < targets; t += blockDim.x) {
        double mostAlignment = 0, mostOverlap = 0;
        for (int i = t * TOP; i < (t + 1) * TOP; i++)
            if (wins[i]) {
                mostAlignment = fmax(mostAlignment, list[i].alignment);
                mostOverlap = fmax(mostOverlap, list[i].overlap);
            }
        for (int i = t * TOP; i < (t + 1) * TOP; i++)
            if (wins[i]) {
                double weight = list[i].alignment / (mostAlignment + 1e-9) * mostOverlap;
                i64 at = (i64)n * anchors + list[i].anchor;
                assigned[at] = t;
                weights[at] = (float)weight;
                sum += weight;
                positives++;
            }
    }
    sum = blockSum(sum);
    positives = blockSum(positives);
    if (threadIdx.x == 0) {
        sums[2 * n] = (float)sum;
        sums[2 * n + 1] = (float)positives;
    }
}

__device__ __forceinline__ double normaliser(const float *sums, int images) {
    double sum = 0;
    for (int n = 0; n < images; n++) sum += sums[2 * n];
    return fmax(1.0, sum);
}

// Boxes of a positive anchor and its target in strides, and the distances that the distributions shall have.
__device__ __forceinline__ Boxes positive(const Head &head, const float *target, const float *distances, int n, int a,
                                          double (&wanted)[4]) {
    Level level = levelOf(head, a);
    int cell = a - level.first, line = cell / level.columns;
    double px = cell % level.columns + 0.5, py = line + 0.5, stride = level.stride;
    double x1 = target[1] / stride, y1 = target[2] / stride, x2 = target[3] / stride, y2 = target[4] / stride;
    Boxes b;
    b.target(x2 - x1, y2 - y1);
    b.x1 = x1 - px;
    b.y1 = y1 - py;
    b.x2 = x2 - px;
    b.y2 = y2 - py;
    const float *d = distances + 4 * ((i64)n * head.anchors + a);
    b.left = d[0];
    b.top = d[1];
    b.right = d[2];
    b.bottom = d[3];
    wanted[0] = fmin(MAX_DISTANCE, fmax(0.0, -b.x1));
    wanted[1] = fmin(MAX_DISTANCE, fmax(0.0, -b.y1));
    wanted[2] = fmin(MAX_DISTANCE, fmax(0.0, b.x2));
    wanted[3] = fmin(MAX_DISTANCE, fmax(0.0, b.y2));
    return b;
}

// Log of the sum of exponentials over the 16 lanes of half a warp.
__device__ __forceinline__ double logSumExp(double x) {
    double highest = x;
    for (int d = 8; d > 0; d >>= 1) highest = fmax(highest, __shfl_xor_sync(0xffffffffu, highest, d));
    double sum = exp(x - highest);
    for (int d = 8; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    return highest + log(sum);
}

// Warps take anchors in turn; the last block to finish adds the blocks' sums in their order.
extern "C" __global__ void loss(Tensor raw, Tensor targets, const float *distances, const int *assigned, const float *weights,
                                const float *sums, Head head, float boxGain, float classGain, float distributionGain,
                                double *partial, u32 *counter, float *total, float *parts) {
    int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, warps = (gridDim.x * blockDim.x) >> 5;
    int count = raw.images * raw.pixels;
    double box = 0, cls = 0, distribution = 0;
    for (int i = warp; i < count; i += warps) {
        int n = i / raw.pixels, a = i - n * raw.pixels;
        const float *row = rawRow(raw, n, a);
        float soft = 0;
        for (int c = lane; c < head.classes; c += 32) {
            float x = row[BOX + c];
            soft += fmaxf(x, 0.0f) + log1pf(expf(-fabsf(x)));
        }
        cls += soft;
        int t = assigned[i];
        if (t < 0) continue;
        double weight = weights[i], wanted[4];
        const float *target = targetRow(targets, n, t);
        Boxes b = positive(head, target, distances, n, a, wanted);
        if (lane == 0) {
            cls -= weight * row[BOX + min((int)target[0], head.classes - 1)];
            box += weight * (1 - b.complete(b.iou()));
        }
        double entropy = 0;
        for (int half = 0; half < 2; half++) {
            int side = 2 * half + (lane >> 4), bin = lane & 15;
            double x = row[side * BINS + bin];
            double all = logSumExp(x);
            int low = (int)wanted[side];
            double upper = wanted[side] - low;
            double share = bin == low ? 1 - upper : bin == low + 1 ? upper : 0;
            entropy += share * (all - x);
        }
        distribution += weight * entropy / 4;
    }
    box = blockSum(box);
    cls = blockSum(cls);
    distribution = blockSum(distribution);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = box;
        partial[gridDim.x + blockIdx.x] = cls;
        partial[2 * gridDim.x + blockIdx.x] = distribution;
    }
    if (!lastBlock(counter)) return;
    box = cls = distribution = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
        box += __ldcg(partial + i);
        cls += __ldcg(partial + gridDim.x + i);
        distribution += __ldcg(partial + 2 * gridDim.x + i);
    }
    box = blockSum(box);
    cls = blockSum(cls);
    distribution = blockSum(distribution);
    if (threadIdx.x != 0) return;
    double norm = normaliser(sums, raw.images), positives = 0;
    for (int n = 0; n < raw.images; n++) positives += sums[2 * n + 1];
    box *= boxGain / norm;
    cls *= classGain / norm;
    distribution *= distributionGain / norm;
    *total = (float)(box + cls + distribution);
    parts[0] = (float)box;
    parts[1] = (float)cls;
    parts[2] = (float)distribution;
    parts[3] = (float)(positives / raw.images);
}

// Warps take anchors in turn; every element of the gradient is written.
extern "C" __global__ void lossGradient(Tensor raw, Tensor targets, const float *distances, const int *assigned,
                                        const float *weights, const float *sums, Head head, float boxGain, float classGain,
                                        float distributionGain, const float *seed, Tensor dRaw) {
    int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, warps = (gridDim.x * blockDim.x) >> 5;
    int count = raw.images * raw.pixels;
    double scale = *seed / normaliser(sums, raw.images), perClass = scale * classGain;
    for (int i = warp; i < count; i += warps) {
        int n = i / raw.pixels, a = i - n * raw.pixels;
        const float *row = rawRow(raw, n, a);
        float *out = (float *)dRaw.data + n * dRaw.imageStride + (i64)a * dRaw.pixelStride;
        int t = assigned[i];
        const float *target = targetRow(targets, n, max(t, 0));
        double weight = t < 0 ? 0 : weights[i];
        int own = t < 0 ? -1 : min((int)target[0], head.classes - 1);
        for (int c = lane; c < head.classes; c += 32) {
            float g = sigmoid(row[BOX + c]) * (float)perClass;
            out[BOX + c] = c == own ? (float)(g - perClass * weight) : g;
        }
        if (t < 0) {
            out[lane] = 0;
            out[32 + lane] = 0;
            continue;
        }
        double wanted[4], slope[4];
        Boxes b = positive(head, target, distances, n, a, wanted);
        b.slopes(slope);
        double perIou = -scale * boxGain * weight, perEntropy = scale * distributionGain * weight;
        for (int half = 0; half < 2; half++) {
            int side = 2 * half + (lane >> 4), bin = lane & 15;
            double x = row[side * BINS + bin];
            double p = exp(x - logSumExp(x));
            double expected = p * bin;
            for (int d = 8; d > 0; d >>= 1) expected += __shfl_xor_sync(0xffffffffu, expected, d);
            int low = (int)wanted[side];
            double upper = wanted[side] - low;
            double share = bin == low ? 1 - upper : bin == low + 1 ? upper : 0;
            out[side * BINS + bin] = (float)(perIou * slope[side] * p * (bin - expected) + perEntropy / 4 * (p - share));
        }
    }
}

// A thread for each anchor: corners in pixels, then class probabilities, as [N, 4 + classes, A].
extern "C" __global__ void decode(Tensor raw, Head head, float *out) {
    int a = blockIdx.x * blockDim.x + threadIdx.x, n = blockIdx.y;
    if (a >= head.anchors) return;
    const float *row = rawRow(raw, n, a);
    Level level = levelOf(head, a);
    int cell = a - level.first, line = cell / level.columns;
    float px = (cell % level.columns + 0.5f) * level.stride, py = (line + 0.5f) * level.stride;
    float *column = out + (i64)n * (4 + head.classes) * head.anchors + a;
    column[0] = px - level.stride * expectation(row);
    column[head.anchors] = py - level.stride * expectation(row + BINS);
    column[2 * (i64)head.anchors] = px + level.stride * expectation(row + 2 * BINS);
    column[3 * (i64)head.anchors] = py + level.stride * expectation(row + 3 * BINS);
    for (int c = 0; c < head.classes; c++) column[(4 + c) * (i64)head.anchors] = sigmoid(row[BOX + c]);
}
