#include "gui/graph_amount.h"
#include "gui/text.h"

/* A larger graph is folded until somebody unfolds it. */
enum { READABLE = 120 };

struct _IhopGraphAmount
{
  IhopGraphCanvas *canvas;
  void (*changed) (gpointer data);
  gpointer data;
  GtkWidget *near, *entry, *found, *folding, *fold, *unfold;
  char *subject;           /* what the diagram is of */
  GHashTable *folded;      /* keys of groups that are drawn as one part */
  gboolean folds_itself;   /* nobody has said yet what of this subject is to be folded */
};

void
ihop_graph_amount_free (IhopGraphAmount *amount)
{
  if (amount == NULL)
    return;
  g_free (amount->subject);
  g_hash_table_unref (amount->folded);
  g_free (amount);
}

/* ---- finding a part ---- */

static void
search (IhopGraphAmount *amount, gboolean next)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (amount->entry));
  guint at, n = ihop_graph_canvas_search (amount->canvas, text, next, &at);
  g_autofree char *found = n ? g_strdup_printf (_ ("%u of %u"), at, n) : g_strdup (*text ? _ ("none") : "");

  gtk_label_set_text (GTK_LABEL (amount->found), found);
}

void
ihop_graph_amount_search (IhopGraphAmount *amount)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (amount->entry)))
    search (amount, FALSE);
}

static void
search_anew (IhopGraphAmount *amount)
{
  search (amount, FALSE);
}

static void
search_on (IhopGraphAmount *amount)
{
  search (amount, TRUE);
}

/* ---- folding ---- */

void
ihop_graph_amount_fold (IhopGraphAmount *amount, const char *key, gboolean folds)
{
  if (folds)
    g_hash_table_add (amount->folded, g_strdup (key));
  else
    g_hash_table_remove (amount->folded, key);
  amount->changed (amount->data);
}

static guint
depth_of (const IhopDiagram *diagram, guint group)
{
  guint depth = 0;

  for (int at = (int) group; at >= 0; depth++)
    at = ((const IhopDrawnGroup *) diagram->groups->pdata[at])->parent;
  return depth;
}

/* Of those that are drawn as a frame. */
static guint
deepest_open (const IhopDiagram *diagram)
{
  guint deepest = 0;

  for (guint i = 0; diagram && i < diagram->groups->len; i++)
    if (((const IhopDrawnGroup *) diagram->groups->pdata[i])->width > 0)
      deepest = MAX (deepest, depth_of (diagram, i));
  return deepest;
}

static void
fold_deepest (IhopGraphAmount *amount)
{
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (amount->canvas);
  guint deepest = deepest_open (diagram);

  for (guint i = 0; deepest && i < diagram->groups->len; i++)
    if (depth_of (diagram, i) == deepest)
      g_hash_table_add (amount->folded, ihop_drawn_group_key (diagram->groups->pdata[i]));
  amount->changed (amount->data);
}

static void
unfold_all (IhopGraphAmount *amount)
{
  g_hash_table_remove_all (amount->folded);
  amount->changed (amount->data);
}

/* ---- asking ---- */

static void
set_subject (IhopGraphAmount *amount, const char *subject)
{
  if (g_strcmp0 (subject, amount->subject) == 0)
    return;
  g_hash_table_remove_all (amount->folded);
  amount->folds_itself = TRUE;
  g_free (amount->subject);
  amount->subject = g_strdup (subject);
}

char *
ihop_graph_amount_ask (IhopGraphAmount *amount, const char *subject, const IhopSelection *selection, IhopGraphWish *wish)
{
  set_subject (amount, subject);
  g_autoptr (GList) keys = g_list_sort (g_hash_table_get_keys (amount->folded), (GCompareFunc) g_strcmp0);
  g_autoptr (GPtrArray) copies = g_ptr_array_new ();

  wish->most = amount->folds_itself ? READABLE : 0;
  for (const GList *at = keys; at; at = at->next)
    g_ptr_array_add (copies, g_strdup (at->data));
  g_ptr_array_add (copies, NULL);
  wish->folded = (char **) g_ptr_array_steal (copies, NULL);
  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (amount->near)))
    {
      wish->first = selection->first_line;
      wish->last = MAX (selection->last_line, wish->first);
    }
  g_autofree char *folded = g_strjoinv (" ", wish->folded);
  return g_strdup_printf ("%u %u %s", wish->first, wish->last, folded);
}

/* What has been folded because there was so much of it can be unfolded like everything else. */
void
ihop_graph_amount_shown (IhopGraphAmount *amount, const IhopDiagram *diagram)
{
  for (guint i = 0; diagram && i < diagram->nodes->len; i++)
    {
      const IhopDrawn *node = diagram->nodes->pdata[i];
      if (node->folds)
        g_hash_table_add (amount->folded, g_strdup (node->folds));
    }
  amount->folds_itself = amount->folds_itself && diagram == NULL;
  gtk_widget_set_visible (amount->folding, diagram && diagram->kind != IHOP_DIAGRAM_CALLS);
  gtk_widget_set_sensitive (amount->fold, deepest_open (diagram) > 0);
  gtk_widget_set_sensitive (amount->unfold, g_hash_table_size (amount->folded) > 0);
}

/* ---- its buttons ---- */

static GtkWidget *
fold_button (IhopGraphAmount *amount, const char *label, const char *name, void (*run) (IhopGraphAmount *amount))
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, name);
  ihop_text_name (button, name, NULL);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (run), amount);
  gtk_box_append (GTK_BOX (amount->folding), button);
  return button;
}

static void
add_search (IhopGraphAmount *amount, GtkWidget *bar)
{
  amount->entry = gtk_search_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (amount->entry), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (amount->entry), 14);
  ihop_text_name (amount->entry, _ ("Search the graph"), _ ("Enter: the next one"));
  gtk_widget_set_tooltip_text (amount->entry, _ ("Search the graph; Enter: the next one"));
  g_signal_connect_swapped (amount->entry, "search-changed", G_CALLBACK (search_anew), amount);
  g_signal_connect_swapped (amount->entry, "activate", G_CALLBACK (search_on), amount);
  g_signal_connect_swapped (amount->entry, "next-match", G_CALLBACK (search_on), amount);
  amount->found = gtk_label_new (NULL);
  gtk_widget_add_css_class (amount->found, "dim");
  gtk_box_append (GTK_BOX (bar), amount->entry);
  gtk_box_append (GTK_BOX (bar), amount->found);
}

IhopGraphAmount *
ihop_graph_amount_new (IhopGraphCanvas *canvas, GCallback changed, gpointer data, GtkWidget *bar)
{
  IhopGraphAmount *amount = g_new0 (IhopGraphAmount, 1);

  amount->canvas = canvas;
  amount->changed = (void (*) (gpointer)) changed;
  amount->data = data;
  amount->folded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  amount->folding = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (amount->folding, "linked");
  amount->fold = fold_button (amount, _ ("Fold"), _ ("Fold the innermost loops"), fold_deepest);
  amount->unfold = fold_button (amount, _ ("Unfold"), _ ("Unfold all loops"), unfold_all);
  amount->near = gtk_toggle_button_new_with_label (_ ("Nearby"));
  gtk_widget_set_tooltip_text (amount->near, _ ("Only what is near the selection: two edges away at most"));
  ihop_text_name (amount->near, _ ("Nearby"), _ ("Only what is near the selection: two edges away at most"));
  g_signal_connect_swapped (amount->near, "toggled", changed, data);
  gtk_box_append (GTK_BOX (bar), amount->folding);
  gtk_box_append (GTK_BOX (bar), amount->near);
  add_search (amount, bar);
  return amount;
}
