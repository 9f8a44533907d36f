// What surrounds cuDNN's convolutions, and plain convolutions for what cuDNN has no plan for: simple rather than fast.

struct Geometry {
    int batch, inHeight, inWidth, inChannels, outHeight, outWidth, outChannels, kernel, stride, padding, groups;
};

extern "C" __global__ void addBias(Tensor y, const float *bias) {
    int vectors = y.channels / VEC;
    i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    i64 r = i / vectors;
    int c = (int)(i - r * vectors) * VEC;
    if (r >= (i64)y.images * y.pixels) return;
    io_t *at = row(y, r) + c;
    Floats f = load(at);
#pragma unroll
    for (int k = 0; k < VEC; k++) f.v[k] += bias[c + k];
    store(at, f);
}

// Sum of each channel over all pixels, blocks as in batch normalisation.
extern "C" __global__ void __launch_bounds__(THREADS) biasGradient(Tensor dy, float *dBias, float *partial, u32 *counters,
                                                                   int rowsPerBlock, int accumulate) {
    int width = pairWidth(), c = (blockIdx.y * blockDim.x + threadIdx.x) * VEC;
    i64 first = (i64)blockIdx.x * rowsPerBlock;
    i64 end = min(first + rowsPerBlock, (i64)dy.images * dy.pixels);
    float sums[1][VEC] = {};
    if (c < dy.channels) {
#pragma unroll 4
        for (i64 r = first + threadIdx.y; r < end; r += blockDim.y) {
            Floats f = load(row(dy, r) + c);
#pragma unroll
            for (int i = 0; i < VEC; i++) sums[0][i] += f.v[i];
        }
    }
    addRows(sums, [&](int p, float sum) {
        int at = blockIdx.y * width + p;
        if (at < dy.channels) partial[(i64)blockIdx.x * dy.channels + at] = sum;
    });
    if (!lastBlock(counters + blockIdx.y)) return;
    const double *total = addBlocks<1>(partial, dy.channels);
    int thread = threadIdx.y * blockDim.x + threadIdx.x, at = blockIdx.y * width + thread;
    if (thread < width && at < dy.channels) dBias[at] = (float)(total[thread] + (accumulate ? dBias[at] : 0.0f));
}

extern "C" __global__ void forward(Tensor x, const io_t *w, Tensor y, Geometry g, int accumulate) {
    i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    int o = (int)(i % g.outChannels);
    i /= g.outChannels;
    int ox = (int)(i % g.outWidth);
    i /= g.outWidth;
    int oy = (int)(i % g.outHeight), n = (int)(i / g.outHeight);
    if (n >= g.batch) return;
    int own = g.inChannels / g.groups, base = o / (g.outChannels / g.groups) * own;
    double sum = 0;
    for (int r = 0; r < g.kernel; r++)
        for (int s = 0; s < g.kernel; s++) {
            int iy = oy * g.stride - g.padding + r, ix = ox * g.stride - g.padding + s;
            if (iy < 0 || iy >= g.inHeight || ix < 0 || ix >= g.inWidth) continue;
            const io_t *from = row(x, n, iy * g.inWidth + ix) + base;
            const io_t *weight = w + (((i64)o * g.kernel + r) * g.kernel + s) * own;
            for (int c = 0; c < own; c++) sum += (double)widen(from[c]) * widen(weight[c]);
        }
    io_t *to = row(y, n, oy * g.outWidth + ox) + o;
    *to = narrow((float)(sum + (accumulate ? widen(*to) : 0.0f)));
}

extern "C" __global__ void inputGradient(Tensor dy, const io_t *w, Tensor dx, Geometry g, int accumulate) {
    i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    int c = (int)(i % g.inChannels);
    i /= g.inChannels;
    int ix = (int)(i % g.inWidth);
    i /= g.inWidth;
    int iy = (int)(i % g.inHeight), n = (int)(i / g.inHeight);
    if (n >= g.batch) return;
    int own = g.inChannels / g.groups, outs = g.outChannels / g.groups, group = c / own;
    double sum = 0;
    for (int r = 0; r < g.kernel; r++)
        for (int s = 0; s < g.kernel; s++) {
            int y = iy + g.padding - r, x = ix + g.padding - s;
            if (y < 0 || x < 0 || y % g.stride || x % g.stride || y / g.stride >= g.outHeight || x / g.stride >= g.outWidth) continue;
            const io_t *from = row(dy, n, y / g.stride * g.outWidth + x / g.stride);
            for (int o = group * outs; o < (group + 1) * outs; o++)
                sum += (double)widen(from[o]) * widen(w[(((i64)o * g.kernel + r) * g.kernel + s) * own + c - group * own]);
        }
    io_t *to = row(dx, n, iy * g.inWidth + ix) + c;
    *to = narrow((float)(sum + (accumulate ? widen(*to) : 0.0f)));
}

// A block for each weight.
extern "C" __global__ void weightGradient(Tensor x, Tensor dy, io_t *dw, Geometry g, int accumulate) {
    int own = g.inChannels / g.groups;
    i64 i = blockIdx.x;
    int c = (int)(i % own);
    i /= own;
    int s = (int)(i % g.kernel);
    i /= g.kernel;
    int r = (int)(i % g.kernel), o = (int)(i / g.kernel);
    int base = o / (g.outChannels / g.groups) * own;
    double sum = 0;
    i64 pixels = (i64)g.batch * g.outHeight * g.outWidth;
    for (i64 p = threadIdx.x; p < pixels; p += blockDim.x) {
        int ox = (int)(p % g.outWidth);
        i64 q = p / g.outWidth;
        int oy = (int)(q % g.outHeight), n = (int)(q / g.outHeight);
        int iy = oy * g.stride - g.padding + r, ix = ox * g.stride - g.padding + s;
        if (iy < 0 || iy >= g.inHeight || ix < 0 || ix >= g.inWidth) continue;
        sum += (double)widen(row(dy, n, oy * g.outWidth + ox)[o]) * widen(row(x, n, iy * g.inWidth + ix)[base + c]);
    }
    sum = blockSum(sum);
    if (threadIdx.x == 0) dw[blockIdx.x] = narrow((float)(sum + (accumulate ? widen(dw[blockIdx.x]) : 0.0f)));
}
