// Element by element: copies, sums, activations, conversions, fills. One thread for each vector of channels.

__device__ __forceinline__ bool place(const Tensor &t, i64 &r, int &c) {
    int vectors = t.channels / VEC;
    i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    r = i / vectors;
    c = (int)(i - r * vectors) * VEC;
    return r < (i64)t.images * t.pixels;
}

extern "C" __global__ void copy(Tensor x, Tensor y) {
    i64 r;
    int c;
    if (place(y, r, c)) *(Pack *)(row(y, r) + c) = *(const Pack *)(row(x, r) + c);
}

extern "C" __global__ void add(Tensor a, Tensor b, Tensor y) {
    i64 r;
    int c;
    if (!place(y, r, c)) return;
    Floats f = load(row(a, r) + c), g = load(row(b, r) + c);
#pragma unroll
    for (int i = 0; i < VEC; i++) f.v[i] += g.v[i];
    store(row(y, r) + c, f);
}

extern "C" __global__ void activation(Tensor x, Tensor y) {
    i64 r;
    int c;
    if (!place(y, r, c)) return;
    Floats f = load(row(x, r) + c);
#pragma unroll
    for (int i = 0; i < VEC; i++) f.v[i] = activate(f.v[i]);
    store(row(y, r) + c, f);
}

extern "C" __global__ void activationGradient(Tensor dy, Tensor x, Tensor dx) {
    i64 r;
    int c;
    if (!place(dx, r, c)) return;
    Floats g = load(row(dy, r) + c), f = load(row(x, r) + c);
#pragma unroll
    for (int i = 0; i < VEC; i++) g.v[i] *= slope(f.v[i]);
    store(row(dx, r) + c, g);
}

// y = scale * number at source, or scale if there is no source.
extern "C" __global__ void fill(Tensor y, const float *source, float scale) {
    i64 r;
    int c;
    if (!place(y, r, c)) return;
    float value = source ? scale * *source : scale;
    Floats f;
#pragma unroll
    for (int i = 0; i < VEC; i++) f.v[i] = value;
    store(row(y, r) + c, f);
}

// Bytes to numbers; both dense.
extern "C" __global__ void normalizeBytes(const u8 *x, io_t *y, float scale, i64 count) {
    i64 i = ((i64)blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int k = 0; k < 4; k++)
        if (i + k < count) y[i + k] = narrow(x[i + k] * scale);
}

// Between float32 and the element type; exactly one of the tensors is float32.
extern "C" __global__ void widenAll(Tensor x, Tensor y) {
    i64 r;
    int c;
    if (!place(y, r, c)) return;
    Floats f = load(row(x, r) + c);
    float *to = (float *)y.data + (r / y.pixels) * y.imageStride + (r % y.pixels) * (i64)y.pixelStride + c;
#pragma unroll
    for (int i = 0; i < VEC; i++) to[i] = f.v[i];
}

extern "C" __global__ void narrowAll(Tensor x, Tensor y) {
    i64 r;
    int c;
    if (!place(y, r, c)) return;
    const float *from = (const float *)x.data + (r / x.pixels) * x.imageStride + (r % x.pixels) * (i64)x.pixelStride + c;
    Floats f;
#pragma unroll
    for (int i = 0; i < VEC; i++) f.v[i] = from[i];
    store(row(y, r) + c, f);
}
