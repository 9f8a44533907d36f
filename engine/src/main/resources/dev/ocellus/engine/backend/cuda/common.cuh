// What all kernels share. Compiled at run time without any header: types and conversions are defined here.
//
// Activations have one of three element types, chosen when a file is compiled: IO_F32, IO_F16 or IO_BF16. Arithmetic is in float32;
// numbers are rounded once, when they are stored.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef long long i64;

// A tensor in memory, as LaunchBuilder passes it: element (n, p, c) is element n * imageStride + p * pixelStride + c of data.
struct Tensor {
    u8 *data;
    i64 imageStride;
    int pixelStride;
    int images;
    int pixels;
    int channels;
};

#if defined(IO_F16)
typedef u16 io_t;
__device__ __forceinline__ float widen(io_t v) {
    float f;
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(v));
    return f;
}
__device__ __forceinline__ io_t narrow(float f) {
    io_t v;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(v) : "f"(f));
    return v;
}
#elif defined(IO_BF16)
typedef u16 io_t;
__device__ __forceinline__ float widen(io_t v) { return __uint_as_float((u32)v << 16); }
__device__ __forceinline__ io_t narrow(float f) {
    u32 bits = __float_as_uint(f);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return (io_t)((bits >> 16) | 0x40u);
    return (io_t)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
#else
typedef float io_t;
__device__ __forceinline__ float widen(io_t v) { return v; }
__device__ __forceinline__ io_t narrow(float f) { return f; }
#endif

// Number of elements that a thread reads or writes at once: a define, so that 16 bytes move at a time where places allow it.
#ifndef VEC
#define VEC 1
#endif

struct __align__(sizeof(io_t) * VEC) Pack {
    io_t v[VEC];
};

struct Floats {
    float v[VEC];
};

__device__ __forceinline__ io_t *row(const Tensor &t, int n, int p) {
    return (io_t *)t.data + n * t.imageStride + (i64)p * t.pixelStride;
}

// Row number r of all images together.
__device__ __forceinline__ io_t *row(const Tensor &t, i64 r) {
    int n = (int)(r / t.pixels);
    return row(t, n, (int)(r - (i64)n * t.pixels));
}

__device__ __forceinline__ Floats load(const io_t *at) {
    Pack pack = *(const Pack *)at;
    Floats f;
#pragma unroll
    for (int i = 0; i < VEC; i++) f.v[i] = widen(pack.v[i]);
    return f;
}

__device__ __forceinline__ void store(io_t *at, const Floats &f) {
    Pack pack;
#pragma unroll
    for (int i = 0; i < VEC; i++) pack.v[i] = narrow(f.v[i]);
    *(Pack *)at = pack;
}

__device__ __forceinline__ float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

// The activation that a file is compiled for, by its place in the enumeration Activation.
#ifndef ACT
#define ACT 0
#endif

__device__ __forceinline__ float activate(float x) {
#if ACT == 1
    return x < 0.0f ? 0.0f : x;
#elif ACT == 2
    return x < 0.0f ? 0.0f : x > 6.0f ? 6.0f : x;
#elif ACT == 3
    return x < 0.0f ? 0.1f * x : x;
#elif ACT == 4
    return x / (1.0f + expf(-x));
#elif ACT == 5
    return sigmoid(x);
#elif ACT == 6
    return x < -3.0f ? 0.0f : x > 3.0f ? x : x * (x + 3.0f) * (1.0f / 6.0f);
#elif ACT == 7
    return 0.5f * x * erfcf(-0.70710678f * x);
#else
    return x;
#endif
}

// Derivative of the activation; at a kink that from the left.
__device__ __forceinline__ float slope(float x) {
#if ACT == 1
    return x > 0.0f ? 1.0f : 0.0f;
#elif ACT == 2
    return x > 0.0f && x < 6.0f ? 1.0f : 0.0f;
#elif ACT == 3
    return x > 0.0f ? 1.0f : 0.1f;
#elif ACT == 4
    float s = sigmoid(x);
    return s * fmaf(1.0f - s, x, 1.0f);
#elif ACT == 5
    float s = sigmoid(x);
    return s * (1.0f - s);
#elif ACT == 6
    return x < -3.0f ? 0.0f : x > 3.0f ? 1.0f : fmaf(x, 1.0f / 3.0f, 0.5f);
#elif ACT == 7
    return fmaf(x, 0.39894228f * expf(-0.5f * x * x), 0.5f * erfcf(-0.70710678f * x));
#else
    return 1.0f;
#endif
}

// Sum over a warp, the same in all lanes.
template <typename T>
__device__ __forceinline__ T warpSum(T v) {
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

// Sum over a block of full warps, at most 1024 threads, valid in all threads.
template <typename T>
__device__ T blockSum(T v) {
    __shared__ T parts[32];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, warps = (blockDim.x + 31) >> 5;
    v = warpSum(v);
    __syncthreads();
    if (lane == 0) parts[warp] = v;
    __syncthreads();
    v = lane < warps ? parts[lane] : (T)0;
    return warpSum(v);
}

// Sums over rows, by blocks of THREADS threads: threadIdx.x is a vector of channels (a power of two of them, at most 8), threadIdx.y a row.
// Each kind of each channel of a block is a pair; pair p is kind p / width, channel p % width of the block.
#define THREADS 512

__device__ __forceinline__ int pairWidth() { return blockDim.x * VEC; }

// Whether this block is the last of its column of blocks; its threads then see what all others have written.
__device__ bool lastBlock(u32 *counter) {
    __shared__ bool last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (last) __threadfence();
    return last;
}

// Adds values over the rows of a block: first within warps, then over warps in order. The sum of pair p is given to sum() of one thread.
template <int COUNT, typename Sum>
__device__ void addRows(float (&v)[COUNT][VEC], Sum sum) {
    __shared__ float parts[THREADS / 32][COUNT * 8 * VEC];
    int thread = threadIdx.y * blockDim.x + threadIdx.x, warp = thread >> 5, width = pairWidth();
#pragma unroll
    for (int k = 0; k < COUNT; k++)
#pragma unroll
        for (int i = 0; i < VEC; i++) {
            for (int d = blockDim.x; d < 32; d <<= 1) v[k][i] += __shfl_xor_sync(0xffffffffu, v[k][i], d);
            if ((thread & 31) < blockDim.x) parts[warp][k * width + threadIdx.x * VEC + i] = v[k][i];
        }
    __syncthreads();
    for (int p = thread; p < COUNT * width; p += THREADS) {
        float total = 0;
#pragma unroll
        for (int w = 0; w < THREADS / 32; w++) total += parts[w][p];
        sum(p, total);
    }
}

// Adds the sums of all blocks of a column in double precision, always in the same order; partial is [block][kind][channel]. The total of
// pair p is in the result at p for all threads.
template <int COUNT>
__device__ const double *addBlocks(const float *partial, int channels) {
    __shared__ double totals[THREADS];
    int thread = threadIdx.y * blockDim.x + threadIdx.x, width = pairWidth(), pairs = COUNT * width;
    int shares = THREADS / pairs, pair = thread % pairs, share = thread / pairs;
    int c = blockIdx.y * width + pair % width;
    double total = 0;
    if (share < shares && c < channels) {
        const float *from = partial + (i64)(pair / width) * channels + c;
#pragma unroll 8
        for (int b = share; b < gridDim.x; b += shares) total += __ldcg(from + (i64)b * COUNT * channels);
    }
    totals[thread] = total;
    __syncthreads();
    if (share == 0)
        for (int s = 1; s < shares; s++) total += totals[s * pairs + pair];
    __syncthreads();
    if (share == 0) totals[pair] = total;
    __syncthreads();
    return totals;
}
