/* Refusals of steps: where, what, why, and (ihop_diag_remedy) what to do about it.
 *
 * Functions called ihop_require_… return TRUE where the step may go on, and FALSE after a refusal. */
#pragma once
#include "transform/build/step.h"

/* Adds a refusal at a node (NULL: nowhere) to step->diags, which owns it. Returned for remedies. Takes message. */
IhopDiag *ihop_refuse_message (IhopTransformStep *step, const char *id, const IhopNode *node, IhopMessage *message);
/* The same with a message that is made here (ihop_message). */
#define ihop_refuse(step, id, node, ...) ihop_refuse_message (step, id, node, ihop_message (__VA_ARGS__))

#define IHOP_T_ARGUMENTS "IHOP-T001" /* wrong arguments */
#define IHOP_T_NO_LOOP "IHOP-T002"   /* no such loop or statement */
#define IHOP_T_HEADER "IHOP-T003"    /* the loop does not count in a way that this step needs */
#define IHOP_T_SHAPE "IHOP-T004"     /* the code around has another shape than this step needs */
#define IHOP_T_ILLEGAL "IHOP-T005"   /* a dependence would run backwards */
#define IHOP_T_UNKNOWN "IHOP-T006"   /* not proved */
#define IHOP_T_LIVE "IHOP-T007"      /* an iterator's last value is used */
#define IHOP_T_NAME "IHOP-T008"      /* a name clashes */
#define IHOP_T_STORAGE "IHOP-T009"   /* the storage proof failed */
#define IHOP_T_SCRIPT "IHOP-T010"    /* which step of a script was refused */
#define IHOP_T_REASSOCIATED "IHOP-T011" /* a warning: floating-point results are rounded anew */
#define IHOP_T_MARK "IHOP-T012"      /* a warning: an owner's mark is taken out */
