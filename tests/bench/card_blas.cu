// What cuBLAS takes for the programs of PolyBench at LARGE that are its routines: a line "NAME MILLISECONDS" for each, the
// median of several runs on data that is on the card. Results are not looked at.
#include <algorithm>
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <functional>
#include <vector>

static cublasHandle_t handle;
static const double one = 1, part = 0.5;

static double *matrix(int rows, int columns)
{
    double *memory;
    size_t bytes = sizeof(double) * (size_t)rows * (size_t)columns;
    std::vector<double> numbers((size_t)rows * (size_t)columns);

    for (size_t i = 0; i < numbers.size(); i++)
        numbers[i] = (double)(i * 7919 % 1009) / 1009 - 0.5;
    if (cudaMalloc(&memory, bytes) != cudaSuccess)
        exit(1);
    cudaMemcpy(memory, numbers.data(), bytes, cudaMemcpyHostToDevice);
    return memory;
}

static void tell(const char *name, const std::function<void()> &work)
{
    cudaEvent_t begin, end;
    std::vector<float> times;

    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int i = 0; i < 12; i++) {
        float milliseconds;
        cudaEventRecord(begin);
        work();
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&milliseconds, begin, end);
        if (i >= 3)
            times.push_back(milliseconds);
    }
    std::nth_element(times.begin(), times.begin() + 4, times.end());
    printf("%s %.4f\n", name, times[4]);
}

static void product(int rows, int columns, int inner, const double *a, const double *b, double *c)
{
    cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, inner, &one, b, columns, a, inner, &part, c, columns);
}

static void times_vector(bool transposed, int rows, int columns, const double *a, const double *x, double *y)
{
    cublasDgemv(handle, transposed ? CUBLAS_OP_N : CUBLAS_OP_T, columns, rows, &one, a, columns, x, 1, &part, y, 1);
}

static void products()
{
    double *a = matrix(1200, 1200), *b = matrix(1200, 1200), *c = matrix(1200, 1200), *d = matrix(1200, 1200);

    tell("gemm", [=] { product(1000, 1100, 1200, a, b, c); });
    tell("2mm", [=] { product(800, 900, 1100, a, b, c), product(800, 1200, 900, c, b, d); });
    tell("3mm", [=] { product(800, 900, 1000, a, b, c), product(900, 1100, 1200, a, b, d), product(800, 1100, 900, c, d, a); });
    tell("syrk", [=] {
        cublasDsyrk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, 1200, 1000, &one, a, 1000, &part, c, 1200);
    });
    tell("syr2k", [=] {
        cublasDsyr2k(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, 1200, 1000, &one, a, 1000, b, 1000, &part, c, 1200);
    });
    tell("symm", [=] {
        cublasDsymm(handle, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_UPPER, 1200, 1000, &one, a, 1200, b, 1200, &part, c, 1200);
    });
    tell("trmm", [=] {
        cublasDtrmm(handle, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, CUBLAS_DIAG_UNIT, 1200, 1000, &one, a, 1000, b,
                    1200, c, 1200);
    });
}

static void vectors()
{
    double *a = matrix(2800, 2800), *b = matrix(2800, 2800), *x = matrix(2800, 1), *y = matrix(2800, 1), *z = matrix(2800, 1);

    tell("atax", [=] { times_vector(false, 1900, 2100, a, x, y), times_vector(true, 1900, 2100, a, y, z); });
    tell("bicg", [=] { times_vector(true, 2100, 1900, a, x, y), times_vector(false, 2100, 1900, a, x, z); });
    tell("mvt", [=] { times_vector(false, 2000, 2000, a, x, y), times_vector(true, 2000, 2000, a, x, z); });
    tell("gesummv", [=] { times_vector(false, 1300, 1300, a, x, y), times_vector(false, 1300, 1300, b, x, z); });
    tell("gemver", [=] {
        cublasDger(handle, 2000, 2000, &one, x, 1, y, 1, a, 2000), cublasDger(handle, 2000, 2000, &one, y, 1, x, 1, a, 2000);
        times_vector(true, 2000, 2000, a, x, y), times_vector(false, 2000, 2000, a, y, z);
    });
}

int main()
{
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return 1;
    products();
    vectors();
    return 0;
}
