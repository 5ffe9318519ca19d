#include "gui/trials.h"
#include "project/effect.h"
#include "project/localize.h"

struct _IhopTrials
{
  IhopDocument *document;
  guint file, line;
  char *address;
  IhopTrialsChanged changed;
  gpointer data;
  GPtrArray *forms;        /* of IhopForm *; NULL: not there yet */
  IhopTrialState *states;  /* one a form */
  GPtrArray *reasons;      /* of char * or NULL, one a form */
  guint next;              /* form to be tried next */
  gboolean weighs;
  guint weighed;           /* likewise, to be weighed */
  GCancellable *working;   /* an answer after its cancelling is dropped by the document */
};

/* ---- trying ---- */

typedef struct
{
  IhopTrials *trials;      /* only for the main thread */
  guint file, number;
  char *step;
  char *reason;            /* NULL: it is legal */
  gboolean helps;
} Trial;

static void
trial_free (gpointer data)
{
  Trial *trial = data;

  g_free (trial->step);
  g_free (trial->reason);
  g_free (trial);
}

static gpointer
trial_work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  Trial *trial = data;
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopSnapshot) after = ihop_snapshot_step (snapshot, trial->file, trial->step, diags);

  if (after == NULL)
    trial->reason = diags->len ? ihop_message_localize (((const IhopDiag *) diags->pdata[0])->message) : g_strdup ("");
  return NULL;
}

static void try_next (IhopTrials *trials);
static void weigh_next (IhopTrials *trials);

static void
trial_done (IhopDocument *document, gpointer *result, gpointer data)
{
  Trial *trial = data;
  IhopTrials *trials = trial->trials;

  trials->states[trial->number] = trial->reason ? IHOP_TRIAL_REFUSED : IHOP_TRIAL_LEGAL;
  trials->reasons->pdata[trial->number] = g_steal_pointer (&trial->reason);
  try_next (trials);
  trials->changed (trials, trial->number, trials->data);
}

static Trial *
trial_new (IhopTrials *trials, guint number)
{
  Trial *trial = g_new0 (Trial, 1);

  trial->trials = trials;
  trial->file = trials->file;
  trial->number = number;
  trial->step = ihop_form_step (trials->forms->pdata[number]);
  return trial;
}

static void
try_next (IhopTrials *trials)
{
  while (trials->next < trials->forms->len && ihop_trials_form (trials, trials->next)->obstacle)
    trials->next++;
  if (trials->next == trials->forms->len)
    {
      weigh_next (trials);
      return;
    }
  Trial *trial = trial_new (trials, trials->next++);
  g_set_object (&trials->working,
                ihop_document_run (trials->document, trial_work, trial_done, trial, trial_free, NULL));
}

/* ---- weighing ---- */

#define NOTICED 0.98 /* of the time before: less is not worth a word */

static gboolean
is_better (const IhopEffect *effect)
{
  gboolean is_known = effect->seconds[0] >= 0 && effect->seconds[1] >= 0;

  if (is_known && effect->seconds[1] < NOTICED * effect->seconds[0])
    return TRUE;
  return effect->parallel[1] > effect->parallel[0] && effect->serial[1] < effect->serial[0]
         && !(is_known && NOTICED * effect->seconds[1] > effect->seconds[0]);
}

static gpointer
weigh_work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  Trial *trial = data;
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopSnapshot) after = ihop_snapshot_step (snapshot, trial->file, trial->step, diags);
  IhopEffect *effect = after ? ihop_snapshot_effect (snapshot, after, trial->file, trial->step) : NULL;

  trial->helps = effect && is_better (effect);
  ihop_effect_free (effect);
  return NULL;
}

static void
weigh_done (IhopDocument *document, gpointer *result, gpointer data)
{
  const Trial *trial = data;
  IhopTrials *trials = trial->trials;

  if (trial->helps)
    trials->states[trial->number] = IHOP_TRIAL_HELPS;
  weigh_next (trials);
  if (trial->helps)
    trials->changed (trials, trial->number, trials->data);
}

/* Marks leave the code as it is, and say where it runs: nobody is helped by that alone. */
static gboolean
is_to_be_weighed (const IhopTrials *trials, guint number)
{
  return trials->states[number] == IHOP_TRIAL_LEGAL && !g_str_equal (((const IhopForm *) trials->forms->pdata[number])->name, "target");
}

static void
weigh_next (IhopTrials *trials)
{
  while (trials->weighed < trials->forms->len && !is_to_be_weighed (trials, trials->weighed))
    trials->weighed++;
  if (!trials->weighs || trials->weighed == trials->forms->len)
    return;
  g_set_object (&trials->working, ihop_document_wonder (trials->document, weigh_work, weigh_done,
                                                        trial_new (trials, trials->weighed++), trial_free, NULL));
}

void
ihop_trials_weigh (IhopTrials *trials)
{
  trials->weighs = TRUE;
}

/* ---- the forms ---- */

typedef struct
{
  IhopTrials *trials;      /* only for the main thread */
  guint file, line;
  char *address;
} Question;

static void
question_free (gpointer data)
{
  g_free (((Question *) data)->address);
  g_free (data);
}

static gpointer
forms_work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;

  return ihop_snapshot_forms (snapshot, question->file, question->address, question->line);
}

static void
forms_done (IhopDocument *document, gpointer *result, gpointer data)
{
  IhopTrials *trials = ((Question *) data)->trials;

  trials->forms = g_ptr_array_ref (*result);
  trials->states = g_new0 (IhopTrialState, trials->forms->len);
  g_ptr_array_set_size (trials->reasons, (int) trials->forms->len);
  trials->changed (trials, G_MAXUINT, trials->data);
  try_next (trials);
}

IhopTrials *
ihop_trials_new (IhopDocument *document, guint file, const char *address, guint line,
                 IhopTrialsChanged changed, gpointer data)
{
  IhopTrials *trials = g_new0 (IhopTrials, 1);
  Question *question = g_new0 (Question, 1);

  trials->document = document;
  trials->file = question->file = file;
  trials->line = question->line = line;
  trials->address = g_strdup (address);
  question->address = g_strdup (address);
  question->trials = trials;
  trials->changed = changed;
  trials->data = data;
  trials->reasons = g_ptr_array_new_with_free_func (g_free);
  g_set_object (&trials->working, ihop_document_run (document, forms_work, forms_done, question,
                                                     question_free, (GDestroyNotify) g_ptr_array_unref));
  return trials;
}

void
ihop_trials_free (IhopTrials *trials)
{
  if (trials == NULL)
    return;
  g_cancellable_cancel (trials->working);
  g_object_unref (trials->working);
  g_clear_pointer (&trials->forms, g_ptr_array_unref);
  g_ptr_array_unref (trials->reasons);
  g_free (trials->states);
  g_free (trials->address);
  g_free (trials);
}

guint
ihop_trials_n (const IhopTrials *trials)
{
  return trials->forms ? trials->forms->len : 0;
}

IhopForm *
ihop_trials_form (IhopTrials *trials, guint number)
{
  return trials->forms->pdata[number];
}

IhopTrialState
ihop_trials_state (const IhopTrials *trials, guint number)
{
  return trials->states[number];
}

const char *
ihop_trials_reason (const IhopTrials *trials, guint number)
{
  const IhopForm *form = trials->forms->pdata[number];

  return form->obstacle ? form->obstacle : trials->reasons->pdata[number];
}
