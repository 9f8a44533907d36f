// Norms and updates over the flat stores, all float32. Parameters with weight decay and those without are ranges of their own.

struct Range {
    i64 offset, length;
    int group;
};

// Slots of the control store, in the order of the enumeration Control.
enum { LOSS_SCALE, LEARNING_RATE, MOMENTUM, BETA2, BIAS1, BIAS2, DECAY, DECAY_OTHER, CLIP, EMA_DECAY, FIRST_UPDATE, FIRST_BATCH };

// Slots of the scaler store, in the order of the enumeration Scaler. Where a kernel has no scaler, its address is 0.
enum { SCALE, GOOD_UPDATES, SKIP, SKIPPED, DONE };

__device__ __forceinline__ bool skips(const float *scaler) { return scaler && scaler[SKIP] != 0.0f; }

// Factor on gradients that takes their scale away and limits their norm.
__device__ __forceinline__ float factorOf(const float *control, const float *norm, const float *scaler) {
    float limit = control[CLIP];
    float clip = limit > 0.0f ? fminf(1.0f, limit / (*norm + 1e-6f)) : 1.0f;
    return scaler ? clip / scaler[SCALE] : clip;
}

// Sum of squares over up to two ranges, to the blocks' places from first on. If places is not 0, this is the last launch for a norm: the
// last block to finish adds all places in their order.
extern "C" __global__ void gradientNorm(const float *g, Range a, Range b, double *partial, int first, int places, u32 *counter,
                                        float *out, float *scaler) {
    double sum = 0;
    i64 step = (i64)gridDim.x * blockDim.x, start = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    for (i64 i = start; i < a.length; i += step) sum += (double)g[a.offset + i] * g[a.offset + i];
    for (i64 i = start; i < b.length; i += step) sum += (double)g[b.offset + i] * g[b.offset + i];
    sum = blockSum(sum);
    if (threadIdx.x == 0) partial[first + blockIdx.x] = sum;
    if (places == 0 || !lastBlock(counter)) return;
    sum = 0;
    for (int i = threadIdx.x; i < places; i += blockDim.x) sum += __ldcg(partial + i);
    sum = blockSum(sum);
    if (threadIdx.x != 0) return;
    double length = sqrt(sum);
    if (scaler) {
        length /= scaler[SCALE];
        scaler[SKIP] = length - length == 0.0 ? 0.0f : 1.0f;  // not so for infinity and NaN
    }
    *out = (float)length;
}

extern "C" __global__ void sgd(float *p, const float *g, float *m, const float *norm, const float *control,
                               const float *scaler, Range r, int nesterov) {
    i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= r.length || skips(scaler)) return;
    i += r.offset;
    float momentum = control[MOMENTUM];
    float value = p[i];
    float grad = fmaf(value, control[DECAY + r.group], g[i] * factorOf(control, norm, scaler));
    float kept = control[FIRST_UPDATE] != 0.0f ? grad : m[i] * momentum + grad;
    m[i] = kept;
    float direction = nesterov ? kept * momentum + grad : kept;
    p[i] = value - direction * control[LEARNING_RATE];
}

extern "C" __global__ void adam(float *p, const float *g, float *m, float *v, const float *norm, const float *control,
                                const float *scaler, Range r, float epsilon, int decoupled) {
    i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    float keep1 = control[MOMENTUM], keep2 = control[BETA2];
    // Powers in double are slow on most cards: one thread of a block computes them.
    __shared__ float bias1, bias2;
    if (threadIdx.x == 0) {
        double updates = scaler ? (double)scaler[DONE] + 1.0 : 0.0;
        bias1 = scaler ? (float)(1.0 - pow((double)keep1, updates)) : control[BIAS1];
        bias2 = scaler ? (float)(1.0 - pow((double)keep2, updates)) : control[BIAS2];
    }
    __syncthreads();
    if (i >= r.length || skips(scaler)) return;
    i += r.offset;
    float rate = control[LEARNING_RATE], decay = control[DECAY + r.group];
    float value = p[i];
    float grad = fmaf(value, decoupled ? 0.0f : decay, g[i] * factorOf(control, norm, scaler));
    float first = m[i] + (grad - m[i]) * (1.0f - keep1);
    float second = v[i] * keep2 + grad * grad * (1.0f - keep2);
    m[i] = first;
    v[i] = second;
    float root = sqrtf(second) * (float)(1.0 / sqrt((double)bias2)) + epsilon;
    p[i] = value * (decoupled ? 1.0f - rate * decay : 1.0f) - first / root * (rate / bias1);
}

extern "C" __global__ void ema(float *average, const float *x, i64 count, const float *control, const float *scaler) {
    i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    float keep = control[EMA_DECAY];
    if (i < count && !skips(scaler)) average[i] = average[i] * keep + x[i] * (1.0f - keep);
}

extern "C" __global__ void accumulate(float *sum, const float *g, i64 count, const float *control) {
    i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) sum[i] = control[FIRST_BATCH] != 0.0f ? g[i] : sum[i] + g[i];
}

extern "C" __global__ void scaledSeed(const float *control, const float *scaler, float *out) { *out = control[LOSS_SCALE] * scaler[SCALE]; }

extern "C" __global__ void updateScaler(float *s, int growthInterval, float growth, float backoff) {
    if (s[SKIP] != 0.0f) {
        s[SCALE] *= backoff;
        s[GOOD_UPDATES] = 0.0f;
        s[SKIPPED] += 1.0f;
        return;
    }
    float good = s[GOOD_UPDATES] + 1.0f;
    float grown = s[SCALE] * growth;
    if (good >= growthInterval && grown - grown == 0.0f) s[SCALE] = grown;
    s[GOOD_UPDATES] = good >= growthInterval ? 0.0f : good;
    s[DONE] += 1.0f;
}
