/* Machine code that a fat binary holds beside PTX: how many registers of a card its kernels take. */
#pragma once
#include <glib.h>

/* By name of the kernel: registers of a thread (GUINT_TO_POINTER), as a section of code in ELF says them: in the upper eight bits of its
 * sh_info, as files of nvcc show. Keys are owned. Adds nothing where the bytes are no such file. */
void ihop_cubin_registers (const guint8 *data, gsize size, GHashTable *registers);
