// Pooling and enlargement. One thread for each vector of channels of a result's pixel; gradients gather, so that nothing is added
// by two threads.

struct Window {
    int inHeight, inWidth, outHeight, outWidth, kernel, stride, padding;
};

struct Spot {
    int n, y, x, c;
};

__device__ __forceinline__ bool spot(const Tensor &t, int width, Spot &s) {
    int vectors = t.channels / VEC;
    i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    s.c = (int)(i % vectors) * VEC;
    i /= vectors;
    s.x = (int)(i % width);
    i /= width;
    int height = t.pixels / width;
    s.y = (int)(i % height);
    s.n = (int)(i / height);
    return s.n < t.images;
}

extern "C" __global__ void maxPool(Tensor x, Tensor y, Tensor winners, Window w) {
    Spot s;
    if (!spot(y, w.outWidth, s)) return;
    int top = s.y * w.stride - w.padding, left = s.x * w.stride - w.padding;
    int first = max(0, -top) * w.kernel + max(0, -left);
    float best[VEC];
    int winner[VEC];
#pragma unroll
    for (int i = 0; i < VEC; i++) {
        best[i] = -__int_as_float(0x7f800000);
        winner[i] = first;
    }
    for (int r = max(0, -top); r < min(w.kernel, w.inHeight - top); r++)
        for (int q = max(0, -left); q < min(w.kernel, w.inWidth - left); q++) {
            Floats f = load(row(x, s.n, (top + r) * w.inWidth + left + q) + s.c);
#pragma unroll
            for (int i = 0; i < VEC; i++)
                if (!(f.v[i] <= best[i]) && best[i] == best[i]) {
                    best[i] = f.v[i];
                    winner[i] = r * w.kernel + q;
                }
        }
    Floats out;
    u8 *to = winners.data + s.n * winners.imageStride + (i64)(s.y * w.outWidth + s.x) * winners.pixelStride + s.c;
#pragma unroll
    for (int i = 0; i < VEC; i++) {
        out.v[i] = best[i];
        to[i] = (u8)winner[i];
    }
    store(row(y, s.n, s.y * w.outWidth + s.x) + s.c, out);
}

// Windows along an axis that cover a position.
__device__ __forceinline__ int firstWindow(int i, const Window &w) {
    return max(0, (i + w.padding - w.kernel + w.stride) / w.stride - (i + w.padding - w.kernel + w.stride < 0 ? 1 : 0));
}

__device__ __forceinline__ int lastWindow(int i, int extent, const Window &w) {
    return min(extent - 1, (i + w.padding) / w.stride);
}

template <bool MAXIMUM>
__device__ __forceinline__ void poolGradient(Tensor dy, Tensor winners, Tensor dx, Window w, int accumulate) {
    Spot s;
    if (!spot(dx, w.inWidth, s)) return;
    Floats sum;
#pragma unroll
    for (int i = 0; i < VEC; i++) sum.v[i] = 0;
    for (int oy = firstWindow(s.y, w); oy <= lastWindow(s.y, w.outHeight, w); oy++)
        for (int ox = firstWindow(s.x, w); ox <= lastWindow(s.x, w.outWidth, w); ox++) {
            int p = oy * w.outWidth + ox;
            Floats g = load(row(dy, s.n, p) + s.c);
            if (MAXIMUM) {
                int mine = (s.y - oy * w.stride + w.padding) * w.kernel + s.x - ox * w.stride + w.padding;
                const u8 *who = winners.data + s.n * winners.imageStride + (i64)p * winners.pixelStride + s.c;
#pragma unroll
                for (int i = 0; i < VEC; i++)
                    if (who[i] == mine) sum.v[i] += g.v[i];
            } else {
#pragma unroll
                for (int i = 0; i < VEC; i++) sum.v[i] += g.v[i];
            }
        }
    io_t *to = row(dx, s.n, s.y * w.inWidth + s.x) + s.c;
    float scale = MAXIMUM ? 1.0f : 1.0f / (w.kernel * w.kernel);
    Floats before;
    if (accumulate) before = load(to);
#pragma unroll
    for (int i = 0; i < VEC; i++) sum.v[i] = sum.v[i] * scale + (accumulate ? before.v[i] : 0.0f);
    store(to, sum);
}

extern "C" __global__ void maxPoolGradient(Tensor dy, Tensor winners, Tensor dx, Window w, int accumulate) {
    poolGradient<true>(dy, winners, dx, w, accumulate);
}

extern "C" __global__ void averagePoolGradient(Tensor dy, Tensor dx, Window w, int accumulate) {
    poolGradient<false>(dy, dy, dx, w, accumulate);
}

extern "C" __global__ void averagePool(Tensor x, Tensor y, Window w) {
    Spot s;
    if (!spot(y, w.outWidth, s)) return;
    int top = s.y * w.stride - w.padding, left = s.x * w.stride - w.padding;
    Floats sum;
#pragma unroll
    for (int i = 0; i < VEC; i++) sum.v[i] = 0;
    for (int r = max(0, -top); r < min(w.kernel, w.inHeight - top); r++)
        for (int q = max(0, -left); q < min(w.kernel, w.inWidth - left); q++) {
            Floats f = load(row(x, s.n, (top + r) * w.inWidth + left + q) + s.c);
#pragma unroll
            for (int i = 0; i < VEC; i++) sum.v[i] += f.v[i];
        }
    float scale = 1.0f / (w.kernel * w.kernel);
#pragma unroll
    for (int i = 0; i < VEC; i++) sum.v[i] *= scale;
    store(row(y, s.n, s.y * w.outWidth + s.x) + s.c, sum);
}

extern "C" __global__ void upsample(Tensor x, Tensor y, int factor, int inWidth) {
    Spot s;
    if (!spot(y, inWidth * factor, s)) return;
    *(Pack *)(row(y, s.n, s.y * inWidth * factor + s.x) + s.c) =
        *(const Pack *)(row(x, s.n, s.y / factor * inWidth + s.x / factor) + s.c);
}

extern "C" __global__ void upsampleGradient(Tensor dy, Tensor dx, int factor, int inWidth, int accumulate) {
    Spot s;
    if (!spot(dx, inWidth, s)) return;
    Floats sum;
#pragma unroll
    for (int i = 0; i < VEC; i++) sum.v[i] = 0;
    for (int r = 0; r < factor; r++)
        for (int q = 0; q < factor; q++) {
            Floats g = load(row(dy, s.n, (s.y * factor + r) * inWidth * factor + s.x * factor + q) + s.c);
#pragma unroll
            for (int i = 0; i < VEC; i++) sum.v[i] += g.v[i];
        }
    io_t *to = row(dx, s.n, s.y * inWidth + s.x) + s.c;
    if (accumulate) {
        Floats before = load(to);
#pragma unroll
        for (int i = 0; i < VEC; i++) sum.v[i] += before.v[i];
    }
    store(to, sum);
}

// Where result i of an interpolation along an axis lies: below it source first, above it the next one, at a distance of part. Exact.
struct Between {
    int first;
    float part;
};

__device__ __forceinline__ Between between(int i, int size, int results) {
    i64 at = max((i64)0, (2 * (i64)i + 1) * size - results);
    i64 whole = at / (2 * results);
    return {(int)whole, (float)(at - whole * 2 * results) / (2 * results)};
}

// Weight of a source in result i.
__device__ __forceinline__ float share(int i, int source, int size, int results) {
    Between b = between(i, size, results);
    return (b.first == source ? 1 - b.part : 0) + (min(b.first + 1, size - 1) == source ? b.part : 0);
}

// Bilinear interpolation of bytes or float32; VEC is 1.
extern "C" __global__ void resize(Tensor x, Tensor y, int inWidth, int outWidth, float scale, int bytes) {
    Spot s;
    if (!spot(y, outWidth, s)) return;
    int inHeight = x.pixels / inWidth;
    Between down = between(s.y, inHeight, y.pixels / outWidth), right = between(s.x, inWidth, outWidth);
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        int p = min(down.first + k / 2, inHeight - 1) * inWidth + min(right.first + k % 2, inWidth - 1);
        float weight = (k / 2 ? down.part : 1 - down.part) * (k % 2 ? right.part : 1 - right.part);
        float value = bytes ? (float)x.data[s.n * x.imageStride + (i64)p * x.pixelStride + s.c]
                            : widen(row(x, s.n, p)[s.c]);
        sum += weight * value;
    }
    row(y, s.n, s.y * outWidth + s.x)[s.c] = narrow(sum * scale);
}

// First and last result that an interpolation along an axis may take from a source.
__device__ __forceinline__ int firstResult(int source, int size, int results) {
    return max(0, (int)floorf((source - 0.5f) * results / size - 0.5f));
}

__device__ __forceinline__ int lastResult(int source, int size, int results) {
    return min(results - 1, (int)ceilf((source + 1.5f) * results / size - 0.5f));
}

extern "C" __global__ void resizeGradient(Tensor dy, Tensor dx, int outWidth, int inWidth, float scale, int accumulate) {
    Spot s;
    if (!spot(dx, inWidth, s)) return;
    int inHeight = dx.pixels / inWidth, outHeight = dy.pixels / outWidth;
    float sum = 0;
    for (int r = firstResult(s.y, inHeight, outHeight); r <= lastResult(s.y, inHeight, outHeight); r++) {
        float down = share(r, s.y, inHeight, outHeight);
        for (int q = firstResult(s.x, inWidth, outWidth); q <= lastResult(s.x, inWidth, outWidth); q++)
            sum += down * share(q, s.x, inWidth, outWidth) * widen(row(dy, s.n, r * outWidth + q)[s.c]);
    }
    io_t *to = row(dx, s.n, s.y * inWidth + s.x) + s.c;
    *to = narrow(sum * scale + (accumulate ? widen(*to) : 0.0f));
}

// Mean over the pixels of an image: a block for each image and 32 channels, VEC is 1.
extern "C" __global__ void globalPool(Tensor x, Tensor y) {
    int c = blockIdx.y * 32 + threadIdx.x;
    __shared__ double parts[8][32];
    double sum = 0;
    if (c < x.channels)
        for (int p = threadIdx.y; p < x.pixels; p += 8) sum += widen(row(x, blockIdx.x, p)[c]);
    parts[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y != 0 || c >= x.channels) return;
    for (int i = 1; i < 8; i++) sum += parts[i][threadIdx.x];
    row(y, blockIdx.x, 0)[c] = narrow((float)(sum / x.pixels));
}

extern "C" __global__ void globalPoolGradient(Tensor dy, Tensor dx, int accumulate) {
    Spot s;
    if (!spot(dx, dx.pixels, s)) return;
    Floats g = load(row(dy, s.n, 0) + s.c);
    io_t *to = row(dx, s.n, s.x) + s.c;
    Floats before;
    if (accumulate) before = load(to);
#pragma unroll
    for (int i = 0; i < VEC; i++) g.v[i] = g.v[i] / dx.pixels + (accumulate ? before.v[i] : 0.0f);
    store(to, g);
}
