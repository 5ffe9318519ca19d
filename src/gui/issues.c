/* Every loop with what was found out about it in a sentence; filter and search. */
#include "gui/issue_rows.h"
#include "gui/issues_group.h"
#include "gui/item.h"
#include "gui/menu.h"
#include "gui/pane.h"
#include "gui/widgets.h"
#include <string.h>

#define IHOP_TYPE_ISSUES (ihop_issues_get_type ())
G_DECLARE_FINAL_TYPE (IhopIssues, ihop_issues, IHOP, ISSUES, GtkBox)

struct _IhopIssues
{
  GtkBox parent_instance;
  IhopDocument *document;
  GListStore *items;
  GtkFilter *filter;
  GtkFilterListModel *filtered;
  GtkSingleSelection *selection;
  GtkWidget *view;
  GtkWidget *search, *verdicts, *count;
  GArray *consumed;        /* of guint, one a file */
  guint n_messages;        /* what was said about files stands first … */
  guint n_diags;           /* … and was made from so many */
  gboolean is_following;
};

G_DEFINE_FINAL_TYPE (IhopIssues, ihop_issues, GTK_TYPE_BOX)

/* ---- filling ---- */

static void
update_count (IhopIssues *self)
{
  guint all = g_list_model_get_n_items (G_LIST_MODEL (self->items)) - self->n_messages;
  guint shown = MIN (g_list_model_get_n_items (G_LIST_MODEL (self->filtered)), all);
  g_autofree char *text = shown == all ? g_strdup_printf (g_dngettext (NULL, "%u loop", "%u loops", all), all)
                                       : g_strdup_printf (_ ("%u of %u loops"), shown, all);

  gtk_label_set_text (GTK_LABEL (self->count), text);
}

static void
clear (IhopIssues *self)
{
  self->is_following = TRUE;
  g_list_store_remove_all (self->items);
  self->n_messages = self->n_diags = 0;
  g_array_set_size (self->consumed, 0);
  g_array_set_size (self->consumed, ihop_document_n_files (self->document));
  self->is_following = FALSE;
  update_count (self);
}

static void
changed (IhopIssues *self)
{
  ihop_widget_set_old (self->view, ihop_document_is_old (self->document));
}

#define MOST_MESSAGES 500

/* What Clang and we had to say about the files, notes apart. */
static void
show_messages (IhopIssues *self)
{
  const IhopDiags *diags = ihop_document_diags (self->document);
  const IhopSession *session = ihop_document_session (self->document);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  if (diags->len == self->n_diags)
    return;
  for (guint i = 0; i < diags->len && items->len < MOST_MESSAGES; i++)
    {
      const IhopDiag *diag = diags->pdata[i];
      guint file = 0;
      while (file < ihop_session_n_files (session)
             && g_strcmp0 (ihop_session_path (session, file), diag->path) != 0)
        file++;
      if (diag->severity >= IHOP_WARNING)
        g_ptr_array_add (items, ihop_item_new_message (diag, file));
    }
  g_list_store_splice (self->items, 0, self->n_messages, items->pdata, items->len);
  self->n_messages = items->len;
  self->n_diags = diags->len;
}

static void
analysed (IhopIssues *self, guint file)
{
  self->is_following = TRUE;
  show_messages (self);
  self->is_following = FALSE;
  const GPtrArray *loops = ihop_document_loops (self->document, file);
  guint *consumed = &g_array_index (self->consumed, guint, file);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (; *consumed < loops->len; (*consumed)++)
    g_ptr_array_add (items, ihop_item_new_loop (loops->pdata[*consumed]));
  if (items->len == 0)
    return;
  self->is_following = TRUE;
  g_list_store_splice (self->items, g_list_model_get_n_items (G_LIST_MODEL (self->items)), 0,
                       items->pdata, items->len);
  self->is_following = FALSE;
  update_count (self);
}

/* ---- filter ---- */

static gboolean
fits (gpointer data, gpointer user_data)
{
  IhopIssues *self = user_data;
  const IhopItem *item = data;
  guint verdict = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->verdicts));
  g_autofree char *wanted = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);

  if (verdict && item->verdict != verdict - 1)
    return FALSE;
  if (*wanted == '\0')
    return TRUE;
  g_autofree char *name = g_utf8_casefold (item->name, -1);
  if (strpbrk (wanted, "*?"))
    return item->kind == IHOP_ITEM_LOOP && g_pattern_match_simple (wanted, name);
  g_autofree char *finding = g_utf8_casefold (item->finding, -1);
  return strstr (name, wanted) || strstr (finding, wanted);
}

/* The same loops: what is known of them now. */
static void
renewed (IhopIssues *self)
{
  g_autofree guint *at = g_new0 (guint, ihop_document_n_files (self->document) + 1);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  self->is_following = TRUE;
  self->n_diags = G_MAXUINT;
  for (guint i = self->n_messages; i < n; i++)
    {
      g_autoptr (IhopItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);
      ihop_item_renew (item, ihop_document_loops (self->document, item->file)->pdata[at[item->file]++]);
    }
  show_messages (self);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  self->is_following = FALSE;
  update_count (self);
}

static void
refilter (IhopIssues *self)
{
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  update_count (self);
}

/* ---- selection ---- */

static void
selected (IhopIssues *self)
{
  IhopItem *item = gtk_single_selection_get_selected_item (self->selection);

  if (item == NULL || self->is_following || gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;
  self->is_following = TRUE;
  if (item->kind == IHOP_ITEM_LOOP)
    ihop_document_select_loop (self->document, item->file, item->name);
  else if (item->file < ihop_document_n_files (self->document))
    {
      ihop_document_select_lines (self->document, item->file, MAX (item->line, 1), MAX (item->line, 1));
      ihop_document_point (self->document, item->file, item->line, 0);
    }
  self->is_following = FALSE;
}

static void
follow (IhopIssues *self)
{
  const IhopSelection *selection = ihop_document_selection (self->document);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->filtered)), found = GTK_INVALID_LIST_POSITION;

  if (self->is_following)
    return;
  for (guint i = 0; selection->address && i < n; i++)
    {
      g_autoptr (IhopItem) item = g_list_model_get_item (G_LIST_MODEL (self->filtered), i);
      if (item->file == selection->file && g_str_equal (item->name, selection->address))
        found = i;
    }
  self->is_following = TRUE;
  gtk_single_selection_set_selected (self->selection, found);
  self->is_following = FALSE;
}

/* More is known of what the device takes. */
static void
device_known (IhopIssues *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (IhopItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);
      if (item->kind == IHOP_ITEM_LOOP)
        ihop_item_touch (item);
    }
}

/* The row under the pointer is selected. */
static void
choose_at (GtkWidget *widget, double x, double y, gpointer data)
{
  IhopIssues *self = data;
  GtkWidget *at = gtk_widget_pick (widget, x, y, GTK_PICK_DEFAULT);

  for (; at && at != widget; at = gtk_widget_get_parent (at))
    {
      GtkListItem *list_item = g_object_get_data (G_OBJECT (at), "ihop-list-item");
      if (list_item == NULL && gtk_widget_get_first_child (at))
        list_item = g_object_get_data (G_OBJECT (gtk_widget_get_first_child (at)), "ihop-list-item");
      if (list_item)
        {
          gtk_single_selection_set_selected (self->selection, gtk_list_item_get_position (list_item));
          return;
        }
    }
}

/* ---- the widget ---- */

static void
ihop_issues_finalize (GObject *object)
{
  g_array_unref (IHOP_ISSUES (object)->consumed);
  G_OBJECT_CLASS (ihop_issues_parent_class)->finalize (object);
}

static void
ihop_issues_class_init (IhopIssuesClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ihop_issues_finalize;
}

static GtkWidget *
make_bar (IhopIssues *self)
{
  const char *const verdicts[] = { _ ("All verdicts"), _ ("✓ parallel"), _ ("✗ sequential"),
                                   _ ("? unknown"), NULL };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Search loops and findings; or a pattern: solve*/i"), "hexpand", TRUE, NULL);
  ihop_text_name (self->search, _ ("Search issues"), NULL);
  self->verdicts = gtk_drop_down_new_from_strings (verdicts);
  ihop_text_name (self->verdicts, _ ("Show verdicts"), NULL);
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "dim");
  gtk_widget_add_css_class (bar, "tabs");
  gtk_box_append (GTK_BOX (bar), self->search);
  gtk_box_append (GTK_BOX (bar), self->verdicts);
  gtk_box_append (GTK_BOX (bar), self->count);
  return bar;
}

static void
ihop_issues_init (IhopIssues *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->consumed = g_array_new (FALSE, TRUE, sizeof (guint));
  self->items = g_list_store_new (IHOP_TYPE_ITEM);
  gtk_box_append (GTK_BOX (self), make_bar (self));
  self->filter = GTK_FILTER (gtk_custom_filter_new (fits, self, NULL));
  self->filtered = gtk_filter_list_model_new (G_LIST_MODEL (self->items), self->filter);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->filtered));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->view = gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), NULL);
  ihop_text_name (self->view, _ ("Issues"), _ ("Every loop with what was found out about it"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), scrolled);
  g_signal_connect_swapped (self->search, "changed", G_CALLBACK (refilter), self);
  g_signal_connect_swapped (self->verdicts, "notify::selected", G_CALLBACK (refilter), self);
  update_count (self);
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopIssues *self = g_object_new (IHOP_TYPE_ISSUES, NULL);

  g_autoptr (GtkListItemFactory) rows = ihop_issue_rows_new (document);

  self->document = document;
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->view), rows);
  gtk_box_append (GTK_BOX (gtk_widget_get_first_child (GTK_WIDGET (self))),
                  ihop_issues_group_new (document, G_LIST_MODEL (self->filtered)));
  g_signal_connect_object (document, "device", G_CALLBACK (device_known), self, G_CONNECT_SWAPPED);
  ihop_menu_attach (self->view, document, IHOP_MENU_LOOP, choose_at, self);
  g_signal_connect_object (document, "cleared", G_CALLBACK (clear), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "renewed", G_CALLBACK (renewed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "finished", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "analysed", G_CALLBACK (analysed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "selection", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_issues = {
  .name = "issues",
  .title = N_ ("Issues"),
  .key = "<Control>1",
  .place = IHOP_PLACE_BOTTOM,
  .create = create,
};
