// Batch normalisation with what surrounds it, forward and backward.
//
// A thread keeps its channels and walks down rows. Sums within a block are in float32 by a tree; the last block to finish adds the
// blocks' sums in double precision and in one order, so that results do not depend on which block is last. Two launches each way: forward reads z twice and writes y once, backward reads dy and z
// twice and writes dz once.

#ifndef BRANCHES
#define BRANCHES 1
#endif

struct Branch {
    const float *gamma;
    const float *beta;
    float *mean;      // running statistics
    float *variance;
    float *saved;     // the batch's mean, then 1 / sqrt(variance + epsilon)
};

// Statistics of a branch, that of the block's z. coefficients: for each branch scale [C], shift [C] of z -> z * scale + shift.
extern "C" __global__ void __launch_bounds__(THREADS) statistics(Tensor z0, Tensor z1, Branch b0, Branch b1, float *partials,
                                                                 float *coefficients, u32 *counters, float epsilon,
                                                                 float momentum, int rowsPerBlock) {
    Tensor z = blockIdx.z == 0 ? z0 : z1;
    Branch branch = blockIdx.z == 0 ? b0 : b1;
    float *partial = partials + (i64)blockIdx.z * gridDim.x * 2 * z.channels;
    coefficients += blockIdx.z * 2 * z.channels;
    int width = pairWidth(), c = (blockIdx.y * blockDim.x + threadIdx.x) * VEC;
    i64 rows = (i64)z.images * z.pixels;
    i64 first = (i64)blockIdx.x * rowsPerBlock;
    i64 end = min(first + rowsPerBlock, rows);
    float sums[2][VEC] = {};
    if (c < z.channels) {
#pragma unroll 4
        for (i64 r = first + threadIdx.y; r < end; r += blockDim.y) {
            Floats f = load(row(z, r) + c);
#pragma unroll
            for (int i = 0; i < VEC; i++) {
                sums[0][i] += f.v[i];
                sums[1][i] = fmaf(f.v[i], f.v[i], sums[1][i]);
            }
        }
    }
    addRows(sums, [&](int p, float sum) {
        int at = blockIdx.y * width + p % width;
        if (at < z.channels) partial[((i64)blockIdx.x * 2 + p / width) * z.channels + at] = sum;
    });
    if (!lastBlock(counters + blockIdx.z * gridDim.y + blockIdx.y)) return;
    const double *total = addBlocks<2>(partial, z.channels);
    int thread = threadIdx.y * blockDim.x + threadIdx.x, at = blockIdx.y * width + thread;
    if (thread >= width || at >= z.channels) return;
    double mean = total[thread] / rows;
    double variance = fmax(0.0, total[width + thread] / rows - mean * mean);
    double inverse = 1.0 / sqrt(variance + (double)epsilon);
    branch.saved[at] = (float)mean;
    branch.saved[z.channels + at] = (float)inverse;
    double unbiased = variance * rows / max((i64)1, rows - 1);
    branch.mean[at] = (float)(branch.mean[at] + (double)momentum * (mean - branch.mean[at]));
    branch.variance[at] = (float)(branch.variance[at] + (double)momentum * (unbiased - branch.variance[at]));
    double scale = branch.gamma[at] * inverse;
    coefficients[at] = (float)scale;
    coefficients[z.channels + at] = (float)(branch.beta[at] - mean * scale);
}

// Coefficients from running statistics, for inference.
extern "C" __global__ void running(Branch branch, float *coefficients, float epsilon, int channels) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    double scale = branch.gamma[c] / sqrt((double)branch.variance[c] + (double)epsilon);
    coefficients[c] = (float)scale;
    coefficients[channels + c] = (float)(branch.beta[c] - branch.mean[c] * scale);
}

// y = residual + activation(sum of z * scale + shift over branches); coefficients of the second branch follow those of the first.
extern "C" __global__ void normalise(Tensor z0, Tensor z1, Tensor residual, Tensor y, const float *coefficients,
                                     int hasResidual, int rowsPerBlock) {
    int c = (blockIdx.y * blockDim.x + threadIdx.x) * VEC;
    if (c >= y.channels) return;
    float scale[BRANCHES][VEC], shift[VEC];
#pragma unroll
    for (int i = 0; i < VEC; i++) {
        shift[i] = 0;
#pragma unroll
        for (int b = 0; b < BRANCHES; b++) {
            scale[b][i] = coefficients[b * 2 * y.channels + c + i];
            shift[i] += coefficients[(b * 2 + 1) * y.channels + c + i];
        }
    }
    i64 first = (i64)blockIdx.x * rowsPerBlock;
    i64 end = min(first + rowsPerBlock, (i64)y.images * y.pixels);
#pragma unroll 4
    for (i64 r = first + threadIdx.y; r < end; r += blockDim.y) {
        Floats u = load(row(z0, r) + c);
#pragma unroll
        for (int i = 0; i < VEC; i++) u.v[i] = fmaf(u.v[i], scale[0][i], shift[i]);
#if BRANCHES == 2
        Floats other = load(row(z1, r) + c);
#pragma unroll
        for (int i = 0; i < VEC; i++) u.v[i] = fmaf(other.v[i], scale[1][i], u.v[i]);
#endif
#pragma unroll
        for (int i = 0; i < VEC; i++) u.v[i] = activate(u.v[i]);
        if (hasResidual) {
            Floats more = load(row(residual, r) + c);
#pragma unroll
            for (int i = 0; i < VEC; i++) u.v[i] += more.v[i];
        }
        store(row(y, r) + c, u);
    }
}

struct Gradient {
    const float *gamma;
    const float *beta;
    const float *mean;     // of the batch, or running
    const float *inverse;  // 1 / sqrt(variance + epsilon), or the running variance if epsilon counts
    float *dGamma;
    float *dBeta;
};

__device__ __forceinline__ float inverseOf(const Gradient &g, int c, float epsilon, int training) {
    return training ? g.inverse[c] : (float)(1.0 / sqrt((double)g.inverse[c] + (double)epsilon));
}

// What a thread must know of its channels to make g = dy * activation'(u) and the normalised z.
struct Channels {
    float mean[BRANCHES][VEC];
    float inverse[BRANCHES][VEC];
    float scale[BRANCHES][VEC];
    float shift[VEC];
};

__device__ __forceinline__ Channels channelsOf(const Gradient &g0, const Gradient &g1, int c, float epsilon, int training) {
    Channels k;
#pragma unroll
    for (int i = 0; i < VEC; i++) {
        float shift = 0;
#pragma unroll
        for (int b = 0; b < BRANCHES; b++) {
            const Gradient &g = b == 0 ? g0 : g1;
            k.mean[b][i] = g.mean[c + i];
            k.inverse[b][i] = inverseOf(g, c + i, epsilon, training);
            k.scale[b][i] = (float)((double)g.gamma[c + i] * k.inverse[b][i]);
            shift += (float)(g.beta[c + i] - (double)k.mean[b][i] * g.gamma[c + i] * k.inverse[b][i]);
        }
        k.shift[i] = shift;
    }
    return k;
}

__device__ __forceinline__ Floats gradientAt(const Tensor &dy, const Tensor &z0, const Tensor &z1, const Channels &k, i64 r,
                                             int c, Floats (&z)[BRANCHES]) {
    z[0] = load(row(z0, r) + c);
#if BRANCHES == 2
    z[1] = load(row(z1, r) + c);
#endif
    Floats g = load(row(dy, r) + c);
#pragma unroll
    for (int i = 0; i < VEC; i++) {
        float u = fmaf(z[0].v[i], k.scale[0][i], k.shift[i]);
#if BRANCHES == 2
        u = fmaf(z[1].v[i], k.scale[1][i], u);
#endif
        g.v[i] *= slope(u);
    }
    return g;
}

// Sums of g and of g times each branch's normalised z. coefficients: for each branch a, b, d [C] of dz = a * g + b * z + d.
extern "C" __global__ void __launch_bounds__(THREADS) sums(Tensor dy, Tensor z0, Tensor z1, Gradient g0, Gradient g1,
                                                           float *partial, float *coefficients, u32 *counters, float epsilon,
                                                           int training, int rowsPerBlock) {
    int channels = dy.channels, width = pairWidth();
    int c = (blockIdx.y * blockDim.x + threadIdx.x) * VEC;
    i64 rows = (i64)dy.images * dy.pixels;
    i64 first = (i64)blockIdx.x * rowsPerBlock;
    i64 end = min(first + rowsPerBlock, rows);
    float sum[1 + BRANCHES][VEC] = {};
    if (c < channels) {
        Channels k = channelsOf(g0, g1, c, epsilon, training);
#pragma unroll 2
        for (i64 r = first + threadIdx.y; r < end; r += blockDim.y) {
            Floats z[BRANCHES];
            Floats g = gradientAt(dy, z0, z1, k, r, c, z);
#pragma unroll
            for (int i = 0; i < VEC; i++) {
                sum[0][i] += g.v[i];
#pragma unroll
                for (int b = 0; b < BRANCHES; b++)
                    sum[1 + b][i] = fmaf(g.v[i], (z[b].v[i] - k.mean[b][i]) * k.inverse[b][i], sum[1 + b][i]);
            }
        }
    }
    addRows(sum, [&](int p, float total) {
        int at = blockIdx.y * width + p % width;
        if (at < channels) partial[((i64)blockIdx.x * (1 + BRANCHES) + p / width) * channels + at] = total;
    });
    if (!lastBlock(counters + blockIdx.y)) return;
    const double *total = addBlocks<1 + BRANCHES>(partial, channels);
    int thread = threadIdx.y * blockDim.x + threadIdx.x, at = blockIdx.y * width + thread;
    if (thread >= width || at >= channels) return;
    double sumOfG = total[thread];
#pragma unroll
    for (int b = 0; b < BRANCHES; b++) {
        const Gradient &g = b == 0 ? g0 : g1;
        double sumOfProduct = total[(1 + b) * width + thread];
        double inverse = inverseOf(g, at, epsilon, training);
        double a = g.gamma[at] * inverse;
        double slopeOfZ = training ? -a * inverse * sumOfProduct / rows : 0;
        g.dBeta[at] = (float)sumOfG;
        g.dGamma[at] = (float)sumOfProduct;
        float *out = coefficients + b * 3 * channels;
        out[at] = (float)a;
        out[channels + at] = (float)slopeOfZ;
        out[2 * channels + at] = (float)(training ? -a * sumOfG / rows - slopeOfZ * g.mean[at] : 0);
    }
}

// dz of each branch; the first may lie where dy does.
extern "C" __global__ void gradients(Tensor dy, Tensor z0, Tensor z1, Gradient g0, Gradient g1, Tensor dz0, Tensor dz1,
                                     const float *coefficients, float epsilon, int training, int rowsPerBlock) {
    int channels = dy.channels;
    int c = (blockIdx.y * blockDim.x + threadIdx.x) * VEC;
    if (c >= channels) return;
    Channels k = channelsOf(g0, g1, c, epsilon, training);
    float a[BRANCHES][VEC], b[BRANCHES][VEC], d[BRANCHES][VEC];
#pragma unroll
    for (int j = 0; j < BRANCHES; j++)
#pragma unroll
        for (int i = 0; i < VEC; i++) {
            const float *in = coefficients + j * 3 * channels + c + i;
            a[j][i] = in[0];
            b[j][i] = in[channels];
            d[j][i] = in[2 * channels];
        }
    i64 first = (i64)blockIdx.x * rowsPerBlock;
    i64 end = min(first + rowsPerBlock, (i64)dy.images * dy.pixels);
#pragma unroll 2
    for (i64 r = first + threadIdx.y; r < end; r += blockDim.y) {
        Floats z[BRANCHES];
        Floats g = gradientAt(dy, z0, z1, k, r, c, z);
#pragma unroll
        for (int j = BRANCHES - 1; j >= 0; j--) {
            Floats out;
#pragma unroll
            for (int i = 0; i < VEC; i++) out.v[i] = fmaf(g.v[i], a[j][i], fmaf(z[j].v[i], b[j][i], d[j][i]));
            store(row(j == 0 ? dz0 : dz1, r) + c, out);
        }
    }
}
