/* What threads of the host are doing, as far as the runtime sees it: whether they ask for work, wait for it, or do what nobody sees. */
#pragma once

/* This thread asks for work, and has asked; it waits for work of streams, and has waited. */
void ihop_host_asks (void);
void ihop_host_has_asked (void);
void ihop_host_waits (void);
void ihop_host_has_waited (void);
/* Returns when a thread waits for work (0), or when none has asked for any for long: the last one that did has used much processor time
 * since, or has slept (1). In a program that is checked. */
int ihop_host_wait_until_silent (void);

/* Calls what a stream calls; and is this thread in such a call? */
void ihop_host_call (void (*call) (void *), void *data);
int ihop_host_is_called (void);
