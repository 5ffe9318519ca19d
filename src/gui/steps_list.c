#include "gui/steps_list.h"
#include "gui/text.h"
#include "gui/widgets.h"
#include <string.h>

typedef enum
{
  GROUP_HELPS, GROUP_POSSIBLE, GROUP_WAITING, GROUP_REFUSED, GROUP_UNFIT, N_GROUPS
} Group;

typedef struct
{
  IhopTrials *trials;      /* NULL: the list is empty */
  char *wanted;            /* folded */
  GPtrArray *rows;         /* of GtkListBoxRow *, one a form */
  GtkWidget *headings[N_GROUPS]; /* in the list where something stands under them: hidden rows would count there for
                                  * those who choose rows by number (AT-SPI) */
} Steps;

#define NUMBER "ihop-number" /* of a row: its form's, plus one; 0: a heading */
#define GROUP "ihop-group"

static void
steps_free (gpointer data)
{
  Steps *self = data;

  for (Group group = 0; group < N_GROUPS; group++)
    g_object_unref (self->headings[group]);
  g_free (self->wanted);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

static Steps *
steps_of (GtkWidget *list)
{
  return g_object_get_data (G_OBJECT (list), "ihop-steps");
}

guint
ihop_steps_list_number (GtkListBoxRow *row)
{
  return row ? GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), NUMBER)) - 1 : G_MAXUINT;
}

static Group
group_in (GtkListBoxRow *row)
{
  return (Group) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), GROUP));
}

static Group
group_of (const Steps *self, guint number)
{
  static const Group groups[] = { [IHOP_TRIAL_WAITING] = GROUP_WAITING, [IHOP_TRIAL_LEGAL] = GROUP_POSSIBLE,
                                  [IHOP_TRIAL_REFUSED] = GROUP_REFUSED, [IHOP_TRIAL_HELPS] = GROUP_HELPS };

  return ihop_trials_form (self->trials, number)->obstacle ? GROUP_UNFIT : groups[ihop_trials_state (self->trials, number)];
}

/* ---- order and search ---- */

static int
in_order (GtkListBoxRow *a, GtkListBoxRow *b, gpointer data)
{
  int by_group = (int) group_in (a) - (int) group_in (b);
  guint first = ihop_steps_list_number (a) + 1, second = ihop_steps_list_number (b) + 1; /* a heading: 0 */

  return by_group ? by_group : (first > second) - (first < second);
}

static gboolean
is_wanted (const Steps *self, guint number)
{
  const IhopForm *form = ihop_trials_form (self->trials, number);
  g_autofree char *name = g_utf8_casefold (form->name, -1);
  g_autofree char *summary = g_utf8_casefold (form->summary, -1);

  return strstr (name, self->wanted) || strstr (summary, self->wanted);
}

static gboolean
is_empty (const Steps *self, Group group)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (group_in (self->rows->pdata[i]) == group && is_wanted (self, i))
      return FALSE;
  return TRUE;
}

/* Not by a filter of the list: what that leaves out is still there for those who have it read to them. */
static void
renew_visible (GtkWidget *list)
{
  const Steps *self = steps_of (list);

  for (guint i = 0; i < self->rows->len; i++)
    gtk_widget_set_visible (self->rows->pdata[i], is_wanted (self, i));
  for (Group group = 0; group < N_GROUPS; group++)
    {
      gboolean is_in_list = gtk_widget_get_parent (self->headings[group]) != NULL;
      if (is_in_list && is_empty (self, group))
        gtk_list_box_remove (GTK_LIST_BOX (list), self->headings[group]);
      else if (!is_in_list && !is_empty (self, group))
        gtk_list_box_append (GTK_LIST_BOX (list), self->headings[group]);
    }
}

void
ihop_steps_list_search (GtkWidget *list, const char *words)
{
  Steps *self = steps_of (list);

  g_free (self->wanted);
  self->wanted = g_utf8_casefold (words, -1);
  renew_visible (list);
}

/* How well the row answers what is looked for: 2: its name is that, 1: it begins so. */
static guint
nearness (const Steps *self, guint number)
{
  g_autofree char *name = g_utf8_casefold (ihop_trials_form (self->trials, number)->name, -1);

  return g_str_equal (name, self->wanted) ? 2 : g_str_has_prefix (name, self->wanted);
}

GtkListBoxRow *
ihop_steps_list_first (GtkWidget *list)
{
  const Steps *self = steps_of (list);
  GtkListBoxRow *row, *best = NULL;
  guint nearest = 0;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i)) != NULL; i++)
    {
      guint number = ihop_steps_list_number (row);
      if (number == G_MAXUINT || !gtk_widget_get_visible (GTK_WIDGET (row)) || !gtk_widget_is_sensitive (GTK_WIDGET (row)))
        continue;
      if (best && nearness (self, number) <= nearest)
        continue;
      best = row;
      nearest = nearness (self, number);
    }
  return best;
}

/* ---- rows ---- */

static GtkWidget *
form_row (const IhopForm *form, guint number)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *symbol = gtk_label_new ("·"), *name = gtk_label_new (form->name), *words = gtk_label_new (NULL);

  gtk_widget_add_css_class (symbol, "verdict-symbol");
  gtk_widget_add_css_class (words, "dim");
  gtk_label_set_ellipsize (GTK_LABEL (words), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (words), 0);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (box), symbol);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), words);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), NUMBER, GUINT_TO_POINTER (number + 1));
  return row;
}

static GtkWidget *
heading_row (Group group)
{
  static const char *const titles[N_GROUPS] = { N_ ("Helps here"), N_ ("Possible"), N_ ("Being tried…"), N_ ("Refused, because"),
                                                N_ ("Does not fit here") };
  GtkWidget *row = gtk_list_box_row_new (), *label = gtk_label_new (_ (titles[group]));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading-small");
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_set_margin_start (label, 4);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  g_object_set_data (G_OBJECT (row), GROUP, GUINT_TO_POINTER (group));
  ihop_text_name (row, _ (titles[group]), NULL);
  return row;
}

/* For those who do not see the row. */
static void
name_row (const Steps *self, guint number, Group group)
{
  static const char *const states[N_GROUPS] = { N_ ("can be taken"), N_ ("can be taken"), N_ ("not tried yet"), N_ ("refused"),
                                                N_ ("does not fit here") };
  const IhopForm *form = ihop_trials_form (self->trials, number);
  const char *why = group == GROUP_HELPS ? _ ("Helps here") : ihop_trials_reason (self->trials, number);
  g_autofree char *tooltip = why ? g_strdup_printf ("%s\n%s", form->summary, why) : g_strdup (form->summary);
  g_autofree char *spoken = g_strdup_printf ("%s: %s", form->name, _ (states[group]));

  gtk_widget_set_tooltip_text (self->rows->pdata[number], tooltip);
  ihop_text_name (self->rows->pdata[number], spoken, tooltip);
}

static void
show_words (const Steps *self, guint number, Group group)
{
  static const char *const symbols[N_GROUPS] = { "✓", "✓", "·", "✗", "–" };
  const char *why = ihop_trials_reason (self->trials, number);
  GtkWidget *symbol = gtk_widget_get_first_child (gtk_list_box_row_get_child (self->rows->pdata[number]));
  GtkWidget *words = gtk_widget_get_last_child (gtk_widget_get_parent (symbol));

  gtk_label_set_text (GTK_LABEL (symbol), symbols[group]);
  gtk_widget_remove_css_class (symbol, "verdict-parallel");
  gtk_widget_remove_css_class (symbol, "verdict-sequential");
  if (group != GROUP_WAITING && group != GROUP_UNFIT)
    gtk_widget_add_css_class (symbol, group == GROUP_REFUSED ? "verdict-sequential" : "verdict-parallel");
  gtk_label_set_text (GTK_LABEL (words), why && *why ? why : ihop_trials_form (self->trials, number)->summary);
}

static void
show (const Steps *self, guint number)
{
  Group group = group_of (self, number);
  GtkWidget *row = self->rows->pdata[number];

  g_object_set_data (G_OBJECT (row), GROUP, GUINT_TO_POINTER (group));
  gtk_widget_set_sensitive (row, group != GROUP_UNFIT);
  show_words (self, number, group);
  name_row (self, number, group);
}

void
ihop_steps_list_show (GtkWidget *list, guint number)
{
  show (steps_of (list), number);
  gtk_list_box_invalidate_sort (GTK_LIST_BOX (list));
  renew_visible (list);
}

/* ---- filling ---- */

void
ihop_steps_list_fill (GtkWidget *list, IhopTrials *trials)
{
  Steps *self = steps_of (list);

  ihop_steps_list_clear (list);
  for (guint i = 0; i < ihop_trials_n (trials); i++)
    g_ptr_array_add (self->rows, form_row (ihop_trials_form (trials, i), i));
  self->trials = trials;
  for (guint i = 0; i < self->rows->len; i++)
    show (self, i);
  for (guint i = 0; i < self->rows->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (list), self->rows->pdata[i]);
  renew_visible (list);
}

void
ihop_steps_list_clear (GtkWidget *list)
{
  Steps *self = steps_of (list);
  GtkListBoxRow *row;

  self->trials = NULL;
  g_ptr_array_set_size (self->rows, 0);
  while ((row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (list), GTK_WIDGET (row));
}

GtkWidget *
ihop_steps_list_new (void)
{
  GtkWidget *list = gtk_list_box_new ();
  Steps *self = g_new0 (Steps, 1);

  self->wanted = g_strdup ("");
  self->rows = g_ptr_array_new ();
  for (Group group = 0; group < N_GROUPS; group++)
    self->headings[group] = g_object_ref_sink (heading_row (group));
  g_object_set_data_full (G_OBJECT (list), "ihop-steps", self, steps_free);
  gtk_list_box_set_sort_func (GTK_LIST_BOX (list), in_order, NULL, NULL);
  gtk_list_box_set_activate_on_single_click (GTK_LIST_BOX (list), FALSE);
  ihop_text_name (list, _ ("Steps"), _ ("What can be done with the selected loop"));
  return list;
}
