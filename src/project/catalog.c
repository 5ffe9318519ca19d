#include "project/catalog.h"
#include "frontend/frontend.h"
#include "project/diagnostics_data.h"
#include "transform/registry.h"
#include <gio/gio.h>
#include <string.h>

#define PAGES "/ihop/diagnostics/"

static void
entry_free (gpointer data)
{
  IhopCatalogEntry *entry = data;

  g_free (entry->name);
  g_free (entry->usage);
  g_free (entry->summary);
  g_free (entry);
}

/* Takes the summary. */
static void
add (GPtrArray *entries, const char *name, char *summary)
{
  IhopCatalogEntry *entry = g_new0 (IhopCatalogEntry, 1);

  entry->name = g_strdup (name);
  entry->summary = summary;
  g_ptr_array_add (entries, entry);
}

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(IhopCatalogEntry *const *) a)->name, (*(IhopCatalogEntry *const *) b)->name);
}

static void
add_gpus (GPtrArray *entries)
{
  g_autoptr (GPtrArray) names = ihop_gpu_list ();
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  for (guint i = 0; i < names->len; i++)
    {
      IhopGpu *gpu = ihop_gpu_load (names->pdata[i], diags);
      if (gpu)
        add (entries, names->pdata[i],
             g_strdup_printf ("%s (%s)", gpu->title, gpu->architecture));
      ihop_gpu_free (gpu);
    }
}

char *
ihop_catalog_page (const char *id)
{
  g_autofree char *path = g_strconcat (PAGES, id, ".md", NULL);
  GResource *pages = ihop_diagnostics_data_get_resource ();
  g_autoptr (GBytes) bytes = g_resource_lookup_data (pages, path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                                     NULL);

  return bytes ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : NULL;
}

static void
add_transforms (GPtrArray *entries)
{
  for (guint i = 0; ihop_transforms[i]; i++)
    {
      add (entries, ihop_transforms[i]->name, g_strdup (ihop_transforms[i]->summary));
      ((IhopCatalogEntry *) entries->pdata[entries->len - 1])->usage
        = g_strdup (ihop_transforms[i]->usage);
    }
}

/* A page's first line is "# ID: summary". */
static void
add_diagnostics (GPtrArray *entries)
{
  GResource *pages = ihop_diagnostics_data_get_resource ();
  g_auto (GStrv) names = g_resource_enumerate_children (pages, PAGES,
                                                        G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  for (guint i = 0; names && names[i]; i++)
    {
      g_autofree char *id = g_strndup (names[i], strcspn (names[i], "."));
      g_autofree char *page = ihop_catalog_page (id);
      const char *summary = page ? strstr (page, ": ") : NULL;
      if (summary)
        add (entries, id, g_strndup (summary + 2, strcspn (summary + 2, "\n")));
    }
}

GPtrArray *
ihop_catalog_list (const char *what)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);

  if (g_str_equal (what, "gpus"))
    add_gpus (entries);
  else if (g_str_equal (what, "diagnostics"))
    add_diagnostics (entries);
  else if (g_str_equal (what, "transforms"))
    add_transforms (entries);
  else
    g_clear_pointer (&entries, g_ptr_array_unref);
  if (entries)
    g_ptr_array_sort (entries, by_name);
  return entries;
}

const char *
ihop_catalog_clang_version (void)
{
  return ihop_frontend_clang_version ();
}
