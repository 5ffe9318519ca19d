/* Functions of the host that streams call (cudaLaunchHostFunc, cudaStreamAddCallback, nodes of graphs).
 *
 * In a program that is checked they are called late. They may tell the host something, by any memory, which nobody sees: a host that asks
 * such a flag in a loop and then goes on is behind the stream's work, and one that goes on without asking is not, though the function
 * may long have run. So the stream waits before it calls until the host waits for work of streams, which says all itself, or has asked for none
 * for so long that it can but wait for this call: its thread has used processor time in a loop, or has slept. What it asks for
 * afterwards is behind the call (check/streams.h). What it asks for without waiting comes before that, and races as on a card where the stream is slow;
 * this is lost only for a host that computes for longer than that in between, about whose memory nothing can be said. */
#pragma once

/* Calls it, on the thread that does the stream's work; it must not ask for work. */
void ihop_host_call_late (void (*call) (void *), void *data);
/* The program is checked: they are called late, and work that has any may wait for the host. */
int ihop_host_calls_are_late (void);
