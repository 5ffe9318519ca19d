#include "cudart/places.h"
#include "cudart/devices.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *place;
  size_t size;
  IhopPlaceKind kind;
  IhopPlaceOwner *owner;
  int device;
} Place;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Place *places; /* by address */
static size_t n_places, room;

/* The first that begins behind the address. */
static size_t
behind (const char *address)
{
  size_t low = 0, high = n_places;

  while (low < high)
    {
      size_t middle = (low + high) / 2;
      if (places[middle].place <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
ihop_places_add (const void *place, size_t size, IhopPlaceKind kind)
{
  ihop_places_add_owned (place, size, kind, NULL);
}

void
ihop_places_add_owned (const void *place, size_t size, IhopPlaceKind kind, IhopPlaceOwner *owner)
{
  pthread_mutex_lock (&lock);
  size_t at = behind (place);
  if (n_places == room)
    {
      room = room ? 2 * room : 64;
      places = realloc (places, room * sizeof *places);
    }
  memmove (places + at + 1, places + at, (n_places - at) * sizeof *places);
  places[at] = (Place){ place, size, kind, owner, ihop_devices_current () };
  n_places++;
  pthread_mutex_unlock (&lock);
}

IhopPlaceOwner *
ihop_places_remove (const void *place)
{
  IhopPlaceOwner *owner = NULL;

  pthread_mutex_lock (&lock);
  size_t at = behind (place);
  if (at > 0 && places[at - 1].place == place)
    {
      owner = places[at - 1].owner;
      memmove (places + at - 1, places + at, (n_places - at) * sizeof *places);
      n_places--;
    }
  pthread_mutex_unlock (&lock);
  return owner;
}

/* All zero: there is none. */
static Place
place_around (const void *address)
{
  pthread_mutex_lock (&lock);
  size_t at = behind (address);
  Place place = at > 0 && (size_t) ((const char *) address - places[at - 1].place) < places[at - 1].size ? places[at - 1] : (Place){ 0 };
  pthread_mutex_unlock (&lock);
  return place;
}

IhopPlaceKind
ihop_places_kind (const void *address)
{
  return place_around (address).kind;
}

int
ihop_places_device (const void *address)
{
  return place_around (address).device;
}
