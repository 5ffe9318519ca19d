/* What is generated from the text as it is now: CUDA, the fallback, the plan. */
#include "gui/host_loops.h"
#include "gui/linked_view.h"
#include "gui/menu.h"
#include "gui/pane.h"
#include "gui/remedies.h"
#include "gui/widgets.h"
#include "gui/wrap_layout.h"
#include "project/output.h"
#include "project/plan_view.h"
#include <string.h>

#define IHOP_TYPE_PRODUCTS (ihop_products_get_type ())
G_DECLARE_FINAL_TYPE (IhopProductsPane, ihop_products, IHOP, PRODUCTS, GtkBox)

struct _IhopProductsPane
{
  GtkBox parent_instance;
  IhopDocument *document;
  GtkWidget *names, *summary, *host_loops, *notes, *generate, *save, *write_here;
  GtkSourceView *view;
  GPtrArray *products;     /* of IhopProduct *; NULL: none */
  IhopProductLinks *links; /* of them; NULL: not known yet */
  guint file;
  gboolean is_old;
};

G_DEFINE_FINAL_TYPE (IhopProductsPane, ihop_products, GTK_TYPE_BOX)

/* ---- generating ---- */

typedef struct
{
  guint file;
  IhopDiags *diags;
} Question;

static void
question_free (gpointer data)
{
  g_ptr_array_unref (((Question *) data)->diags);
  g_free (data);
}

static gpointer
work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  Question *question = data;
  const IhopGenerateOptions options
    = { .products = IHOP_PRODUCT_CUDA | IHOP_PRODUCT_CPU | IHOP_PRODUCT_JSON };

  return ihop_snapshot_generate (snapshot, question->file, &options, question->diags);
}

static void
show_links (IhopProductsPane *self)
{
  guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->names));
  gboolean has = self->links && at < self->links->products->len;

  ihop_linked_view_show (IHOP_SHADED_VIEW (self->view), self->file, has ? self->links->products->pdata[at] : NULL,
                         has ? self->links->kernels : NULL);
}

static void
show_product (IhopProductsPane *self)
{
  guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->names));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();

  if (self->products == NULL || at >= self->products->len)
    {
      gtk_text_buffer_set_text (buffer, "", 0);
      ihop_linked_view_show (IHOP_SHADED_VIEW (self->view), self->file, NULL, NULL);
      return;
    }
  const IhopProduct *product = self->products->pdata[at];
  const char *language = g_str_has_suffix (product->name, ".json") ? "json"
                         : g_str_has_suffix (product->name, ".cu") ? "cpp"
                                                                   : "c";
  gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (buffer),
                                  gtk_source_language_manager_get_language (languages, language));
  gtk_text_buffer_set_text (buffer, product->text, -1);
  ihop_text_name (GTK_WIDGET (self->view), _ ("Product"), NULL);
  show_links (self);
}

/* That with the kernels: where the host's part is a file of its own, it is another one. */
static guint
first_with_kernels (const GPtrArray *products)
{
  for (guint i = 0; products && i < products->len; i++)
    if (strstr (((const IhopProduct *) products->pdata[i])->text, "__global__"))
      return i;
  return 0;
}

static void
show_names (IhopProductsPane *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; self->products && i < self->products->len; i++)
    g_ptr_array_add (names, ((const IhopProduct *) self->products->pdata[i])->name);
  g_ptr_array_add (names, NULL);
  g_autoptr (GtkStringList) list = gtk_string_list_new ((const char *const *) names->pdata);
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->names), G_LIST_MODEL (list));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->names), first_with_kernels (self->products));
  gtk_widget_set_sensitive (self->names, names->len > 1);
  gtk_widget_set_sensitive (self->save, names->len > 1);
  show_product (self);
}

static void
show_notes (IhopProductsPane *self, const IhopDiags *diags)
{
  g_autoptr (GPtrArray) worth = g_ptr_array_new ();

  ihop_box_clear (self->notes);
  for (guint i = 0; i < diags->len; i++)
    if (((const IhopDiag *) diags->pdata[i])->severity >= IHOP_REFUSED)
      g_ptr_array_add (worth, diags->pdata[i]);
  ihop_box_add_diags (self->notes, self->document, self->file, worth);
  gtk_widget_set_visible (self->notes, worth->len > 0);
}

/* ---- line by line ---- */

typedef struct
{
  guint file;
  GPtrArray *products;
} LinkQuestion;

static void
link_question_free (gpointer data)
{
  g_ptr_array_unref (((LinkQuestion *) data)->products);
  g_free (data);
}

static gpointer
link_work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  const LinkQuestion *question = data;

  return ihop_snapshot_link (snapshot, question->file, question->products);
}

static void
set_copies (IhopProductsPane *self)
{
  g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (IhopLineCopy));

  for (guint i = 0; i < self->links->transfers->len; i++)
    {
      const IhopTransferView *transfer = self->links->transfers->pdata[i];
      const IhopLineCopy copy = { transfer->line, transfer->to_device, transfer->n_bytes };
      g_array_append_val (copies, copy);
    }
  ihop_document_set_copies (self->document, copies);
}

static void
link_done (IhopDocument *document, gpointer *result, gpointer data)
{
  IhopProductsPane *self = g_object_get_data (G_OBJECT (document), "ihop-products");
  const LinkQuestion *question = data;

  if (self->products != question->products || *result == NULL)
    return;
  ihop_product_links_free (self->links);
  self->links = g_steal_pointer (result);
  ihop_document_set_tints (document, question->file, self->links->kernels);
  set_copies (self);
  show_links (self);
}

static void
find_links (IhopProductsPane *self)
{
  LinkQuestion *question = g_new0 (LinkQuestion, 1);

  question->file = self->file;
  question->products = g_ptr_array_ref (self->products);
  ihop_document_run (self->document, link_work, link_done, question, link_question_free, ihop_product_links_free);
}

static void
done (IhopDocument *document, gpointer *result, gpointer data)
{
  IhopProductsPane *self = g_object_get_data (G_OBJECT (document), "ihop-products");
  IhopSnapshotProducts *made = *result;
  const Question *question = data;

  g_clear_pointer (&self->products, g_ptr_array_unref);
  g_clear_pointer (&self->links, ihop_product_links_free);
  self->is_old = FALSE;
  self->file = question->file;
  if (made)
    {
      self->products = g_ptr_array_ref (made->products);
      g_autofree char *kernels = g_strdup_printf (
        g_dngettext (NULL, "%u kernel", "%u kernels", made->n_kernels), made->n_kernels);
      g_autofree char *copies = g_strdup_printf (
        g_dngettext (NULL, "%u copy", "%u copies", made->n_transfers), made->n_transfers);
      g_autofree char *summary = g_strdup_printf ("%s, %s", kernels, copies);
      gtk_label_set_text (GTK_LABEL (self->summary), summary);
    }
  else
    gtk_label_set_text (GTK_LABEL (self->summary), _ ("Nothing could be generated"));
  ihop_host_loops_show (self->host_loops, made ? made->left_out : NULL);
  show_names (self);
  show_notes (self, question->diags);
  if (self->products)
    {
      ihop_document_take_cuda (document, self->file, self->products);
      find_links (self);
    }
}

static void
generate (IhopProductsPane *self)
{
  Question *question;

  if (ihop_document_snapshot (self->document) == NULL)
    return;
  question = g_new0 (Question, 1);
  question->file = ihop_document_selection (self->document)->file;
  question->diags = ihop_diags_new ();
  gtk_label_set_text (GTK_LABEL (self->summary), _ ("Generating…"));
  ihop_document_run (self->document, work, done, question, question_free,
                     (GDestroyNotify) ihop_snapshot_products_free);
}

/* ---- writing ---- */

static void
write_to (IhopProductsPane *self, const char *folder)
{
  g_autoptr (GError) error = NULL;

  if (self->products == NULL)
    return;
  if (ihop_output_write (folder, self->products, &error))
    ihop_document_tell (self->document, FALSE, _ ("%u files were written to %s."), self->products->len,
                        folder);
  else
    ihop_document_tell (self->document, TRUE, "%s", error->message);
}

static void
folder_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) folder = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (folder);
      if (path)
        write_to (data, path);
    }
  g_object_unref (dialog);
}

static void
save (GtkButton *button, gpointer data)
{
  IhopProductsPane *self = data;
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
    _ ("Write the products to a folder"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
    GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Write here"), _ ("_Cancel"));

  g_signal_connect (dialog, "response", G_CALLBACK (folder_chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* "out" beside the file, as tools/run does it. */
static void
save_here (IhopProductsPane *self)
{
  const IhopSession *session = ihop_document_session (self->document);

  if (session == NULL || self->products == NULL)
    return;
  g_autofree char *folder = g_path_get_dirname (ihop_session_path (session, self->file));
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  write_to (self, out);
}

static void
focus (IhopProductsPane *self, const char *what)
{
  if (g_str_equal (what, "generate"))
    generate (self);
  else if (g_str_equal (what, "write"))
    save_here (self);
}

/* ---- the widget ---- */

static void
changed (IhopProductsPane *self)
{
  self->is_old = TRUE;
  g_clear_pointer (&self->products, g_ptr_array_unref);
  g_clear_pointer (&self->links, ihop_product_links_free);
  gtk_label_set_text (GTK_LABEL (self->summary), _ ("not generated yet"));
  ihop_host_loops_show (self->host_loops, NULL);
  gtk_widget_set_visible (self->notes, FALSE);
  show_names (self);
  if (ihop_pane_is_shown (GTK_WIDGET (self)))
    generate (self);
}

static void
mapped (IhopProductsPane *self)
{
  if (self->is_old)
    generate (self);
}

static void
ihop_products_finalize (GObject *object)
{
  g_clear_pointer (&IHOP_PRODUCTS (object)->products, g_ptr_array_unref);
  g_clear_pointer (&IHOP_PRODUCTS (object)->links, ihop_product_links_free);
  G_OBJECT_CLASS (ihop_products_parent_class)->finalize (object);
}

static void
ihop_products_class_init (IhopProductsPaneClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ihop_products_finalize;
}

/* What can be known of it without a card: the commands of the CUDA pane. */
static void
add_works (GtkWidget *bar)
{
  static const struct
  {
    const char *label, *action;
  } works[] = { { N_ ("Prove"), "win.prove-cuda" }, { N_ ("Check a run"), "win.check-cuda" }, { N_ ("Count a run"), "win.count-cuda" } };

  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      GtkWidget *button = ihop_button_new (_ (works[i].label), NULL, NULL, NULL);
      g_autofree char *name = g_strdup_printf (_ ("%s: what was generated"), _ (works[i].label));
      ihop_text_name (button, name, NULL);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), works[i].action);
      ihop_menu_explain (button);
      gtk_box_append (GTK_BOX (bar), button);
    }
}

static void
ihop_products_init (IhopProductsPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->names = gtk_drop_down_new (NULL, NULL);
  ihop_text_name (self->names, _ ("Product to show"), NULL);
  self->summary = gtk_label_new (NULL);
  gtk_widget_set_hexpand (self->summary, TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->summary), 0);
  ihop_text_name (self->summary, _ ("Summary of the products"), NULL);
  gtk_box_append (GTK_BOX (bar), self->names);
  gtk_box_append (GTK_BOX (bar), self->summary);
  self->host_loops = ihop_host_loops_new ();
  gtk_box_append (GTK_BOX (bar), self->host_loops);
  add_works (bar);
  self->save = ihop_button_new (_ ("Write to a folder…"), NULL, G_CALLBACK (save), self);
  self->notes = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class (self->notes, "banner-bad");
  gtk_widget_add_css_class (self->notes, "banner");
  ihop_box_wrap (bar, 10);
  gtk_widget_add_css_class (bar, "bar");
  gtk_box_append (GTK_BOX (bar), self->save);
  gtk_box_append (GTK_BOX (self), bar);
  gtk_box_append (GTK_BOX (self), self->notes);
  gtk_box_append (GTK_BOX (self), ihop_text_view_new (_ ("Product"), &self->view));
  gtk_source_view_set_show_line_numbers (self->view, TRUE);
  g_signal_connect_swapped (self->names, "notify::selected", G_CALLBACK (show_product), self);
  g_signal_connect (self, "map", G_CALLBACK (mapped), NULL);
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopProductsPane *self = g_object_new (IHOP_TYPE_PRODUCTS, NULL);

  self->document = document;
  g_object_set_data (G_OBJECT (document), "ihop-products", self);
  ihop_linked_view_attach (IHOP_SHADED_VIEW (self->view), document);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "focus", G_CALLBACK (focus), self, G_CONNECT_SWAPPED);
  changed (self);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_products = {
  .name = "products",
  .title = N_ ("Generated"),
  .key = "<Control>3",
  .place = IHOP_PLACE_BOTTOM,
  .create = create,
};
