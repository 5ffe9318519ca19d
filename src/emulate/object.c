/* The emulator of programs that are compiled with IHOP_EMU_LINKED, and looks at each of their accesses. */
#define IHOP_EMU_OBJECT
#define IHOP_EMU_ACCESSES
#include "ihop_emu.h"
#include "ihop_emu_arena.h"
#include "ihop_emu_host.h"
#include "ihop_emu_cuda.h"
#include "ihop_emu_watch.h"
#include "ihop_emu_report.h"
