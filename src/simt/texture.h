/* What an object of textures or surfaces is: a handle is the address of one of these. Made by the runtime (cudart/texture.c),
 * read by kernels' code through run/texture.c. ("CUDA C++ Programming Guide", "Texture Fetching".) Plain C. */
#pragma once
#include <stddef.h>

typedef enum { IHOP_TEXEL_SIGNED, IHOP_TEXEL_UNSIGNED, IHOP_TEXEL_FLOAT } IhopTexelKind; /* as cudaChannelFormatKind */
typedef enum { IHOP_EDGE_WRAP, IHOP_EDGE_CLAMP, IHOP_EDGE_MIRROR, IHOP_EDGE_BORDER } IhopTextureEdge; /* as cudaTextureAddressMode */

typedef struct
{
  unsigned char *data;
  size_t width, height, depth; /* elements; of layers and a cube's faces: depth */
  size_t pitch;                /* bytes of a row */
  int bits[4];                 /* of each channel; 0: there is none */
  IhopTexelKind kind;
  /* Of textures alone: */
  IhopTextureEdge edges[3];
  int is_linear;     /* between neighbours, not the nearest */
  int is_scaled;     /* integers are read as 0 to 1, or -1 to 1 */
  int is_normalized; /* coordinates go from 0 to 1 */
  float border[4];
} IhopTexture;
