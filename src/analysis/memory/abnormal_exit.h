/* Ways out of a piece of code other than its end: exit, abort, longjmp, the end of a thread.
 *
 * A call may be left in such a way only if some callee may do it (effects), and it matters only if
 * somebody can look at memory afterwards: functions given to atexit or signal, destructors, the function
 * that has called setjmp, other threads. All of that is a question about the whole program. Where some of
 * it is out of sight, such functions are taken to be there, and to look at all that code out of sight can
 * reach. */
#pragma once
#include "analysis/memory/exit_handlers.h"

/* Whether control may leave "code" of the function for good so that what the variable stands for (see
 * ihop_touch_of) is looked at afterwards. */
gboolean ihop_leaving_reads (IhopFacts *facts, const IhopFunction *function, const IhopNode *code,
                             const IhopSymbol *object);
/* Whether the code has a call that may return twice, as setjmp does. */
gboolean ihop_leaving_comes_back (const IhopNode *code);
