/* "Port this program": what the automatic mode finds, step by step, to be taken or left. */
#include "gui/pane.h"
#include "gui/port_row.h"
#include "gui/widgets.h"

#define IHOP_TYPE_PORT_PANE (ihop_port_pane_get_type ())
G_DECLARE_FINAL_TYPE (IhopPortPane, ihop_port_pane, IHOP, PORT_PANE, GtkBox)

struct _IhopPortPane
{
  GtkBox parent_instance;
  IhopDocument *document;
  GtkWidget *search, *thorough, *cancel, *take, *status, *list, *notes;
  IhopPort *port;          /* what was found; NULL: nothing yet */
  IhopPort *tried;         /* the same with what is ticked tried; NULL: that is not done yet */
  gboolean is_taking;      /* the document has been asked to */
  GCancellable *working;   /* the search, or the trial of what is ticked; NULL: neither */
};

G_DEFINE_FINAL_TYPE (IhopPortPane, ihop_port_pane, GTK_TYPE_BOX)

/* ---- what a worker tells ---- */

typedef struct
{
  GWeakRef pane;
  GCancellable *cancellable; /* of the work */
} Listener;

typedef struct
{
  IhopPortPane *pane;
  GCancellable *cancellable;
  char *text;
} News;

static void
news_free (gpointer data)
{
  News *news = data;

  g_clear_object (&news->pane);
  g_object_unref (news->cancellable);
  g_free (news->text);
  g_free (news);
}

static gboolean
hear (gpointer data)
{
  News *news = data;

  if (news->pane && news->pane->working == news->cancellable && !g_cancellable_is_cancelled (news->cancellable))
    gtk_label_set_text (GTK_LABEL (news->pane->status), news->text);
  return G_SOURCE_REMOVE;
}

static gboolean
goes_on (const Listener *listener, char *text)
{
  if (text)
    {
      News *news = g_new0 (News, 1);
      news->pane = g_weak_ref_get ((GWeakRef *) &listener->pane);
      news->cancellable = g_object_ref (listener->cancellable);
      news->text = text;
      g_idle_add_full (G_PRIORITY_HIGH_IDLE, hear, news, news_free);
    }
  return !g_cancellable_is_cancelled (listener->cancellable);
}

static gboolean
search_goes_on (const char *function, gpointer data)
{
  return goes_on (data, function ? g_strdup_printf (_ ("Searching: %s…"), function) : NULL);
}

static gboolean
check_goes_on (const char *line, gpointer data)
{
  return goes_on (data, g_strdup_printf (_ ("Proving: %s…"), line));
}

/* ---- what is shown ---- */

static gboolean
has_focus (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *at = root ? gtk_root_get_focus (root) : NULL;

  return at && (at == widget || gtk_widget_is_ancestor (at, widget));
}

static gboolean
is_to_be_taken (IhopPortPane *self, guint i, GtkWidget *row)
{
  const IhopPortLine *line = self->tried ? self->tried->lines->pdata[i] : NULL;

  return line && line->refusal == NULL && ihop_port_row_is_ticked (row);
}

static guint
count_wanted (IhopPortPane *self)
{
  GtkWidget *row = gtk_widget_get_first_child (self->list);
  guint n = 0;

  for (guint i = 0; row; row = gtk_widget_get_next_sibling (row))
    n += is_to_be_taken (self, i++, row);
  return n;
}

/* Buttons that go away must not take the keyboard with them. */
static void
show_buttons (IhopPortPane *self)
{
  gboolean works = self->working != NULL, had_focus = has_focus (GTK_WIDGET (self));
  guint n = count_wanted (self);
  g_autofree char *take = g_strdup_printf (g_dngettext (NULL, "Take %u step", "Take %u steps", n), n);

  gtk_widget_set_visible (self->cancel, works);
  gtk_widget_set_visible (self->take, self->port && self->port->lines->len);
  gtk_widget_set_sensitive (self->take, !works && n > 0);
  gtk_widget_set_sensitive (self->search, !works && ihop_document_snapshot (self->document) != NULL);
  gtk_button_set_label (GTK_BUTTON (self->take), take);
  ihop_text_name (self->take, take, NULL);
  if (had_focus && !has_focus (GTK_WIDGET (self)))
    gtk_widget_grab_focus (works ? self->cancel : n ? self->take : self->search);
}

static void
show_status (IhopPortPane *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->status), text);
}

static void
show_sum (IhopPortPane *self)
{
  const IhopPort *port = self->port;
  const char *more = port->is_cut_short ? _ (" The search had more to try: “Thorough” goes on for longer.") : "";
  g_autofree char *text
    = port->obstacle           ? g_strdup (port->obstacle)
      : port->lines->len == 0 ? g_strdup_printf (_ ("Nothing better than the program as it stands was found.%s"), more)
                              : g_strdup_printf (_ ("Predicted for all loops: %s → %s.%s"), self->tried->before, self->tried->after, more);

  show_status (self, text);
}

static void
drop_work (IhopPortPane *self)
{
  if (self->working)
    g_cancellable_cancel (self->working);
  g_clear_object (&self->working);
}

static void
drop_found (IhopPortPane *self)
{
  g_clear_pointer (&self->port, ihop_port_unref);
  g_clear_pointer (&self->tried, ihop_port_unref);
  ihop_box_clear (self->list);
  ihop_box_clear (self->notes);
}

/* ---- taking some of it ---- */

typedef struct
{
  Listener listener;
  IhopPort *port;          /* to be tried, shared with the pane: … */
  gboolean *wanted;        /* … these of its lines */
  guint file;              /* to be searched, … */
  IhopAdviseEffort effort; /* … so thoroughly */
} Order;

static Order *
order_new (IhopPortPane *self)
{
  Order *order = g_new0 (Order, 1);

  g_weak_ref_init (&order->listener.pane, self);
  return order;
}

static void
order_free (gpointer data)
{
  Order *order = data;

  g_weak_ref_clear (&order->listener.pane);
  ihop_port_unref (order->port);
  g_free (order->wanted);
  g_free (order);
}

static gpointer
check_work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  Order *order = data;
  const IhopAdviseWatch watch = { check_goes_on, &order->listener };

  order->listener.cancellable = cancellable;
  return ihop_port_check (order->port, snapshot, order->wanted, &watch);
}

static void
check_done (IhopDocument *document, gpointer *result, gpointer data)
{
  g_autoptr (IhopPortPane) self = g_weak_ref_get (&((Order *) data)->listener.pane);

  if (self == NULL || self->port == NULL)
    return;
  g_clear_object (&self->working);
  self->tried = ihop_port_ref (*result);
  GtkWidget *row = gtk_widget_get_first_child (self->list);
  for (guint i = 0; row && i < self->tried->lines->len; row = gtk_widget_get_next_sibling (row))
    ihop_port_row_show (row, self->tried->lines->pdata[i++]);
  show_sum (self);
  show_buttons (self);
  if (has_focus (GTK_WIDGET (self)) && !has_focus (self->list))
    gtk_widget_child_focus (self->list, GTK_DIR_TAB_FORWARD);
}

static void
check (IhopPortPane *self)
{
  Order *order = order_new (self);
  GtkWidget *row = gtk_widget_get_first_child (self->list);

  drop_work (self);
  g_clear_pointer (&self->tried, ihop_port_unref);
  order->port = ihop_port_ref (self->port);
  order->wanted = g_new0 (gboolean, self->port->lines->len + 1);
  for (guint i = 0; row; row = gtk_widget_get_next_sibling (row))
    {
      order->wanted[i++] = ihop_port_row_is_ticked (row);
      ihop_port_row_wait (row);
    }
  g_set_object (&self->working, ihop_document_run (self->document, check_work, check_done, order, order_free,
                                                   ihop_port_unref));
  show_buttons (self);
}

static void
tick_changed (GtkCheckButton *tick, gpointer data)
{
  check (data);
}

static void
take (IhopPortPane *self)
{
  g_autoptr (GString) script = g_string_new (NULL);
  GtkWidget *row = gtk_widget_get_first_child (self->list);

  for (guint i = 0; row; row = gtk_widget_get_next_sibling (row), i++)
    if (is_to_be_taken (self, i, row))
      g_string_append_printf (script, "%s%s", script->len ? "\n" : "",
                              ((const IhopPortLine *) self->port->lines->pdata[i])->line);
  if (script->len == 0)
    return;
  show_status (self, _ ("Each step is proved again…"));
  gtk_widget_set_sensitive (self->take, FALSE);
  self->is_taking = TRUE;
  ihop_document_try (self->document, self->port->file, script->str, TRUE);
}

/* ---- searching ---- */

static gpointer
search_work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  Order *order = data;
  const IhopAdviseWatch watch = { search_goes_on, &order->listener };

  order->listener.cancellable = cancellable;
  return ihop_snapshot_port (snapshot, order->file, order->effort, &watch);
}

static void
search_done (IhopDocument *document, gpointer *result, gpointer data)
{
  g_autoptr (IhopPortPane) self = g_weak_ref_get (&((Order *) data)->listener.pane);

  if (self == NULL)
    return;
  g_clear_object (&self->working);
  self->port = ihop_port_ref (*result);
  for (guint i = 0; i < self->port->lines->len; i++)
    gtk_box_append (GTK_BOX (self->list),
                    ihop_port_row_new (self->port->lines->pdata[i], G_CALLBACK (tick_changed), self));
  for (guint i = 0; i < self->port->notes->len; i++)
    gtk_box_append (GTK_BOX (self->notes), ihop_label_new (self->port->notes->pdata[i], "dim"));
  if (self->port->lines->len)
    {
      check (self);
      return;
    }
  show_sum (self);
  show_buttons (self);
}

static void
search (IhopPortPane *self)
{
  if (self->working || ihop_document_snapshot (self->document) == NULL)
    return;
  Order *order = order_new (self);
  drop_found (self);
  order->file = ihop_document_selection (self->document)->file;
  order->effort = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->thorough)) ? IHOP_ADVISE_THOROUGHLY
                                                                                  : IHOP_ADVISE_QUICKLY;
  show_status (self, _ ("Searching…"));
  g_set_object (&self->working, ihop_document_run (self->document, search_work, search_done, order, order_free,
                                                   ihop_port_unref));
  show_buttons (self);
}

static void
call_off (IhopPortPane *self)
{
  drop_work (self);
  drop_found (self);
  show_status (self, _ ("The search was called off."));
  show_buttons (self);
}

static void
focus (IhopPortPane *self, const char *what)
{
  if (g_str_equal (what, "port"))
    search (self);
}

/* ---- the widget ---- */

static void
changed (IhopPortPane *self)
{
  gboolean was_taken = self->is_taking;

  self->is_taking = FALSE;
  drop_work (self);
  drop_found (self);
  show_status (self, was_taken ? _ ("The steps are in the history, each can be undone. “Generate” (F5) makes CUDA of them.")
                               : _ ("Looks for steps that bring the program to the GPU, proves each, and predicts what it "
                                    "is worth. Nothing is changed until you take them."));
  show_buttons (self);
}

static void
ihop_port_pane_dispose (GObject *object)
{
  drop_work (IHOP_PORT_PANE (object));
  G_OBJECT_CLASS (ihop_port_pane_parent_class)->dispose (object);
}

static void
ihop_port_pane_finalize (GObject *object)
{
  IhopPortPane *self = IHOP_PORT_PANE (object);

  g_clear_pointer (&self->port, ihop_port_unref);
  g_clear_pointer (&self->tried, ihop_port_unref);
  G_OBJECT_CLASS (ihop_port_pane_parent_class)->finalize (object);
}

static void
ihop_port_pane_class_init (IhopPortPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ihop_port_pane_dispose;
  G_OBJECT_CLASS (class)->finalize = ihop_port_pane_finalize;
}

static GtkWidget *
bar_new (IhopPortPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);

  self->search = ihop_button_new (_ ("Search"), _ ("Look for steps that bring the program to the GPU (F4)"), NULL, NULL);
  self->thorough = gtk_check_button_new_with_label (_ ("Thorough"));
  gtk_widget_set_tooltip_text (self->thorough, _ ("Tries what seldom pays, too: takes some seconds instead of parts of one"));
  self->cancel = ihop_button_new (_ ("Call off"), NULL, NULL, NULL);
  self->take = ihop_button_new ("", _ ("The ticked steps become steps of the history, each proved again"), NULL, NULL);
  gtk_widget_add_css_class (self->take, "suggested-action");
  self->status = ihop_label_new ("", NULL);
  gtk_widget_set_hexpand (self->status, TRUE);
  ihop_text_name (self->status, _ ("How the search gets on"), NULL);
  gtk_widget_add_css_class (bar, "bar");
  GtkWidget *const parts[] = { self->search, self->thorough, self->status, self->cancel, self->take };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      gtk_widget_set_valign (parts[i], GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (bar), parts[i]);
    }
  return bar;
}

static void
ihop_port_pane_init (IhopPortPane *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_append (GTK_BOX (self), bar_new (self));
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->notes = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  ihop_text_name (self->list, _ ("Steps that were found"), NULL);
  gtk_widget_add_css_class (body, "card-body");
  gtk_box_append (GTK_BOX (body), self->list);
  gtk_box_append (GTK_BOX (body), self->notes);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), body);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), scrolled);
  g_signal_connect_swapped (self->search, "clicked", G_CALLBACK (search), self);
  g_signal_connect_swapped (self->cancel, "clicked", G_CALLBACK (call_off), self);
  g_signal_connect_swapped (self->take, "clicked", G_CALLBACK (take), self);
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopPortPane *self = g_object_new (IHOP_TYPE_PORT_PANE, NULL);

  self->document = document;
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "focus", G_CALLBACK (focus), self, G_CONNECT_SWAPPED);
  changed (self);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_port = {
  .name = "port",
  .title = N_ ("Port"),
  .key = "<Control>8",
  .place = IHOP_PLACE_BOTTOM,
  .create = create,
};
