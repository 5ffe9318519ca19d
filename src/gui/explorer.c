#include "gui/explorer.h"
#include "gui/explorer_rows.h"
#include "gui/item.h"
#include "gui/menu.h"
#include "gui/text.h"
#include "gui/widgets.h"
#include <string.h>

#define IHOP_TYPE_EXPLORER (ihop_explorer_get_type ())
G_DECLARE_FINAL_TYPE (IhopExplorer, ihop_explorer, IHOP, EXPLORER, GtkBox)

struct _IhopExplorer
{
  GtkBox parent_instance;
  IhopDocument *document;
  GListStore *files;
  GtkTreeListModel *tree;
  GtkSingleSelection *selection;
  GtkListView *view;
  GArray *consumed;        /* of guint, one a file: loops that are in the tree … */
  GArray *added;           /* … and functions */
  gboolean is_following;   /* the selection is being brought here: do not send it back */
};

G_DEFINE_FINAL_TYPE (IhopExplorer, ihop_explorer, GTK_TYPE_BOX)

/* ---- the tree ---- */

static GListModel *
children_of (gpointer data, gpointer user_data)
{
  IhopItem *item = data;

  return item->children ? G_LIST_MODEL (g_object_ref (item->children)) : NULL;
}

static IhopItem *
file_item (IhopExplorer *self, guint file)
{
  g_autoptr (IhopItem) item = g_list_model_get_item (G_LIST_MODEL (self->files), file);

  return item; /* the store keeps it */
}

static void
rebuild (IhopExplorer *self)
{
  const IhopSession *session = ihop_document_session (self->document);

  self->is_following = TRUE;
  g_list_store_remove_all (self->files);
  g_array_set_size (self->consumed, 0);
  g_array_set_size (self->added, 0);
  for (guint i = 0; i < ihop_document_n_files (self->document); i++)
    {
      g_autoptr (IhopItem) item = ihop_item_new_file (i, ihop_session_path (session, i));
      guint none = 0;
      g_array_append_val (self->consumed, none);
      g_array_append_val (self->added, none);
      g_list_store_append (self->files, item);
    }
  self->is_following = FALSE;
}

/* Functions are put in as their loops arrive, in the order of the file, so that a long file does not come
 * all at once. Gives the item of "name", or NULL; a NULL name stands for all functions that are left. */
static IhopItem *
add_functions (IhopExplorer *self, guint file, const char *name)
{
  const GPtrArray *functions = ihop_document_functions (self->document, file);
  IhopItem *parent = file_item (self, file), *found = NULL;
  guint *added = &g_array_index (self->added, guint, file);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (; functions && found == NULL && *added < functions->len; (*added)++)
    {
      const IhopFunctionView *function = functions->pdata[*added];
      if (function->line == 0)
        continue;
      g_ptr_array_add (items, ihop_item_new_function (function));
      if (name && g_str_equal (function->name, name))
        found = items->pdata[items->len - 1];
    }
  g_list_store_splice (parent->children, g_list_model_get_n_items (G_LIST_MODEL (parent->children)), 0,
                       items->pdata, items->len);
  return found;
}

/* The functions of a small file are there before any verdict. */
#define FEW_FUNCTIONS 60

static IhopItem *
function_item (IhopExplorer *self, guint file, const char *name)
{
  IhopItem *parent = file_item (self, file);

  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (parent->children)); i-- > 0;)
    {
      g_autoptr (IhopItem) item = g_list_model_get_item (G_LIST_MODEL (parent->children), i);
      if (g_str_equal (item->name, name))
        return item;
    }
  return add_functions (self, file, name);
}

/* The loops of one function came together, in the order of the text: the loop of depth d belongs to
 * the last one of depth d - 1. Inner ones are put in first, so that a loop knows its arrow. */
static guint
add_loops (IhopItem *parent, const GPtrArray *loops, guint from, guint depth, const char *function)
{
  g_autoptr (IhopItem) last = NULL;
  guint i = from;

  while (i < loops->len)
    {
      const IhopLoopView *loop = loops->pdata[i];
      if (loop->depth < depth || !g_str_equal (loop->function, function))
        break;
      g_clear_object (&last);
      last = ihop_item_new_loop (loop);
      i++;
      const IhopLoopView *next = i < loops->len ? loops->pdata[i] : NULL;
      if (next && next->depth > depth && g_str_equal (next->function, function))
        {
          last->children = g_list_store_new (IHOP_TYPE_ITEM);
          i = add_loops (last, loops, i, next->depth, function);
        }
      g_list_store_append (parent->children, last);
    }
  return i;
}

static void
analysed (IhopExplorer *self, guint file)
{
  const GPtrArray *loops = ihop_document_loops (self->document, file);
  guint *consumed = &g_array_index (self->consumed, guint, file);
  IhopItem *parent = file_item (self, file);

  const GPtrArray *functions = ihop_document_functions (self->document, file);

  self->is_following = TRUE;
  if (functions && functions->len <= FEW_FUNCTIONS)
    add_functions (self, file, NULL);
  while (*consumed < loops->len)
    {
      const IhopLoopView *loop = loops->pdata[*consumed];
      IhopItem *function = function_item (self, file, loop->function);
      guint first = *consumed;
      *consumed = function ? add_loops (function, loops, first, loop->depth, loop->function) : first + 1;
      for (guint i = first; function && i < *consumed; i++)
        {
          ihop_item_count (parent, ((const IhopLoopView *) loops->pdata[i])->verdict);
          ihop_item_count (function, ((const IhopLoopView *) loops->pdata[i])->verdict);
        }
      if (function)
        ihop_item_touch (function);
    }
  ihop_item_touch (parent);
  self->is_following = FALSE;
}

/* ---- the same loops, with what is known now ---- */

static void
renew_loops (GListStore *children, const GPtrArray *loops, guint *at, IhopItem *function)
{
  guint n = children ? g_list_model_get_n_items (G_LIST_MODEL (children)) : 0;

  for (guint i = 0; i < n && *at < loops->len; i++)
    {
      g_autoptr (IhopItem) item = g_list_model_get_item (G_LIST_MODEL (children), i);
      const IhopLoopView *loop = loops->pdata[(*at)++];
      ihop_item_renew (item, loop);
      ihop_item_count (function, loop->verdict);
      renew_loops (item->children, loops, at, function);
    }
}

static void
renew_file (IhopExplorer *self, guint file)
{
  const GPtrArray *loops = ihop_document_loops (self->document, file);
  IhopItem *parent = file_item (self, file);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (parent->children)), at = 0;

  memset (parent->count, 0, sizeof parent->count);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (IhopItem) function = g_list_model_get_item (G_LIST_MODEL (parent->children), i);
      guint before[G_N_ELEMENTS (function->count)];
      memcpy (before, function->count, sizeof before);
      memset (function->count, 0, sizeof before);
      renew_loops (function->children, loops, &at, function);
      for (guint verdict = 0; verdict < G_N_ELEMENTS (before); verdict++)
        parent->count[verdict] += function->count[verdict];
      if (memcmp (before, function->count, sizeof before) != 0)
        ihop_item_touch (function);
    }
  ihop_item_touch (parent);
}

static void
renewed (IhopExplorer *self)
{
  for (guint i = 0; i < self->added->len; i++)
    renew_file (self, i);
}

static void
changed (IhopExplorer *self)
{
  ihop_widget_set_old (GTK_WIDGET (self->view), ihop_document_is_old (self->document));
}

static void
finished (IhopExplorer *self)
{
  changed (self);
  self->is_following = TRUE;
  for (guint i = 0; i < self->added->len; i++)
    add_functions (self, i, NULL);
  self->is_following = FALSE;
}

/* Counts are drawn in colours that suit the background. */
static void
recolor (IhopExplorer *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->tree));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), i);
      g_autoptr (IhopItem) item = gtk_tree_list_row_get_item (row);
      if (item->kind != IHOP_ITEM_LOOP)
        ihop_item_touch (item);
    }
}

/* ---- the selection, there and back ---- */

static void
selected (IhopExplorer *self)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (IhopItem) item = row ? gtk_tree_list_row_get_item (row) : NULL;

  if (item == NULL || self->is_following || gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;
  self->is_following = TRUE;
  if (item->kind == IHOP_ITEM_LOOP)
    ihop_document_select_loop (self->document, item->file, item->name);
  else if (item->kind == IHOP_ITEM_FUNCTION)
    ihop_document_select_function (self->document, item->file, item->name);
  else
    ihop_document_select_file (self->document, item->file);
  self->is_following = FALSE;
}

static gboolean
is_it (const IhopItem *item, const IhopSelection *selection)
{
  if (item->file != selection->file)
    return FALSE;
  if (selection->address)
    return item->kind == IHOP_ITEM_LOOP && g_str_equal (item->name, selection->address);
  if (selection->function)
    return item->kind == IHOP_ITEM_FUNCTION && g_str_equal (item->name, selection->function);
  return item->kind == IHOP_ITEM_FILE;
}

static void
follow (IhopExplorer *self)
{
  const IhopSelection *selection = ihop_document_selection (self->document);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->tree));

  if (self->is_following)
    return;
  self->is_following = TRUE;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), i);
      g_autoptr (IhopItem) item = gtk_tree_list_row_get_item (row);
      if (!is_it (item, selection))
        continue;
      gtk_single_selection_set_selected (self->selection, i);
      gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u", i);
      break;
    }
  self->is_following = FALSE;
}

/* The row under the pointer is selected. */
static void
choose_at (GtkWidget *widget, double x, double y, gpointer data)
{
  IhopExplorer *self = data;
  GtkWidget *at = gtk_widget_pick (widget, x, y, GTK_PICK_DEFAULT);
  GtkWidget *expander = at ? gtk_widget_get_ancestor (at, GTK_TYPE_TREE_EXPANDER) : NULL;

  if (expander == NULL && at && GTK_IS_TREE_EXPANDER (gtk_widget_get_first_child (at)))
    expander = gtk_widget_get_first_child (at); /* beside it, in its row */
  if (expander)
    gtk_single_selection_set_selected (
      self->selection, gtk_tree_list_row_get_position (gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander))));
}

void
ihop_explorer_focus (GtkWidget *explorer)
{
  gtk_widget_grab_focus (GTK_WIDGET (IHOP_EXPLORER (explorer)->view));
}

/* ---- the widget ---- */

static void
ihop_explorer_finalize (GObject *object)
{
  IhopExplorer *self = IHOP_EXPLORER (object);

  g_array_unref (self->consumed);
  g_array_unref (self->added);
  G_OBJECT_CLASS (ihop_explorer_parent_class)->finalize (object);
}

static void
ihop_explorer_class_init (IhopExplorerClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ihop_explorer_finalize;
}

static void
ihop_explorer_init (IhopExplorer *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->consumed = g_array_new (FALSE, TRUE, sizeof (guint));
  self->added = g_array_new (FALSE, TRUE, sizeof (guint));
  self->files = g_list_store_new (IHOP_TYPE_ITEM);
  self->tree = gtk_tree_list_model_new (G_LIST_MODEL (self->files), FALSE, TRUE, children_of, NULL,
                                        NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->tree));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->view = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), ihop_explorer_rows_new ()));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "explorer");
  ihop_text_name (GTK_WIDGET (self->view), _ ("Explorer"), _ ("Files, functions and loops"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), scrolled);
}

GtkWidget *
ihop_explorer_new (IhopDocument *document)
{
  IhopExplorer *self = g_object_new (IHOP_TYPE_EXPLORER, NULL);

  self->document = document;
  ihop_menu_attach (GTK_WIDGET (self->view), document, IHOP_MENU_LOOP, choose_at, self);
  g_signal_connect_object (document, "cleared", G_CALLBACK (rebuild), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "analysed", G_CALLBACK (analysed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "renewed", G_CALLBACK (renewed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "finished", G_CALLBACK (finished), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "selection", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-application-prefer-dark-theme",
                           G_CALLBACK (recolor), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
