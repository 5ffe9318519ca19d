/* In a program that is checked: calls that have failed, as long as the program has not asked for the thread's last error. An
 * error of a launch can be learned in no other way; of other calls the program may have looked at what they returned. Elsewhere
 * these do nothing. */
#pragma once
#include "cudart/cudart.h"

/* "kernel" failed to start, or stopped. */
void ihop_failures_note_launch (const char *kernel);
/* The program is told what went wrong: by this thread's last error; of launches by a function that waits, whoever asked for them. */
void ihop_failures_note_asked (void);
void ihop_failures_note_waited (void);
