/* Every transformation of the registry for one loop, tried one after the other by a worker: which can be
 * taken, which are refused and why. For lists and menus that enable only what applies. */
#pragma once
#include "gui/document.h"
#include "project/form.h"

typedef enum
{
  IHOP_TRIAL_WAITING, IHOP_TRIAL_LEGAL, IHOP_TRIAL_REFUSED,
  IHOP_TRIAL_HELPS         /* legal, and more runs in parallel loops, or it is predicted to be faster */
} IhopTrialState;

typedef struct _IhopTrials IhopTrials;
/* number: of the form whose state is another now; G_MAXUINT: the forms have come. */
typedef void (*IhopTrialsChanged) (IhopTrials *trials, guint number, gpointer data);

/* line: as ihop_snapshot_forms wants it. Nothing is told any more when another text is shown. */
IhopTrials *ihop_trials_new (IhopDocument *document, guint file, const char *address, guint line,
                             IhopTrialsChanged changed, gpointer data);
/* Behind the trials it is looked at which of the legal ones help; else they stay legal. */
void ihop_trials_weigh (IhopTrials *trials);
void ihop_trials_free (IhopTrials *trials);
guint ihop_trials_n (const IhopTrials *trials); /* 0: the forms have not come yet */
IhopForm *ihop_trials_form (IhopTrials *trials, guint number); /* to be filled in */
IhopTrialState ihop_trials_state (const IhopTrials *trials, guint number);
/* Why it does not fit here or is refused; NULL: nothing is known against it. */
const char *ihop_trials_reason (const IhopTrials *trials, guint number);
