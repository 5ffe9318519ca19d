/* What the host asks of device memory in a program that is checked. Functions are named as the runtime calls them. */
#pragma once
#include "simt/misuse.h"
#include <stddef.h>

/* "kind" as cudaMemoryType has it: 1 page-locked, 2 the device's, 3 managed. NULL: not possible. */
void *ihop_host_allocate (size_t size, int kind);
/* 0: it is not, or no longer, allocated, which is reported. */
int ihop_host_free (void *place, const char *function);
/* Blocks that the program cuts from an allocation (blocks.h), and what it calls one. */
void ihop_host_give (void *place, size_t size, const char *name);
void ihop_host_take (void *place);
void ihop_host_name (void *place, const char *name);
void ihop_host_register (const void *place, size_t size);
void ihop_host_unregister (const void *place);
/* The work that this thread does, or the host itself, writes, or reads, these bytes of the device. 0: they are not all one
 * allocation's, which is reported. */
int ihop_host_access (const void *place, size_t size, int writes, const char *function);
/* Is that copy's kind (as cudaMemcpyKind has it) what it is? 0: not, which is reported. */
int ihop_host_check_direction (const void *to, const void *from, int kind, const char *function);
/* A card would refuse the launch. */
void ihop_host_refuse (const char *kernel, IhopRefusal why);
/* The function, or a launch of the kernel, has failed, and the program has not asked for the last error. */
void ihop_host_note_unasked (const char *function, int is_launch);
/* Of a stream or an event. */
void ihop_host_note_misuse (const char *function, IhopMisuse what);
/* The program ends: what is still allocated, and what was not waited for. */
void ihop_host_end (void);

/* Streams (streams.h), with the lock that they need. */
unsigned ihop_host_open_stream (int kind);
unsigned ihop_host_issue (unsigned stream);
void ihop_host_enter (unsigned issue);
void ihop_host_put_behind (unsigned stream, unsigned issue);
void ihop_host_reach (unsigned issue);
void ihop_host_reach_all (unsigned stream);
/* This thread's work calls a function of the host, which has asked for nothing until this. */
void ihop_host_tell (int is_awaited);
int ihop_host_is_reached (unsigned issue);
int ihop_host_is_left (unsigned stream);
