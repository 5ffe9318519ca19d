// Linked into CUDA programs that are measured (ld --wrap). Where IHOP_EVENTS is set, launches that follow each other
// without a copy or a wait in between stand between two events, every copy is clocked and counted, and a line "ihop: …" tells it
// at exit. (An event of its own for each launch takes as long as a short kernel does.) The host waits in front of each
// copy: such a run is not one whose whole time counts.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static struct Tally { unsigned long launches, copies; double kernel, copy, bytes; } tally;
static cudaEvent_t events[2];
static bool launches_run; // since the last copy

// Ends a row of launches: from the first one's start to the last one's end, with the gaps that the host leaves.
static void settle(void)
{
    float milliseconds = 0;
    if (!launches_run)
        return;
    cudaEventRecord(events[1]);
    cudaEventSynchronize(events[1]);
    cudaEventElapsedTime(&milliseconds, events[0], events[1]);
    tally.kernel += 1e-3 * milliseconds;
    launches_run = false;
}

static void tell(void)
{
    settle();
    fprintf(stderr, "ihop: %lu launches %.9f s, %lu copies %.9f s %.0f bytes\n", tally.launches, tally.kernel,
            tally.copies, tally.copy, tally.bytes);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Whether this run is watched.
static bool watches(void)
{
    static int answer = -1;
    if (answer < 0) {
        answer = getenv("IHOP_EVENTS") != NULL;
        for (int i = 0; answer && i < 2; i++)
            cudaEventCreate(&events[i]);
        if (answer)
            atexit(tell);
    }
    return answer;
}

// Until CUDA 12 compiled launches call the public function.
#if CUDART_VERSION >= 13000
#define LAUNCH(prefix) prefix##___cudaLaunchKernel
typedef cudaKernel_t Kernel;
#else
#define LAUNCH(prefix) prefix##_cudaLaunchKernel
typedef const void *Kernel;
#endif

extern "C" cudaError_t LAUNCH(__real)(Kernel, dim3, dim3, void **, size_t, cudaStream_t);
extern "C" cudaError_t __real_cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
extern "C" cudaError_t __real_cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind);

extern "C" cudaError_t LAUNCH(__wrap)(Kernel kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                      cudaStream_t stream)
{
    if (watches() && !launches_run) {
        cudaEventRecord(events[0]);
        launches_run = true;
    }
    tally.launches++;
    return LAUNCH(__real)(kernel, grid, block, arguments, shared, stream);
}

// When a copy begins: the launches before it have ended.
static double begin_copy(void)
{
    if (watches())
        settle();
    return now();
}

static cudaError_t count(double began, size_t bytes, cudaError_t error)
{
    if (!watches())
        return error;
    tally.copies++;
    tally.copy += now() - began;
    tally.bytes += (double)bytes;
    return error;
}

extern "C" cudaError_t __wrap_cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    double began = begin_copy();
    return count(began, bytes, __real_cudaMemcpy(to, from, bytes, kind));
}

extern "C" cudaError_t __wrap_cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                           size_t width, size_t height, cudaMemcpyKind kind)
{
    double began = begin_copy();
    return count(began, width * height, __real_cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind));
}

extern "C" cudaError_t __real_cudaDeviceSynchronize(void);

extern "C" cudaError_t __wrap_cudaDeviceSynchronize(void)
{
    if (watches())
        settle();
    return __real_cudaDeviceSynchronize();
}
