/* Work on threads that nobody waits for when the window is closed. */
#pragma once
#include <gio/gio.h>

/* As g_task_run_in_thread, counted until the function has returned. */
void ihop_background_run (GTask *task, GTaskThreadFunc function);
/* Likewise for what nobody waits for: two at a time, and behind everything else that the processor has to do. */
void ihop_background_run_quietly (GTask *task, GTaskThreadFunc function);
/* Whether some function still runs. The program then has to end without exit: that would take away what they work with
 * (Clang's and isl's own data), while they run. */
gboolean ihop_background_is_busy (void);
/* Whether a GCancellable is cancelled, for rooms that know nothing of GIO. */
gboolean ihop_background_should_stop (gpointer cancellable);
