/* Before everything else in the host part that PPCG writes: that is the owner's C with kernels in it, but
 * nvcc reads it as C++, where malloc's result needs a cast. Here it takes the type it is asked for. */
#include <stdlib.h>

struct IhopAnyPointer
{
  void *pointer;
  template <class Target> operator Target *() const { return static_cast<Target *> (pointer); }
};

static inline IhopAnyPointer
ihop_allocate (size_t bytes)
{
  return IhopAnyPointer{ malloc (bytes) };
}

#define malloc(bytes) ihop_allocate (bytes)
