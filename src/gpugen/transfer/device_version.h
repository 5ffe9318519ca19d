/* Data that stays on the device over calls: functions get versions that take pointers to the copies there
 * (IhopDeviceVersion), and a call of one is to its caller what a launch is: a node of the host program that reads
 * and writes on the device. So allocation and copies move up the calls, as far as nothing on the host needs the
 * data (Jablin and others, CGCM, PLDI 2011; Amini and others, LCPC 2011). */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Once a function's copies are placed: its version for the device, if there can be one, into the plan.
 * Arrays are handed in which it touches in kernels and nowhere else. */
void ihop_resident_offer (IhopWork *work);
/* Whether all callers might hand in the copy of an array of which it is not known how large it is: then it need
 * not be. Once the kernels are known; proved or denied by ihop_resident_settle. */
gboolean ihop_resident_may_be_handed (const IhopWork *work, const IhopDeviceVariable *variable);
/* Whether the version of the function as it is planned by now would get the copy of this array from its callers. */
gboolean ihop_resident_is_handed (IhopWork *work, IhopDeviceVariable *variable);
/* Whether a caller might hand copies over in each iteration of a loop around the call, its own or one around its own calls. */
gboolean ihop_resident_is_repeated (const IhopWork *work);
void ihop_resident_hand (IhopPool *pool, IhopDeviceVariable *variable);
/* Whether copies can stand right before and behind it: not where a call is a part of a head. */
gboolean ihop_resident_has_places (const IhopWork *work, const IhopKernel *kernel);
/* Copies of this variable would have to stand so: what is called beside which they cannot is denied. */
void ihop_resident_deny_placeless (IhopWork *work, const IhopSymbol *symbol);
/* Behind the parameters in a function's head; 0: it is not written as a list of parameters that could be written
 * anew. */
gsize ihop_resident_head_end (const IhopFunction *function);
