/* Copies and fills. */
#include "cudart/capture.h"
#include "cudart/devices.h"
#include "cudart/order.h"
#include "cudart/places.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Directions of copies. */
enum { HOST_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, DEFAULT };

/* --- copies ----------------------------------------------------------------------------------- */

/* In a program that is checked; what is not is reported. */
static int
is_fine (const void *to, const void *from, size_t size, int kind)
{
  const IhopEngineCheck *check = ihop_cudart_check ();

  return check == NULL || size == 0
         || (check->direction (to, from, kind, "cudaMemcpy") && check->access (from, size, 0, "cudaMemcpy")
             && check->access (to, size, 1, "cudaMemcpy"));
}

cudaError_t
ihop_cudart_copy (void *to, const void *from, size_t size, int kind)
{
  if (kind < HOST_TO_HOST || kind > DEFAULT)
    return ihop_cudart_error (cudaErrorInvalidMemcpyDirection);
  if (size && (to == NULL || from == NULL))
    return ihop_cudart_error (cudaErrorInvalidValue);
  if (!is_fine (to, from, size, kind))
    return ihop_cudart_error (cudaErrorInvalidValue);
  memmove (to, from, size);
  return cudaSuccess;
}

/* Rows of "width" bytes. */
typedef struct
{
  char *to;
  const char *from;
  size_t to_pitch, from_pitch, width, height;
  int kind;
  char *kept; /* what the rows were when the copy was asked for, side by side; or NULL */
} Copy;

static cudaError_t
run_copy (void *data)
{
  const Copy *copy = data;

  for (size_t row = 0; row < copy->height; row++)
    {
      const char *from = copy->kept ? copy->kept + row * copy->width : copy->from + row * copy->from_pitch;
      cudaError_t error = ihop_cudart_copy (copy->to + row * copy->to_pitch, from, copy->width, copy->kind);
      if (error)
        return error;
    }
  if (getenv ("IHOP_SIMT_COUNT") && ihop_cudart_engine ())
    ihop_cudart_engine ()->copied (copy->kind, copy->width * copy->height);
  return cudaSuccess;
}

/* The host may use its usual memory again at once: what is in it now is copied. */
static void
keep_copy (void *data)
{
  Copy *copy = data;

  if (copy->from == NULL || (copy->kind != HOST_TO_DEVICE && copy->kind != DEFAULT)
      || ihop_places_kind (copy->from) != IHOP_PLACE_UNKNOWN)
    return;
  copy->kept = malloc (copy->width * copy->height + 1);
  for (size_t row = 0; row < copy->height; row++)
    memcpy (copy->kept + row * copy->width, copy->from + row * copy->from_pitch, copy->width);
}

static void
release_copy (void *data)
{
  free (((Copy *) data)->kept);
}

/* A copy into the host's usual memory is done when the call returns. */
static cudaError_t
copy_in (cudaStream_t stream, Copy copy)
{
  static const IhopWork work = { run_copy, sizeof (Copy), keep_copy, release_copy, .name = "cudaMemcpyAsync" };
  IhopPending *pending;
  cudaError_t error = ihop_order_do (stream, &work, &copy, 0, &pending);

  if (copy.to && (copy.kind == DEVICE_TO_HOST || copy.kind == DEFAULT) && ihop_places_kind (copy.to) == IHOP_PLACE_UNKNOWN)
    {
      if (pending)
        ihop_pending_wait (pending);
      ihop_order_note_wait (stream);
    }
  ihop_pending_unref (pending);
  return error;
}

IHOP_CUDART cudaError_t
cudaMemcpy (void *to, const void *from, size_t size, int kind)
{
  cudaError_t error = ihop_order_wait (NULL);

  return error ? error : run_copy (&(Copy){ to, from, size, size, size, 1, kind, NULL });
}

IHOP_CUDART cudaError_t
cudaMemcpyAsync (void *to, const void *from, size_t size, int kind, cudaStream_t stream)
{
  if (ihop_capture_is_on (stream))
    return ihop_capture_copy (stream, &(IhopGraphCopy){ to, size, from, size, size, 1 });
  return copy_in (stream, (Copy){ to, from, size, size, size, 1, kind, NULL });
}

/* Behind all work of both. */
IHOP_CUDART cudaError_t
cudaMemcpyPeer (void *to, int to_device, const void *from, int from_device, size_t size)
{
  cudaError_t error = ihop_devices_is (to_device) && ihop_devices_is (from_device) ? cudaSuccess : cudaErrorInvalidDevice;

  error = error ? ihop_cudart_error (error) : ihop_order_wait_device (to_device);
  error = error ? error : ihop_order_wait_device (from_device);
  return error ? error : cudaMemcpy (to, from, size, DEFAULT);
}

IHOP_CUDART cudaError_t
cudaMemcpy2D (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind)
{
  if (width > to_pitch || width > from_pitch)
    return ihop_cudart_error (cudaErrorInvalidValue);
  cudaError_t error = ihop_order_wait (NULL);
  return error ? error : run_copy (&(Copy){ to, from, to_pitch, from_pitch, width, height, kind, NULL });
}

IHOP_CUDART cudaError_t
cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                   int kind, cudaStream_t stream)
{
  if (width > to_pitch || width > from_pitch)
    return ihop_cudart_error (cudaErrorInvalidValue);
  if (ihop_capture_is_on (stream))
    return ihop_capture_copy (stream, &(IhopGraphCopy){ to, to_pitch, from, from_pitch, width, height });
  return copy_in (stream, (Copy){ to, from, to_pitch, from_pitch, width, height, kind, NULL });
}

/* --- fills ------------------------------------------------------------------------------------ */

typedef struct
{
  char *place;
  size_t pitch, width, height;
  int value;
} Fill;

static cudaError_t
run_fill (void *data)
{
  const Fill *fill = data;

  if (fill->width && fill->height && fill->place == NULL)
    return ihop_cudart_error (cudaErrorInvalidValue);
  for (size_t row = 0; row < fill->height; row++)
    {
      if (ihop_cudart_check () && !ihop_cudart_check ()->access (fill->place + row * fill->pitch, fill->width, 1, "cudaMemset"))
        return ihop_cudart_error (cudaErrorInvalidValue);
      memset (fill->place + row * fill->pitch, fill->value, fill->width);
    }
  return cudaSuccess;
}

static cudaError_t
fill_in (cudaStream_t stream, Fill fill)
{
  static const IhopWork work = { .run = run_fill, .size = sizeof (Fill), .name = "cudaMemsetAsync" };

  return ihop_order_do (stream, &work, &fill, 0, NULL);
}

IHOP_CUDART cudaError_t
cudaMemset (void *place, int value, size_t size)
{
  return fill_in (NULL, (Fill){ place, size, size, 1, value });
}

IHOP_CUDART cudaError_t
cudaMemsetAsync (void *place, int value, size_t size, cudaStream_t stream)
{
  if (ihop_capture_is_on (stream))
    return ihop_capture_fill (stream, &(IhopGraphFill){ place, size, value & 255, 1, size, 1 });
  return fill_in (stream, (Fill){ place, size, size, 1, value });
}

IHOP_CUDART cudaError_t
cudaMemset2D (void *place, size_t pitch, int value, size_t width, size_t height)
{
  return fill_in (NULL, (Fill){ place, pitch, width, height, value });
}

IHOP_CUDART cudaError_t
cudaMemset2DAsync (void *place, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
  return ihop_capture_is_on (stream)
           ? ihop_capture_fill (stream, &(IhopGraphFill){ place, pitch, value & 255, 1, width, height })
           : fill_in (stream, (Fill){ place, pitch, width, height, value });
}

/* --- variables of the device ------------------------------------------------------------------ */

static cudaError_t
symbol_place (const void *symbol, size_t size, size_t offset, char **place)
{
  size_t whole = 0;

  *place = ihop_cudart_variable (symbol, &whole);
  if (*place == NULL)
    return ihop_cudart_error (cudaErrorInvalidSymbol);
  if (offset > whole || size > whole - offset)
    return ihop_cudart_error (cudaErrorInvalidValue);
  *place += offset;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMemcpyToSymbol (const void *symbol, const void *from, size_t size, size_t offset, int kind)
{
  char *place;
  cudaError_t error = symbol_place (symbol, size, offset, &place);

  return error ? error : cudaMemcpy (place, from, size, kind);
}

IHOP_CUDART cudaError_t
cudaMemcpyFromSymbol (void *to, const void *symbol, size_t size, size_t offset, int kind)
{
  char *place;
  cudaError_t error = symbol_place (symbol, size, offset, &place);

  return error ? error : cudaMemcpy (to, place, size, kind);
}

IHOP_CUDART cudaError_t
cudaMemcpyToSymbolAsync (const void *symbol, const void *from, size_t size, size_t offset, int kind, cudaStream_t stream)
{
  char *place;
  cudaError_t error = symbol_place (symbol, size, offset, &place);

  return error ? error : cudaMemcpyAsync (place, from, size, kind, stream);
}

IHOP_CUDART cudaError_t
cudaMemcpyFromSymbolAsync (void *to, const void *symbol, size_t size, size_t offset, int kind, cudaStream_t stream)
{
  char *place;
  cudaError_t error = symbol_place (symbol, size, offset, &place);

  return error ? error : cudaMemcpyAsync (to, place, size, kind == DEFAULT ? DEVICE_TO_HOST : kind, stream);
}

IHOP_CUDART cudaError_t
cudaGetSymbolAddress (void **place, const void *symbol)
{
  cudaError_t error = symbol_place (symbol, 0, 0, (char **) place);
  size_t size = 0;

  if (error == cudaSuccess && ihop_places_kind (*place) == IHOP_PLACE_UNKNOWN && ihop_cudart_variable (symbol, &size))
    ihop_places_add (*place, size, IHOP_PLACE_DEVICE);
  return error;
}

IHOP_CUDART cudaError_t
cudaGetSymbolSize (size_t *size, const void *symbol)
{
  return ihop_cudart_error (ihop_cudart_variable (symbol, size) ? cudaSuccess : cudaErrorInvalidSymbol);
}
