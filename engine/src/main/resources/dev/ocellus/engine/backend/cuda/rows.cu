// Rows of numbers: softmax, cross-entropy, sums. A warp for each row.

__device__ __forceinline__ float warpMax(float v) {
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

__device__ __forceinline__ i64 warpRow() { return ((i64)blockIdx.x * blockDim.x + threadIdx.x) >> 5; }

__device__ __forceinline__ void moments(const io_t *x, int count, float &highest, double &sum) {
    highest = -__int_as_float(0x7f800000);
    for (int c = threadIdx.x & 31; c < count; c += 32) highest = fmaxf(highest, widen(x[c]));
    highest = warpMax(highest);
    sum = 0;
    for (int c = threadIdx.x & 31; c < count; c += 32) sum += expf(widen(x[c]) - highest);
    sum = warpSum(sum);
}

extern "C" __global__ void softmax(Tensor x, Tensor y) {
    i64 r = warpRow();
    if (r >= (i64)x.images * x.pixels) return;
    const io_t *from = row(x, r);
    float highest;
    double sum;
    moments(from, x.channels, highest, sum);
    for (int c = threadIdx.x & 31; c < x.channels; c += 32)
        row(y, r)[c] = narrow((float)(expf(widen(from[c]) - highest) / sum));
}

extern "C" __global__ void softmaxGradient(Tensor dy, Tensor y, Tensor dx) {
    i64 r = warpRow();
    if (r >= (i64)y.images * y.pixels) return;
    double dot = 0;
    for (int c = threadIdx.x & 31; c < y.channels; c += 32) dot += (double)widen(row(dy, r)[c]) * widen(row(y, r)[c]);
    dot = warpSum(dot);
    for (int c = threadIdx.x & 31; c < y.channels; c += 32)
        row(dx, r)[c] = narrow((float)(widen(row(y, r)[c]) * (widen(row(dy, r)[c]) - dot)));
}

// One block; warps take rows in turn and add their terms in order.
extern "C" __global__ void crossEntropy(Tensor logits, const int *labels, float *loss, float smoothing) {
    __shared__ double parts[32];
    i64 rows = (i64)logits.images * logits.pixels;
    int warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    double total = 0;
    for (i64 r = warp; r < rows; r += warps) {
        const io_t *x = row(logits, r);
        float highest;
        double sum;
        moments(x, logits.channels, highest, sum);
        double logSum = highest + log(sum), all = 0;
        for (int c = threadIdx.x & 31; c < logits.channels; c += 32) all += widen(x[c]);
        all = warpSum(all);
        double own = logSum - widen(x[labels[r]]);
        total += (1 - (double)smoothing) * own + (double)smoothing * (logSum - all / logits.channels);
    }
    if ((threadIdx.x & 31) == 0) parts[warp] = total;
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (int i = 1; i < warps; i++) total += parts[i];
    *loss = (float)(total / rows);
}

extern "C" __global__ void crossEntropyGradient(const float *dy, Tensor logits, const int *labels, Tensor dx, float smoothing) {
    i64 r = warpRow(), rows = (i64)logits.images * logits.pixels;
    if (r >= rows) return;
    const io_t *x = row(logits, r);
    float highest;
    double sum;
    moments(x, logits.channels, highest, sum);
    double factor = *dy / (double)rows;
    for (int c = threadIdx.x & 31; c < logits.channels; c += 32) {
        double target = (double)smoothing / logits.channels + (c == labels[r] ? 1 - (double)smoothing : 0);
        row(dx, r)[c] = narrow((float)(factor * (expf(widen(x[c]) - highest) / sum - target)));
    }
}

// Sum of all elements; one block.
extern "C" __global__ void reduce(Tensor x, float *out, double scale) {
    double sum = 0;
    i64 count = (i64)x.images * x.pixels * x.channels;
    for (i64 i = threadIdx.x; i < count; i += blockDim.x) sum += widen(row(x, i / x.channels)[i % x.channels]);
    sum = blockSum(sum);
    if (threadIdx.x == 0) *out = (float)(sum * scale);
}
