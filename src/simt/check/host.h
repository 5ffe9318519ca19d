/* What the host asks of device memory in a program that is checked. Functions are named as the runtime calls them. */
#pragma once
#include <stddef.h>

/* "kind" as cudaMemoryType has it: 1 page-locked, 2 the device's, 3 managed. NULL: not possible. */
void *ihop_host_allocate (size_t size, int kind);
/* 0: it is not, or no longer, allocated, which is reported. */
int ihop_host_free (void *place, const char *function);
void ihop_host_register (const void *place, size_t size);
void ihop_host_unregister (const void *place);
/* The host writes, or reads, these bytes of the device. 0: they are not all one allocation's, which is reported. */
int ihop_host_access (const void *place, size_t size, int writes, const char *function);
/* A card would refuse the launch. */
void ihop_host_refuse (const char *kernel, const char *reason);
/* The program ends: what is still allocated. */
void ihop_host_end (void);
