#include "gui/explorer_rows.h"
#include "gui/item.h"
#include "gui/text.h"

static void
set_verdict (GtkWidget *label, IhopVerdict verdict)
{
  for (guint i = 0; i < 3; i++)
    gtk_widget_remove_css_class (label, ihop_text_verdict_class (i));
  gtk_widget_add_css_class (label, ihop_text_verdict_class (verdict));
}

/* "✓3 ✗1", in the verdicts' colours. */
static char *
counts_markup (const IhopItem *item)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 3; i++)
    if (item->count[i])
      g_string_append_printf (text, "%s<span color=\"%s\">%s %u</span>", text->len ? "  " : "",
                              ihop_text_verdict_color (i, ihop_text_is_dark ()),
                              ihop_text_verdict_symbol (i), item->count[i]);
  return g_string_free (text, FALSE);
}

static char *
spoken (const IhopItem *item)
{
  if (item->kind == IHOP_ITEM_LOOP)
    return g_strdup_printf ("%s, %s", item->name, ihop_text_verdict (item->verdict));
  return g_strdup_printf (_ ("%s: %u parallel, %u sequential, %u unknown"), item->label, item->count[0],
                          item->count[1], item->count[2]);
}

/* A function without loops has nothing to open: its arrow would promise something. */
static void
show_whether_empty (GtkTreeExpander *expander, const IhopItem *item)
{
  guint n = item->count[0] + item->count[1] + item->count[2];

  if (item->kind == IHOP_ITEM_LOOP || n)
    gtk_widget_remove_css_class (GTK_WIDGET (expander), "empty");
  else
    gtk_widget_add_css_class (GTK_WIDGET (expander), "empty");
}

static void
show_item (GtkTreeExpander *expander, IhopItem *item)
{
  GtkWidget *row = gtk_tree_expander_get_child (expander);
  GtkWidget *symbol = gtk_widget_get_first_child (row);
  GtkWidget *label = gtk_widget_get_next_sibling (symbol);
  GtkWidget *word = gtk_widget_get_next_sibling (label);
  g_autofree char *name = spoken (item);

  gtk_label_set_text (GTK_LABEL (label), item->label);
  gtk_widget_set_visible (symbol, item->kind == IHOP_ITEM_LOOP);
  show_whether_empty (expander, item);
  if (item->kind == IHOP_ITEM_LOOP)
    {
      gtk_label_set_text (GTK_LABEL (symbol), ihop_text_verdict_symbol (item->verdict));
      gtk_label_set_text (GTK_LABEL (word), ihop_text_verdict (item->verdict));
      set_verdict (symbol, item->verdict);
      set_verdict (word, item->verdict);
    }
  else
    {
      g_autofree char *markup = counts_markup (item);
      gtk_label_set_markup (GTK_LABEL (word), markup);
    }
  ihop_text_name (row, name, item->finding);
  ihop_text_name (GTK_WIDGET (expander), name, item->finding);
}

/* Asked for only when the pointer is there (see issues.c). */
static gboolean
query_tooltip (GtkTreeExpander *expander, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, gpointer data)
{
  g_autoptr (IhopItem) item = gtk_tree_expander_get_item (expander);
  const char *text = item == NULL                        ? NULL
                     : item->kind == IHOP_ITEM_LOOP ? item->finding
                     : item->kind == IHOP_ITEM_FILE ? item->name
                                                    : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *symbol = gtk_label_new (NULL), *label = gtk_label_new (NULL), *word = gtk_label_new (NULL);

  gtk_widget_add_css_class (row, "explorer-row");
  gtk_widget_add_css_class (symbol, "verdict-symbol");
  gtk_widget_add_css_class (word, "verdict-word");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (word), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (row), symbol);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), word);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), row);
  gtk_widget_set_has_tooltip (expander, TRUE);
  g_signal_connect (expander, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
  gtk_list_item_set_child (list_item, expander);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item));
  g_autoptr (IhopItem) item = gtk_tree_list_row_get_item (row);

  gtk_tree_expander_set_list_row (expander, row);
  show_item (expander, item);
  g_signal_connect_object (item, "touched", G_CALLBACK (show_item), expander, G_CONNECT_SWAPPED);
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  GtkWidget *expander = gtk_list_item_get_child (list_item);
  g_autoptr (IhopItem) item = row ? gtk_tree_list_row_get_item (row) : NULL;

  if (item)
    g_signal_handlers_disconnect_by_func (item, show_item, expander);
}

GtkListItemFactory *
ihop_explorer_rows_new (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), NULL);
  return factory;
}
