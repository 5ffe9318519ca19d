/* The reader for sizes that owners assert. */
#include "analysis/program/size_assertion.h"
#include "analysis/program/words_reader.h"
#include <string.h>

#define NAME G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_"

/* Who means something by a name. */
typedef struct
{
  IhopSizeName name;
  gpointer data;
} Names;

static const IhopNode *
number_named (IhopPool *pool, const char *name, gpointer data)
{
  const Names *names = data;
  IhopSymbol *symbol = names->name (name, names->data);

  return symbol && ihop_type_is_integer (symbol->type) ? ihop_expression_name (pool, symbol) : NULL;
}

/* What stands behind "size p =". */
static const IhopNode *
read_size (IhopWordsReader *reader)
{
  const IhopNode *size = ihop_words_read_sum (reader);

  return size && ihop_words_are_read (reader) ? size : NULL;
}

/* "size" may be a variable, too: "size >= 4", "size == n". */
gboolean
ihop_size_is_said (const char *words)
{
  words += strspn (words, " \t");
  if (!g_str_has_prefix (words, "size "))
    return FALSE;
  words += strlen ("size");
  words += strspn (words, " \t");
  gsize length = strspn (words, NAME);
  words += length + strspn (words + length, " \t");
  return length > 0 && words[0] == '=' && words[1] != '=';
}

/* "p" of "size p = n"; *size: what stands behind the "=". Caller frees. */
static char *
pointer_of (const char *words, const char **size)
{
  const char *name = words + strspn (words, " \t") + strlen ("size"), *equals = strchr (words, '=');

  *size = equals + 1;
  return g_strstrip (g_strndup (name, (gsize) (equals - name)));
}

const IhopNode *
ihop_size_said (const IhopFacts *facts, IhopPool *pool, const IhopFunction *function, const IhopSymbol *pointer,
                IhopSizeName name, gpointer data)
{
  const IhopFactsOptions *options = ihop_facts_options (facts);

  for (const char *const *said = options ? options->assume : NULL; said && *said; said++)
    {
      const char *own = ihop_facts_words_for (*said, function), *size;
      if (own == NULL || !ihop_size_is_said (own))
        continue;
      g_autofree char *about = pointer_of (own, &size);
      Names names = { name, data };
      IhopWordsReader reader = { .pool = pool, .at = size, .name = number_named, .data = &names };
      const IhopNode *found = g_str_equal (about, pointer->name) ? read_size (&reader) : NULL;
      g_free (reader.stranger);
      if (found)
        return found;
    }
  return NULL;
}

/* ---- faults ---- */

typedef struct
{
  const GPtrArray *trees;
  const char *function;    /* the only one meant; NULL: any */
  const char *name;
  gboolean is_pointer;     /* what is looked for */
  IhopSymbol *found;
} Search;

static void
look_at (Search *search, IhopSymbol *symbol)
{
  const IhopType *type = symbol && symbol->type && g_strcmp0 (symbol->name, search->name) == 0 ? ihop_type_strip (symbol->type) : NULL;

  if (type && (search->is_pointer ? type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY : ihop_type_is_integer (type)))
    search->found = symbol;
}

static gboolean
look_for_variable (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_VARIABLE)
    look_at (data, node->symbol);
  return TRUE;
}

static IhopSymbol *
search_for (Search *search)
{
  for (guint i = 0; i < search->trees->len; i++)
    {
      const IhopTree *tree = search->trees->pdata[i];
      for (guint k = 0; k < tree->globals->len; k++)
        look_at (search, tree->globals->pdata[k]);
      for (guint k = 0; k < tree->functions->len; k++)
        {
          const IhopFunction *f = tree->functions->pdata[k];
          if (search->function && !g_str_equal (f->symbol->name, search->function))
            continue;
          for (guint m = 0; m < f->n_params; m++)
            look_at (search, f->params[m]);
          ihop_node_walk (f->body, look_for_variable, search);
        }
    }
  return search->found;
}

static IhopSymbol *
any_number (const char *name, gpointer data)
{
  const Search *like = data;
  Search search = { like->trees, like->function, name, FALSE, NULL };

  return search_for (&search);
}

char *
ihop_size_fault (const GPtrArray *trees, const char *function, const char *words)
{
  const char *size;
  g_autofree char *pointer = pointer_of (words, &size);
  Search search = { trees, function, pointer, TRUE, NULL };
  g_autoptr (IhopPool) pool = ihop_pool_new ();
  Names names = { any_number, &search };
  IhopWordsReader reader = { .pool = pool, .at = size, .name = number_named, .data = &names };
  const IhopNode *found = read_size (&reader);
  g_autofree char *stranger = reader.stranger;

  if (search_for (&search) == NULL)
    return g_strdup_printf ("%s is no pointer of %s", pointer, function ? function : "any function");
  if (found)
    return NULL;
  return stranger ? g_strdup_printf ("%s is no number of %s", stranger, function ? function : "any function")
                  : g_strdup ("expected sums and products of integer variables, or quotients by a number, as in 'size p = n * m'");
}
