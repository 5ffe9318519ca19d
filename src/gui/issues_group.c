#include "gui/issues_group.h"
#include "gui/item.h"
#include "gui/text.h"
#include "gui/widgets.h"
#include <string.h>

typedef struct
{
  IhopDocument *document;
  GListModel *shown;
  GtkWidget *popover, *put, *take, *step;
} Group;

static void
group_free (gpointer data)
{
  Group *self = data;

  g_object_unref (self->shown);
  g_free (self);
}

/* ---- which loops ---- */

typedef gboolean (*Wanted) (IhopDocument *document, const IhopItem *item);

static gboolean
can_be_put (IhopDocument *document, const IhopItem *item)
{
  return item->verdict == IHOP_PARALLEL && item->mark == NULL
         && ihop_document_refusal (document, item->file, item->name) == NULL;
}

static gboolean
is_there (IhopDocument *document, const IhopItem *item)
{
  return item->mark != NULL;
}

static gboolean
is_any (IhopDocument *document, const IhopItem *item)
{
  return TRUE;
}

static gboolean
is_inside (const IhopItem *item, const IhopItem *other)
{
  gsize n = strlen (other->name);

  return item->file == other->file && strncmp (item->name, other->name, n) == 0 && item->name[n] == '/';
}

/* Of IhopItem, referenced. outermost: none that lies in another one of them. */
static GPtrArray *
choose (Group *self, Wanted wanted, gboolean outermost)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (self->shown);

  for (guint i = 0; i < n; i++)
    {
      IhopItem *item = g_list_model_get_item (self->shown, i);
      gboolean is = item->kind == IHOP_ITEM_LOOP && wanted (self->document, item);
      for (guint k = 0; is && outermost && k < found->len; k++)
        is = !is_inside (item, found->pdata[k]);
      if (is)
        g_ptr_array_add (found, item);
      else
        g_object_unref (item);
    }
  return found;
}

/* ---- what is done ---- */

/* Each is an order of its own: one that is refused leaves the others alone, and undo takes them back one by one. The last
 * loops first, so that a step that makes more loops of one gives no other one, still to come, another name. */
static void
give (Group *self, const GPtrArray *items, const char *before, const char *behind)
{
  /* A popover that goes away with the keyboard in it asks nobody in particular who has it now. */
  gtk_widget_grab_focus (gtk_widget_get_parent (self->popover));
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  for (guint i = items->len; i > 0; i--)
    {
      const IhopItem *item = items->pdata[i - 1];
      g_autofree char *step = g_strdup_printf ("%s %s%s%s", before, item->name, *behind ? " " : "", behind);
      ihop_document_try (self->document, item->file, step, TRUE);
    }
}

static void
put_clicked (Group *self)
{
  g_autoptr (GPtrArray) items = choose (self, can_be_put, TRUE);

  give (self, items, "target", "");
}

static void
take_clicked (Group *self)
{
  g_autoptr (GPtrArray) items = choose (self, is_there, FALSE);

  give (self, items, "target", "off");
}

/* "unroll 4": the loop's name goes behind the step's. */
static void
step_given (Group *self)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->step))));
  char *space = strchr (text, ' ');
  g_autoptr (GPtrArray) items = choose (self, is_any, TRUE);

  if (*text == '\0')
    return;
  if (space)
    *space = '\0';
  give (self, items, text, space ? g_strstrip (space + 1) : "");
}

static void
label (GtkWidget *button, const char *text, guint n)
{
  gtk_button_set_label (GTK_BUTTON (button), text);
  gtk_widget_set_sensitive (button, n > 0);
  ihop_text_name (button, text, NULL);
}

/* How many it would be is said before. */
static void
opens (GtkMenuButton *button, gpointer data)
{
  Group *self = data;
  g_autoptr (GPtrArray) can = choose (self, can_be_put, TRUE), there = choose (self, is_there, FALSE);
  g_autofree char *put = g_strdup_printf (g_dngettext (NULL, "Put %u loop on the GPU", "Put %u loops on the GPU", can->len), can->len);
  g_autofree char *take = g_strdup_printf (g_dngettext (NULL, "Take %u loop off the GPU", "Take %u loops off the GPU", there->len),
                                           there->len);

  label (self->put, put, can->len);
  label (self->take, take, there->len);
}

/* ---- the widget ---- */

static void
fill (Group *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->put = ihop_button_new ("", NULL, NULL, NULL);
  self->take = ihop_button_new ("", NULL, NULL, NULL);
  self->step = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->step), _ ("A step for each: unroll 4"));
  ihop_text_name (self->step, _ ("A step for each loop"), _ ("The step and what it is given, without the loop: unroll 4. Enter takes it."));
  g_signal_connect_swapped (self->put, "clicked", G_CALLBACK (put_clicked), self);
  g_signal_connect_swapped (self->take, "clicked", G_CALLBACK (take_clicked), self);
  g_signal_connect_swapped (self->step, "activate", G_CALLBACK (step_given), self);
  gtk_box_append (GTK_BOX (box), self->put);
  gtk_box_append (GTK_BOX (box), self->take);
  gtk_box_append (GTK_BOX (box), self->step);
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
}

GtkWidget *
ihop_issues_group_new (IhopDocument *document, GListModel *shown)
{
  GtkWidget *button = gtk_menu_button_new ();
  Group *self = g_new0 (Group, 1);

  self->document = document;
  self->shown = g_object_ref (shown);
  self->popover = gtk_popover_new ();
  fill (self);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("All of these"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), self->popover);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), opens, self, NULL);
  gtk_widget_set_tooltip_text (button, _ ("Does the same with all loops that the list shows: search by a pattern of names, or choose a verdict"));
  ihop_text_name (button, _ ("All of these"), _ ("What can be done with all loops that the list shows"));
  g_object_set_data_full (G_OBJECT (button), "ihop-group", self, group_free);
  return button;
}
