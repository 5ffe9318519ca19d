/* What is generated, before anybody gets it: lines keep their numbers, and what its compiler would refuse is
 * taken away. CUDA's C++ has been read by its printer already, as how it is printed depends on that; meanwhile
 * the other products are read here. */
#include "project/lines.h"
#include "project/project.h"
#include "project/project_private.h"
#include <string.h>

/* ---- Line numbers ---- */

/* The runtime in front of an emulated program is not the owner's. */
static const char *
owner_part (const char *text)
{
  const char *found = strstr (text, "/* Made by ihop from ");

  return found ? found : text;
}

static void
say_lost (IhopProject *project, const IhopProjectFile *file, const IhopProduct *product, const GArray *lost)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < lost->len; i++)
    g_string_append_printf (lines, "%s%u", i ? ", " : "", g_array_index (lost, guint, i));
  if (lost->len > 0)
    ihop_diags_add_at (ihop_project_diags (project), IHOP_NOTE, "IHOP-E004", file->path,
                       g_array_index (lost, guint, 0), 0,
                       "In %s __LINE__ has another value than in the source, at what was line %s.", product->name,
                       lines->str);
}

static void
keep_lines (IhopProject *project, const IhopProjectFile *file, IhopProduct *product)
{
  g_autoptr (GArray) lost = g_array_new (FALSE, FALSE, sizeof (guint));
  const char *own = owner_part (product->text);
  g_autofree char *front = g_strndup (product->text, (gsize) (own - product->text));
  g_autofree char *kept = ihop_lines_keep (file->original, file->line_uses, own, lost);

  g_free (product->text);
  product->text = g_strconcat (front, kept, NULL);
  say_lost (project, file, product, lost);
}

/* ---- The language of C products ---- */

/* C90, "gnu89" and all that it is called; the text behind "-std=" or "--std=". */
static const char *
standard_for (const char *flag)
{
  const char *name = g_str_has_prefix (flag, "-std=") ? flag + 5 : g_str_has_prefix (flag, "--std=") ? flag + 6 : "";

  if (g_str_equal (name, "gnu89") || g_str_equal (name, "gnu90"))
    return "-std=gnu99";
  if (g_str_equal (flag, "-ansi") || g_str_equal (name, "c89") || g_str_equal (name, "c90")
      || g_str_has_prefix (name, "iso9899:199"))
    return g_str_has_suffix (name, ":1999") ? NULL : "-std=c99";
  return NULL;
}

char **
ihop_product_flags (const char *const *flags)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (; flags && *flags; flags++)
    {
      const char *newer = standard_for (*flags);
      g_strv_builder_add (words, newer ? newer : *flags);
      if (newer)
        g_strv_builder_add_many (words, "-fgnu89-inline", "-Wno-implicit-int", "-Wno-implicit-function-declaration", NULL);
    }
  return g_strv_builder_end (words);
}

/* ---- Whether a compiler takes it ---- */

typedef struct
{
  const IhopProjectFile *file;
  GPtrArray *products;     /* the list that it is in */
  const IhopProduct *product;
  IhopDiags *diags;
  gboolean is_valid;
  GThread *thread;
} Check;

struct _IhopChecks
{
  IhopProject *project;
  const IhopProjectFile *file;
  GPtrArray *list;         /* of Check * */
};

static void
check_free (gpointer data)
{
  Check *self = data;

  g_ptr_array_unref (self->diags);
  g_ptr_array_unref (self->products);
  g_free (self);
}

void
ihop_checks_expect (const IhopProjectFile *file)
{
  g_auto (GStrv) flags = ihop_product_flags ((const char *const *) file->tree->flags);
  IhopFrontendOptions options = { .flags = (const char *const *) flags };

  ihop_frontend_expect_c (file->path, file->tree->source->text, &options);
}

static gpointer
check (gpointer data)
{
  Check *self = data;
  g_auto (GStrv) flags = ihop_product_flags ((const char *const *) self->file->tree->flags);
  IhopFrontendOptions options = { .flags = (const char *const *) flags };
  g_autofree char *folder = g_path_get_dirname (self->file->path);
  g_autofree char *path = g_build_filename (folder, self->product->name, NULL);

  self->is_valid = ihop_frontend_check_c (path, self->product->text, strlen (self->product->text), &options,
                                          self->diags);
  return NULL;
}

static IhopMessage *
first_error (const IhopDiags *diags)
{
  for (guint i = 0; i < diags->len; i++)
    if (((const IhopDiag *) diags->pdata[i])->severity == IHOP_ERROR)
      return ihop_message_ref (((const IhopDiag *) diags->pdata[i])->message);
  return ihop_message ("it cannot be read");
}

/* The kernels of a program that is not written go with it. */
static void
take_away (const Check *self)
{
  g_autofree char *stem = g_strndup (self->product->name, strlen (self->product->name) - strlen (".c"));
  g_autofree char *kernels = g_strconcat (stem, "_kernels.cu", NULL);

  for (guint i = self->products->len; i-- > 0;)
    if (self->products->pdata[i] == self->product
        || g_str_equal (((const IhopProduct *) self->products->pdata[i])->name, kernels))
      g_ptr_array_remove_index (self->products, i);
}

static void
say_invalid (IhopProject *project, const Check *self)
{
  g_autoptr (IhopMessage) error = first_error (self->diags);
  IhopDiag *diag = ihop_diags_add_at (ihop_project_diags (project), IHOP_REFUSED, "IHOP-E003", self->file->path, 0, 0,
                                      "%s was not written: its compiler would refuse it (%s).", self->product->name,
                                      error);
  ihop_diag_remedy (diag, "declare in front of the function what the message names; if there is no such "
                          "declaration in the source, please report it");
}

IhopChecks *
ihop_checks_new (IhopProject *project, const IhopProjectFile *file)
{
  IhopChecks *checks = g_new0 (IhopChecks, 1);

  checks->project = project;
  checks->file = file;
  checks->list = g_ptr_array_new_with_free_func (check_free);
  return checks;
}

void
ihop_checks_begin (IhopChecks *checks, GPtrArray *products)
{
  for (guint i = 0; i < products->len; i++)
    {
      IhopProduct *product = products->pdata[i];
      if (checks->file->line_uses->len > 0)
        keep_lines (checks->project, checks->file, product);
      if (!g_str_has_suffix (product->name, ".c"))
        continue;
      Check *self = g_new0 (Check, 1);
      *self = (Check){ .file = checks->file, .products = g_ptr_array_ref (products), .product = product,
                       .diags = ihop_diags_new () };
      g_ptr_array_add (checks->list, self);
      self->thread = g_thread_new ("check", check, self);
    }
}

void
ihop_checks_end (IhopChecks *checks)
{
  for (guint i = 0; i < checks->list->len; i++)
    {
      Check *self = checks->list->pdata[i];
      g_thread_join (self->thread);
      if (self->is_valid)
        continue;
      say_invalid (checks->project, self);
      take_away (self);
    }
  g_ptr_array_unref (checks->list);
  g_free (checks);
  ihop_frontend_forget_c ();
}
