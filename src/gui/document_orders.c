/* Trying and taking steps, undo and redo: one after the other, in the order in which they were given. A step is tried on
 * what is shown when its turn comes, so that none is lost because another one was at work. */
#include "gui/document_private.h"
#include "gui/background.h"
#include <glib/gi18n.h>

typedef enum
{
  ORDER_TRY, ORDER_UNDO, ORDER_REDO, ORDER_GO
} OrderKind;

typedef struct
{
  OrderKind kind;
  guint file, state;       /* state: GO */
  char *step;              /* TRY, as the rest: one a line */
  gboolean take;
  IhopLoopOrigin loop;     /* that it is about, as it was known; address NULL: it was not … */
  guint original;          /* … in the owner's text that has this hash */
  IhopSnapshot *before;    /* that it is being tried on */
  GPtrArray *afters;       /* of IhopSnapshot * */
  gboolean is_refused;
  IhopDiags *diags;
} Order;

static void
order_free (gpointer data)
{
  Order *order = data;

  g_free (order->step);
  g_free (order->loop.address);
  ihop_snapshot_unref (order->before);
  g_clear_pointer (&order->afters, g_ptr_array_unref);
  g_clear_pointer (&order->diags, g_ptr_array_unref);
  g_free (order);
}

void
ihop_document_drop_orders (IhopDocument *document)
{
  g_queue_clear_full (&document->orders, order_free);
}

/* ---- trying ---- */

static void
try_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Order *order = data;
  g_auto (GStrv) lines = g_strsplit (order->step, "\n", -1);

  for (guint i = 0; lines[i] && !order->is_refused && !g_cancellable_is_cancelled (cancellable); i++)
    {
      IhopSnapshot *before = i ? order->afters->pdata[i - 1] : order->before;
      IhopSnapshot *after = ihop_snapshot_step (before, order->file, lines[i], order->diags);
      if (after)
        g_ptr_array_add (order->afters, after);
      order->is_refused = after == NULL;
    }
  g_task_return_boolean (task, TRUE);
}

static void
propose (IhopDocument *document, const Order *order)
{
  IhopProposal *proposal = g_new0 (IhopProposal, 1);

  ihop_document_drop_proposal (document);
  proposal->file = order->file;
  proposal->step = g_strdup (order->step);
  proposal->before = ihop_snapshot_ref (document->shown);
  proposal->afters = g_ptr_array_ref (order->afters);
  if (!order->is_refused)
    proposal->after = ihop_snapshot_ref (order->afters->pdata[order->afters->len - 1]);
  proposal->diags = g_ptr_array_ref (order->diags);
  document->proposal = proposal;
  if (!(order->take && ihop_document_accept (document)))
    ihop_document_emit (document, IHOP_SIGNAL_PROPOSED);
}

static void begin_trial (IhopDocument *document, Order *order);

static void
try_done (GObject *source, GAsyncResult *result, gpointer data)
{
  IhopDocument *document = IHOP_DOCUMENT (source);
  g_autoptr (GCancellable) cancellable = g_steal_pointer (&document->trying);
  Order *order = data;

  document->busy--;
  if (g_cancellable_is_cancelled (cancellable))
    order_free (order); /* something else is open, or the window goes away */
  else if (order->before != document->shown || document->replaying)
    g_queue_push_head (&document->orders, order); /* the owner has typed meanwhile */
  else
    {
      propose (document, order);
      order_free (order);
    }
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
  ihop_document_next_order (document);
}

/* Takes the order. */
static void
begin_trial (IhopDocument *document, Order *order)
{
  document->trying = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (document, document->trying, try_done, order);

  g_clear_pointer (&order->afters, g_ptr_array_unref);
  g_clear_pointer (&order->diags, g_ptr_array_unref);
  ihop_snapshot_unref (order->before);
  order->before = ihop_snapshot_ref (document->shown);
  order->afters = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_snapshot_unref);
  order->diags = ihop_diags_new ();
  order->is_refused = FALSE;
  document->busy++;
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, order, NULL);
  ihop_background_run (task, try_thread);
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
}

/* ---- which loop ---- */

/* A step names its loop first. What was shown was perhaps still known as the text before it. */
static void
note_loop (IhopDocument *document, Order *order)
{
  g_auto (GStrv) words = g_strsplit_set (order->step, " \n", 3);
  g_autoptr (GArray) origins = ihop_document_known_origins (document, order->file, &order->original);

  for (guint i = 0; words[0] && words[1] && i < origins->len && order->loop.address == NULL; i++)
    {
      const IhopLoopOrigin *one = &g_array_index (origins, IhopLoopOrigin, i);
      if (g_str_equal (one->address, words[1]))
        order->loop = (IhopLoopOrigin) { g_strdup (one->address), one->line, one->column };
    }
}

/* Of a text without steps the loops have to be found first. */
static gboolean
is_known (IhopDocument *document, const Order *order)
{
  return order->loop.address == NULL || ihop_document_is_analysed (document)
         || ihop_snapshot_file (document->shown, order->file).origins != NULL;
}

/* Another loop has that name now: the order was not about that one. */
static gboolean
means_another (IhopDocument *document, const Order *order)
{
  if (order->loop.address == NULL || order->original != ihop_document_original (document, order->file))
    return FALSE;
  g_autoptr (GArray) origins = ihop_document_origins (document, order->file);
  const char *now = ihop_loop_follow (origins, &order->loop);
  return now && !g_str_equal (now, order->loop.address);
}

/* ---- moving ---- */

/* The state to be shown may have to be worked out first: what is shown stays until then. */
static void
moved (IhopDocument *document)
{
  ihop_document_replay (document);
  if (ihop_session_wanted (document->session) == ihop_session_current (document->session)->id)
    ihop_document_refresh (document);
  else
    ihop_document_emit (document, IHOP_SIGNAL_TREE);
}

static void
move (IhopDocument *document, const Order *order)
{
  gboolean has_moved = order->kind == ORDER_UNDO   ? ihop_session_undo (document->session)
                       : order->kind == ORDER_REDO ? ihop_session_redo (document->session)
                                                   : ihop_session_go (document->session, order->state);

  if (has_moved)
    moved (document);
}

/* ---- the queue ---- */

/* Steps wait until those that were taken before have been taken anew. */
static gboolean
has_to_wait (IhopDocument *document, const Order *order)
{
  return document->trying || (order->kind == ORDER_TRY && (document->replaying || !is_known (document, order)));
}

static char *
obstacle (IhopDocument *document, const Order *order)
{
  if (document->is_unreadable)
    return g_strdup (_ ("No step can be taken while what is typed cannot be read as C: mend it, or undo the typing."));
  if (means_another (document, order))
    return g_strdup_printf (_ ("“%s” was not taken: the step before it has given %s another name. Choose the loop again."),
                            order->step, order->loop.address);
  return NULL;
}

/* Takes the order. */
static void
begin (IhopDocument *document, Order *order)
{
  g_autofree char *why = order->kind == ORDER_TRY ? obstacle (document, order) : NULL;

  if (order->kind == ORDER_TRY && why == NULL)
    {
      begin_trial (document, order);
      return;
    }
  if (why)
    ihop_document_tell (document, TRUE, "%s", why);
  else
    move (document, order);
  order_free (order);
}

void
ihop_document_next_order (IhopDocument *document)
{
  Order *order = g_queue_peek_head (&document->orders);

  if (order == NULL || has_to_wait (document, order))
    return;
  g_queue_pop_head (&document->orders);
  begin (document, order);
  ihop_document_next_order (document);
}

/* What the owner has typed until now was before this. */
static void
give (IhopDocument *document, OrderKind kind, guint state)
{
  Order *order = g_new0 (Order, 1);

  order->kind = kind;
  order->state = state;
  ihop_document_emit (document, IHOP_SIGNAL_FOCUS, "typing");
  g_queue_push_tail (&document->orders, order);
  ihop_document_next_order (document);
}

void
ihop_document_try (IhopDocument *document, guint file, const char *step, gboolean take)
{
  Order *order = g_new0 (Order, 1);

  order->kind = ORDER_TRY;
  order->file = file;
  order->step = g_strdup (step);
  order->take = take;
  ihop_document_emit (document, IHOP_SIGNAL_FOCUS, "typing");
  note_loop (document, order);
  g_queue_push_tail (&document->orders, order);
  ihop_document_next_order (document);
}

static gboolean
is_at_work (IhopDocument *document)
{
  return document->is_typing || document->trying || !g_queue_is_empty (&document->orders);
}

gboolean
ihop_document_can_undo (IhopDocument *document)
{
  return document->session && (is_at_work (document) || ihop_session_can_undo (document->session));
}

gboolean
ihop_document_can_redo (IhopDocument *document)
{
  return document->session && ihop_session_can_redo (document->session);
}

void
ihop_document_undo (IhopDocument *document)
{
  if (document->session)
    give (document, ORDER_UNDO, 0);
}

void
ihop_document_redo (IhopDocument *document)
{
  if (document->session)
    give (document, ORDER_REDO, 0);
}

void
ihop_document_go (IhopDocument *document, guint state)
{
  if (document->session)
    give (document, ORDER_GO, state);
}

void
ihop_document_set_typing (IhopDocument *document, gboolean is_typing)
{
  if (document->is_typing == is_typing)
    return;
  document->is_typing = is_typing;
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
}
