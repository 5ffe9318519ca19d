#include "gui/issue_rows.h"
#include "gui/column_layout.h"
#include "gui/include_folder.h"
#include "gui/item.h"
#include "gui/widgets.h"

static IhopDocument *
document_of (GtkListItem *list_item)
{
  return g_object_get_data (G_OBJECT (gtk_list_item_get_child (list_item)), "ihop-document");
}

static const char *
refusal_of (GtkListItem *list_item, const IhopItem *item)
{
  return item->kind == IHOP_ITEM_LOOP ? ihop_document_refusal (document_of (list_item), item->file, item->name) : NULL;
}

/* Setting a tooltip asks the X server where the pointer is, for every row: this asks only when it is there. */
static gboolean
query_tooltip (GtkWidget *row, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, gpointer data)
{
  const IhopItem *item = gtk_list_item_get_item (data);

  if (item == NULL || item->finding == NULL)
    return FALSE;
  const char *refusal = refusal_of (data, item);
  g_autofree char *text = refusal ? g_strdup_printf (_ ("%s\n\nThe GPU refuses it: %s"), item->finding, refusal)
                                  : g_strdup (item->finding);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
mark_parallel (GtkButton *button)
{
  GtkListItem *list_item = g_object_get_data (G_OBJECT (button), "ihop-list-item");
  const IhopItem *item = gtk_list_item_get_item (list_item);
  IhopDocument *document = document_of (list_item);

  if (item == NULL)
    return;
  g_autofree char *step = g_strdup_printf ("target %s", item->name);
  guint file = item->file;
  ihop_document_select_loop (document, file, item->name);
  ihop_document_try (document, file, step, TRUE);
}

static void
add_include (GtkButton *button)
{
  ihop_include_folder_choose (GTK_WIDGET (button), document_of (g_object_get_data (G_OBJECT (button), "ihop-list-item")));
}

static const char *
word_of (guint kind, guint verdict)
{
  return kind == IHOP_ITEM_LOOP ? ihop_text_verdict (verdict) : verdict == IHOP_SEQUENTIAL ? _ ("error") : _ ("warning");
}

static char *
verdict_text (guint kind, guint verdict)
{
  return g_strdup_printf ("%s %s", kind == IHOP_ITEM_LOOP ? ihop_text_verdict_symbol (verdict) : "⚠", word_of (kind, verdict));
}

#define N_LABELS 5 /* verdict, address, line, finding, mark; then the buttons */

static void
add_button (GtkWidget *row, GtkListItem *list_item, const char *label, GCallback pressed)
{
  GtkWidget *button = ihop_button_new (label, NULL, NULL, NULL);

  gtk_widget_add_css_class (button, "issue-button");
  g_object_set_data (G_OBJECT (button), "ihop-list-item", list_item);
  g_signal_connect (button, "clicked", pressed, NULL);
  gtk_box_append (GTK_BOX (row), button);
}

/* As wide as the longest verdict is in the language of the window. */
static void
set_verdict_column (GtkWidget *label)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *verdict = verdict_text (IHOP_ITEM_LOOP, i);
      g_strv_builder_add (words, verdict);
    }
  g_auto (GStrv) all = g_strv_builder_end (words);
  ihop_label_set_column_for (label, (const char *const *) all);
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  static const int widths[N_LABELS] = { 0, 22, 10, 0, 0 };

  for (guint i = 0; i < N_LABELS; i++)
    {
      GtkWidget *label = gtk_label_new (NULL);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      if (i == 0)
        set_verdict_column (label);
      else if (widths[i])
        ihop_label_set_column (label, widths[i]);
      gtk_widget_set_hexpand (label, i == 3);
      gtk_box_append (GTK_BOX (row), label);
    }
  add_button (row, list_item, _ ("Put on GPU"), G_CALLBACK (mark_parallel));
  add_button (row, list_item, _ ("Add include folder…"), G_CALLBACK (add_include));
  gtk_widget_add_css_class (row, "issue");
  g_object_set_data (G_OBJECT (row), "ihop-list-item", list_item);
  g_object_set_data (G_OBJECT (row), "ihop-document", data);
  gtk_widget_set_has_tooltip (row, TRUE);
  g_signal_connect (row, "query-tooltip", G_CALLBACK (query_tooltip), list_item);
  gtk_list_item_set_child (list_item, row);
}

/* Parallel loops can be sent to the device right here, unless it is known that it would refuse them; headers that are not
 * found can be looked for elsewhere. */
static void
bind_buttons (const IhopItem *item, const char *refusal, GtkWidget *button)
{
  const gboolean is_offered[]
    = { item->kind == IHOP_ITEM_LOOP && item->verdict == IHOP_PARALLEL && item->mark == NULL && refusal == NULL,
        item->is_missing_header };

  for (guint i = 0; button; i++, button = gtk_widget_get_next_sibling (button))
    {
      g_autofree char *spoken
        = g_strdup_printf ("%s: %s", gtk_button_get_label (GTK_BUTTON (button)), item->name);
      gtk_widget_set_visible (button, is_offered[i]);
      ihop_text_name (button, spoken, NULL);
    }
}

/* Whether it is on the device, and whether that will be refused: said before anybody generates. */
static void
bind_badge (const IhopItem *item, const char *refusal, GtkWidget *label)
{
  const char *text = item->mark && refusal ? _ ("✗ refused on the GPU") : item->mark ? _ ("✓ on the GPU")
                     : refusal ? _ ("not for the GPU") : "";

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_remove_css_class (label, "verdict-parallel");
  gtk_widget_remove_css_class (label, "verdict-sequential");
  gtk_widget_remove_css_class (label, "dim");
  gtk_widget_add_css_class (label, item->mark == NULL ? "dim" : refusal ? "verdict-sequential" : "verdict-parallel");
}

static void
show_row (GtkListItem *list_item)
{
  const IhopItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *row = gtk_list_item_get_child (list_item), *label = gtk_widget_get_first_child (row);
  g_autofree char *verdict = verdict_text (item->kind, item->verdict);
  g_autofree char *line = item->line ? g_strdup_printf (_ ("line %u"), item->line) : g_strdup (""); /* of no line: a whole file, the options */
  const char *const texts[N_LABELS] = { verdict, item->name, line, item->finding, "" };
  const char *refusal = refusal_of (list_item, item);

  for (guint i = 0; i < 3; i++)
    gtk_widget_remove_css_class (label, ihop_text_verdict_class (i));
  gtk_widget_add_css_class (label, ihop_text_verdict_class (item->verdict));
  for (guint i = 0; i < N_LABELS; i++, label = gtk_widget_get_next_sibling (label))
    gtk_label_set_text (GTK_LABEL (label), texts[i]);
  bind_badge (item, refusal, gtk_widget_get_prev_sibling (label));
  bind_buttons (item, refusal, label);
  const char *badge = gtk_label_get_text (GTK_LABEL (gtk_widget_get_prev_sibling (label)));
  g_autofree char *spoken = g_strdup_printf ("%s, %s: %s%s%s", item->name, word_of (item->kind, item->verdict), item->finding, *badge ? "; " : "", badge);
  ihop_text_name (row, spoken, NULL);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  show_row (list_item);
  g_signal_connect_object (gtk_list_item_get_item (list_item), "touched", G_CALLBACK (show_row), list_item, G_CONNECT_SWAPPED);
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  gpointer item = gtk_list_item_get_item (list_item);

  if (item)
    g_signal_handlers_disconnect_by_func (item, show_row, list_item);
}

GtkListItemFactory *
ihop_issue_rows_new (IhopDocument *document)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), document);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), NULL);
  return factory;
}
