/* Ends the outside programs that we have started when we are killed ourselves: they have process groups of their own, which
 * no signal reaches that is meant for us, and a program that is watched may run for ever. A process that does nothing but wait
 * for the end of a pipe does it; there is one, from the first program on. Where none can be made, there is none. */
#pragma once

/* Before the first fork; any thread, as often as one likes. */
void ihop_keeper_begin (void);
/* The group of this number ends with us (begin) or has ended (end). Both may be called between fork and exec. */
void ihop_keeper_watch (int group);
void ihop_keeper_forget (int group);
