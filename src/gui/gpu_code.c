/* What is generated, beside the source: put the cursor into a line and the source shows where it comes
 * from; select in the source and the product shows what became of it. */
#include "gui/gpu.h"
#include "gui/widgets.h"

typedef struct
{
  IhopDocument *document;
  const IhopPlanView *plan;
  GtkWidget *names;        /* box of toggles */
  GtkSourceView *view;
  guint shown;             /* index of the product */
  gboolean is_busy;        /* the cursor is moved by us */
} Code;

static Code *
code_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "ihop-code");
}

static const IhopLinkedProduct *
product_of (const Code *self)
{
  return self->plan && self->shown < self->plan->products->len ? self->plan->products->pdata[self->shown]
                                                               : NULL;
}

static void
cursor_moved (GtkTextBuffer *buffer, GParamSpec *property, GtkWidget *widget)
{
  Code *self = code_of (widget);
  const IhopLinkedProduct *product = product_of (self);
  GtkTextIter iter;

  if (self->is_busy || product == NULL)
    return;
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  guint line = (guint) gtk_text_iter_get_line (&iter);
  guint source = line < product->lines->len ? g_array_index (product->lines, guint, line) : 0;
  if (source)
    {
      self->is_busy = TRUE;
      ihop_document_point (self->document, self->plan->file, source, 0);
      self->is_busy = FALSE;
    }
}

static void
shade (GtkTextBuffer *buffer, guint line, GtkTextTag *tag)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, (int) line);
  end = start;
  gtk_text_iter_forward_line (&end);
  gtk_text_buffer_apply_tag (buffer, tag, &start, &end);
}

void
ihop_gpu_code_light (GtkWidget *widget, guint first, guint last)
{
  Code *self = code_of (widget);
  const IhopLinkedProduct *product = product_of (self);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "linked");
  GtkTextIter start, end;
  int found = -1;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, tag, &start, &end);
  for (guint i = 0; product && first && i < product->lines->len; i++)
    {
      guint line = g_array_index (product->lines, guint, i);
      if (line < first || line > last)
        continue;
      shade (buffer, i, tag);
      found = found < 0 ? (int) i : found;
    }
  if (found < 0 || self->is_busy)
    return;
  self->is_busy = TRUE;
  gtk_text_buffer_get_iter_at_line (buffer, &start, found);
  gtk_text_buffer_place_cursor (buffer, &start);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (buffer), 0.1, TRUE, 0, 0.2);
  self->is_busy = FALSE;
}

static void
show_text (GtkWidget *widget)
{
  Code *self = code_of (widget);
  const IhopLinkedProduct *product = product_of (self);
  const IhopSelection *selection = ihop_document_selection (self->document);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));

  self->is_busy = TRUE;
  gtk_text_buffer_set_text (buffer, product ? product->text : "", -1);
  ihop_text_name (GTK_WIDGET (self->view), _ ("Generated code"), product ? product->name : NULL);
  self->is_busy = FALSE;
  if (product)
    ihop_gpu_code_light (widget, selection->first_line, selection->last_line);
}

static void
name_toggled (GtkToggleButton *button, GtkWidget *widget)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  code_of (widget)->shown = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "product"));
  show_text (widget);
}

void
ihop_gpu_code_show (GtkWidget *widget, const IhopPlanView *plan)
{
  Code *self = code_of (widget);
  GtkWidget *first = NULL;

  self->plan = plan;
  ihop_box_clear (self->names);
  if (plan == NULL || self->shown >= plan->products->len)
    self->shown = 0;
  for (guint i = 0; plan && i < plan->products->len; i++)
    {
      const IhopLinkedProduct *product = plan->products->pdata[i];
      GtkWidget *button = gtk_toggle_button_new_with_label (product->name);
      ihop_text_name (button, product->name, NULL);
      if (first)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (first));
      else
        first = button;
      g_object_set_data (G_OBJECT (button), "product", GUINT_TO_POINTER (i));
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), i == self->shown);
      g_signal_connect (button, "toggled", G_CALLBACK (name_toggled), widget);
      gtk_box_append (GTK_BOX (self->names), button);
    }
  show_text (widget);
}

GtkWidget *
ihop_gpu_code_new (IhopDocument *document)
{
  GtkWidget *widget = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  Code *self = g_new0 (Code, 1);
  GtkWidget *scrolled = ihop_text_view_new (_ ("Generated code"), &self->view);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));

  self->document = document;
  self->names = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->names, "linked");
  gtk_widget_add_css_class (bar, "graph-bar");
  gtk_box_append (GTK_BOX (bar), self->names);
  gtk_box_append (GTK_BOX (widget), bar);
  gtk_box_append (GTK_BOX (widget), scrolled);
  gtk_source_view_set_show_line_numbers (self->view, TRUE);
  gtk_text_buffer_create_tag (buffer, "linked", "paragraph-background", "rgba(53,132,228,0.22)", NULL);
  g_object_set_data_full (G_OBJECT (widget), "ihop-code", self, g_free);
  g_signal_connect_object (buffer, "notify::cursor-position", G_CALLBACK (cursor_moved), widget, 0);
  return widget;
}
