#include "web/options.h"
#include "web/names.h"
#include <stddef.h>
#include <string.h>

#define MOST_WORDS 200
#define LONGEST_WORD 300

/* Options of one word, and what they may be ("" for anything of small letters and digits). */
static const struct
{
  const char *name, *words;
  size_t offset;
} single[] = {
  { "mode", "usual target scop auto", offsetof (IhopWebOptions, mode) },
  { "file", NULL, offsetof (IhopWebOptions, file) },
  { "alias", "check trust refuse", offsetof (IhopWebOptions, alias) },
  { "gpu", "", offsetof (IhopWebOptions, gpu) },
  { "math", "exact fast", offsetof (IhopWebOptions, math) },
  { "transfers", "2d whole managed", offsetof (IhopWebOptions, transfers) },
  { "search", "off quick thorough", offsetof (IhopWebOptions, search) },
};

static const struct
{
  const char *name;
  size_t offset;
} lists[] = {
  { "flags", offsetof (IhopWebOptions, flags) },
  { "steps", offsetof (IhopWebOptions, steps) },
  { "assume", offsetof (IhopWebOptions, assume) },
};

static char **
single_of (const IhopWebOptions *options, guint i)
{
  return (char **) ((char *) options + single[i].offset);
}

static GPtrArray *
list_of (const IhopWebOptions *options, guint i)
{
  return *(GPtrArray **) ((char *) options + lists[i].offset);
}

IhopWebOptions *
ihop_web_options_new (void)
{
  IhopWebOptions *options = g_new0 (IhopWebOptions, 1);

  options->mode = g_strdup ("usual");
  options->flags = g_ptr_array_new_with_free_func (g_free);
  options->steps = g_ptr_array_new_with_free_func (g_free);
  options->assume = g_ptr_array_new_with_free_func (g_free);
  return options;
}

void
ihop_web_options_free (IhopWebOptions *options)
{
  if (options == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    g_free (*single_of (options, i));
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    g_ptr_array_unref (list_of (options, i));
  g_free (options);
}

static gboolean
is_one_of (const char *word, const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);

  return g_strv_contains ((const char *const *) list, word);
}

/* "-I" "include" becomes "-Iinclude". */
static void
join_flags (GPtrArray *flags)
{
  for (guint i = 0; i + 1 < flags->len; i++)
    if (is_one_of (flags->pdata[i], "-I -D -U"))
      {
        char *joined = g_strconcat (flags->pdata[i], flags->pdata[i + 1], NULL);
        g_ptr_array_remove_index (flags, i + 1);
        g_free (flags->pdata[i]);
        flags->pdata[i] = joined;
      }
}

static char *
read_list (GPtrArray *list, const char *name, JsonNode *node)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (array == NULL)
    return g_strdup_printf ("'%s' must be an array of texts", name);
  g_ptr_array_set_size (list, 0);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *text = ihop_json_text_at (array, i);
      if (text == NULL)
        return g_strdup_printf ("'%s' must be an array of texts", name);
      g_ptr_array_add (list, g_strdup (text));
    }
  join_flags (list);
  return NULL;
}

/* Who writes "step" for "steps" must not believe that it was taken. */
static char *
unknown (const char *name, const char *const *others)
{
  g_autoptr (GString) known = g_string_new (NULL);

  if (g_strv_contains (others, name))
    return NULL;
  for (guint i = 0; others[i]; i++)
    g_string_append_printf (known, "%s, ", others[i]);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    g_string_append_printf (known, "%s, ", lists[i].name);
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    g_string_append_printf (known, i ? ", %s" : "%s", single[i].name);
  return g_strdup_printf ("'%.40s' is not known here: %s are", name, known->str);
}

static char *
read_member (IhopWebOptions *options, const char *name, JsonNode *node, const char *const *others)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (g_str_equal (lists[i].name, name))
      return read_list (list_of (options, i), name, node);
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    if (g_str_equal (single[i].name, name))
      {
        if (!JSON_NODE_HOLDS_NULL (node)
            && (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING))
          return g_strdup_printf ("'%s' must be a text", name);
        g_free (*single_of (options, i));
        *single_of (options, i) = JSON_NODE_HOLDS_NULL (node) ? NULL : json_node_dup_string (node);
        return NULL;
      }
  return unknown (name, others);
}

char *
ihop_web_options_read (IhopWebOptions *options, JsonObject *object, const char *const *others)
{
  g_autoptr (GList) names = json_object_get_members (object);

  for (GList *at = names; at; at = at->next)
    {
      char *fault = read_member (options, at->data, json_object_get_member (object, at->data), others);
      if (fault)
        return fault;
    }
  return NULL;
}

/* Words of a line, or lines of a script without its comments. */
static void
split_into (GPtrArray *list, const char *value, const char *separators)
{
  g_auto (GStrv) parts = g_strsplit_set (value, separators, -1);

  g_ptr_array_set_size (list, 0);
  for (guint i = 0; parts[i]; i++)
    {
      const char *part = g_strstrip (parts[i]);
      if (*part && *part != '#')
        g_ptr_array_add (list, g_strdup (part));
    }
  join_flags (list);
}

gboolean
ihop_web_options_set (IhopWebOptions *options, const char *name, const char *value)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (g_str_equal (lists[i].name, name))
      {
        split_into (list_of (options, i), value, g_str_equal (name, "flags") ? " \t\r\n" : "\r\n");
        return TRUE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    if (g_str_equal (single[i].name, name))
      {
        g_free (*single_of (options, i));
        *single_of (options, i) = *value ? g_strdup (value) : NULL;
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_word (const char *text)
{
  return *text && strlen (text) < 40
         && strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-_.") == strlen (text);
}

/* One line, no control characters, UTF-8. */
static gboolean
is_plain (const char *text)
{
  if (strlen (text) > LONGEST_WORD || !g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (const char *at = text; *at; at++)
    if ((guchar) *at < 0x20 || *at == 0x7f)
      return FALSE;
  return TRUE;
}

static gboolean
is_identifier (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalpha (text[i]) && text[i] != '_' && (i == 0 || !g_ascii_isdigit (text[i])))
      return FALSE;
  return length > 0;
}

/* Only what describes the program: -I, -D, -U, -std=. A compiler can do more than that for a stranger. */
static gboolean
is_good_flag (const char *flag)
{
  if (g_str_has_prefix (flag, "-I"))
    return g_str_equal (flag, "-I.") || ihop_web_name_fault (flag + 2) == NULL;
  if (g_str_has_prefix (flag, "-D"))
    return is_identifier (flag + 2, strcspn (flag + 2, "="));
  if (g_str_has_prefix (flag, "-U"))
    return is_identifier (flag + 2, strlen (flag + 2));
  return g_str_has_prefix (flag, "-std=") && is_word (flag + 5);
}

static char *
flags_fault (const GPtrArray *flags)
{
  for (guint i = 0; i < flags->len; i++)
    if (!is_good_flag (flags->pdata[i]))
      return g_strdup_printf ("the flag '%.40s' is not taken here: -IFOLDER (in the upload), -DNAME, "
                              "-DNAME=VALUE, -UNAME and -std=NAME are", (char *) flags->pdata[i]);
  return NULL;
}

static char *
lists_fault (const IhopWebOptions *options)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      const GPtrArray *list = list_of (options, i);
      if (list->len > MOST_WORDS)
        return g_strdup_printf ("'%s' has more than %d entries", lists[i].name, MOST_WORDS);
      for (guint j = 0; j < list->len; j++)
        if (!is_plain (list->pdata[j]))
          return g_strdup_printf ("an entry of '%s' is longer than %d bytes, or no plain line of text",
                                  lists[i].name, LONGEST_WORD);
    }
  return flags_fault (options->flags);
}

char *
ihop_web_options_fault (const IhopWebOptions *options)
{
  const char *fault = options->file ? ihop_web_name_fault (options->file) : NULL;

  if (fault)
    return g_strdup_printf ("'file': %s", fault);
  if (options->mode == NULL)
    return g_strdup ("'mode': expected one of: usual target scop auto");
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    {
      const char *value = *single_of (options, i), *words = single[i].words;
      if (value == NULL || words == NULL)
        continue;
      if (*words == 0 && !is_word (value))
        return g_strdup_printf ("'%s' is no name", single[i].name);
      if (*words && !is_one_of (value, words))
        return g_strdup_printf ("'%s': expected one of: %s", single[i].name, words);
    }
  return lists_fault (options);
}

void
ihop_web_options_put (const IhopWebOptions *options, JsonBuilder *json)
{
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    ihop_json_put_text (json, single[i].name, *single_of (options, i));
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      const GPtrArray *list = list_of (options, i);
      json_builder_set_member_name (json, lists[i].name);
      json_builder_begin_array (json);
      for (guint j = 0; j < list->len; j++)
        json_builder_add_string_value (json, list->pdata[j]);
      json_builder_end_array (json);
    }
}

char *
ihop_web_options_text (const IhopWebOptions *options)
{
  JsonBuilder *json = json_builder_new ();

  json_builder_begin_object (json);
  ihop_web_options_put (options, json);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}
