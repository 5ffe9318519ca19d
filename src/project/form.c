#include "project/form.h"
#include "transform/order/schedule_statements.h"
#include "transform/registry.h"
#include <glib/gi18n-lib.h>
#include <string.h>

/* Where a step is asked for. */
typedef struct
{
  const GPtrArray *names;  /* of IhopLoopName * */
  const IhopLoopName *loop;
  guint line;
} Place;

static void
field_free (gpointer data)
{
  IhopField *field = data;

  g_free (field->label);
  g_free (field->value);
  g_clear_pointer (&field->choices, g_ptr_array_unref);
  g_free (field);
}

void
ihop_form_free (gpointer data)
{
  IhopForm *form = data;

  g_free (form->name);
  g_free (form->summary);
  g_free (form->target);
  g_free (form->obstacle);
  g_ptr_array_unref (form->fields);
  g_free (form);
}

/* ---- loops around and inside ---- */

static const IhopLoopName *
inside (const Place *place, const IhopLoopName *loop, guint *n)
{
  const IhopLoopName *found = NULL;

  *n = 0;
  for (guint i = 0; i < place->names->len; i++)
    {
      const IhopLoopName *name = place->names->pdata[i];
      if (name->parent != loop->loop)
        continue;
      if (found == NULL)
        found = name;
      (*n)++;
    }
  return found;
}

static const IhopLoopName *
name_of (const Place *place, const IhopNode *loop)
{
  return loop ? ihop_address_of (place->names, loop) : NULL;
}

/* The last loop down to which each holds exactly one. */
static const IhopLoopName *
innermost (const Place *place, guint *band)
{
  const IhopLoopName *loop = place->loop, *next;
  guint n;

  *band = 1;
  while ((next = inside (place, loop, &n)) != NULL && n == 1)
    {
      loop = next;
      (*band)++;
    }
  if (*band == 1 && loop->parent)
    *band = 2; /* an inner loop was selected: with the one around it */
  return loop;
}

/* ---- what the code mentions ---- */

typedef struct
{
  GPtrArray *scalars, *arrays; /* of char *, each once */
  GPtrArray *iterators;    /* of IhopSymbol *: what the loops count is no variable to do anything with */
} Mentioned;

static gboolean
note_iterator (const IhopNode *node, gpointer data)
{
  const IhopSymbol *symbol = ihop_kind_is_loop (node->kind) ? ihop_loop_iterator (node) : NULL;

  if (symbol)
    g_ptr_array_add (data, (gpointer) symbol);
  return TRUE;
}

static gboolean
mention (const IhopNode *node, gpointer data)
{
  Mentioned *mentioned = data;
  const IhopSymbol *symbol = node->kind == IHOP_REF ? node->symbol : NULL;

  if (symbol && !g_ptr_array_find (mentioned->iterators, symbol, NULL) && (symbol->kind == IHOP_SYMBOL_VARIABLE || symbol->kind == IHOP_SYMBOL_PARAMETER))
    {
      gboolean is_array = symbol->type->kind == IHOP_TYPE_ARRAY || symbol->type->kind == IHOP_TYPE_POINTER;
      GPtrArray *list = is_array ? mentioned->arrays : mentioned->scalars;
      if (!g_ptr_array_find_with_equal_func (list, symbol->name, g_str_equal, NULL))
        g_ptr_array_add (list, g_strdup (symbol->name));
    }
  return TRUE;
}

static guint
count_statements (const IhopNode *loop)
{
  const IhopNode *body = loop->kind == IHOP_DO ? loop->child[0] : loop->child[loop->n_children - 1];
  guint n = 0;

  for (guint i = 0; body && body->kind == IHOP_BLOCK && i < body->n_children; i++)
    n += body->child[i] && body->child[i]->kind != IHOP_PRAGMA;
  return n;
}

/* ---- fields from words ---- */

static IhopField *
add_field (IhopForm *form, IhopFieldKind kind, const char *label, const char *value)
{
  IhopField *field = g_new0 (IhopField, 1);

  field->kind = kind;
  field->label = g_strdup (label);
  field->value = g_strdup (value);
  g_ptr_array_add (form->fields, field);
  return field;
}

/* Takes the choices. */
static IhopField *
add_choice (IhopForm *form, const char *label, GPtrArray *choices)
{
  IhopField *field
    = add_field (form, IHOP_FIELD_CHOICE, label, choices->len ? choices->pdata[0] : "");

  field->choices = choices;
  if (choices->len == 0 && form->obstacle == NULL)
    form->obstacle = g_strdup_printf (_ ("the loop has no %s to choose"), label);
  return field;
}

static GPtrArray *
words_of (const char *text)
{
  GPtrArray *choices = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) words = g_strsplit (text, "|", -1);

  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (choices, g_strdup (words[i]));
  return choices;
}

static GPtrArray *
variables (const Place *place, gboolean arrays, gboolean scalars)
{
  g_autoptr (GPtrArray) iterators = g_ptr_array_new ();
  Mentioned mentioned = { g_ptr_array_new_with_free_func (g_free),
                          g_ptr_array_new_with_free_func (g_free), iterators };

  ihop_node_walk (place->loop->loop, note_iterator, iterators);
  ihop_node_walk (place->loop->loop, mention, &mentioned);
  if (!scalars)
    g_ptr_array_set_size (mentioned.scalars, 0);
  if (arrays)
    g_ptr_array_extend_and_steal (mentioned.scalars, mentioned.arrays);
  else
    g_ptr_array_unref (mentioned.arrays);
  return mentioned.scalars;
}

/* "@1" … "@n"; also "all" where it is offered. */
static GPtrArray *
statements (const Place *place, gboolean with_all)
{
  GPtrArray *choices = g_ptr_array_new_with_free_func (g_free);
  guint n = count_statements (place->loop->loop);

  if (with_all)
    g_ptr_array_add (choices, g_strdup ("all"));
  for (guint i = with_all ? 2 : 1; i <= n; i++)
    g_ptr_array_add (choices, g_strdup_printf ("@%u", i));
  return choices;
}

static char *
iterator_of (const IhopNode *loop)
{
  const IhopSymbol *symbol = ihop_loop_iterator (loop);

  return g_strdup (symbol ? symbol->name : "i");
}

/* The iterators of the band that ends at the innermost loop, in the other order. */
static char *
band_reversed (const Place *place)
{
  guint band;
  const IhopLoopName *name = innermost (place, &band);
  GString *text = g_string_new (NULL);

  for (guint i = 0; name && i < band; i++, name = name_of (place, name->parent))
    {
      g_autofree char *iterator = iterator_of (name->loop);
      g_string_append_printf (text, "%s%s", i ? " " : "", iterator);
    }
  return g_string_free (text, FALSE);
}

static char *
sizes (const Place *place)
{
  guint band;
  GString *text = g_string_new (NULL);

  innermost (place, &band);
  for (guint i = 0; i < MIN (band, 3); i++)
    g_string_append (text, i ? " 32" : "32");
  return g_string_free (text, FALSE);
}

/* Numbers by what they are called. */
static const struct
{
  const char *word, *value;
} numbers[] = { { "SIZE", "32" },  { "FACTOR", "2" }, { "DISTANCE", "1" }, { "WIDTH", "4" },
                { "COUNT", "1" },  { "LANES", "8" },  { "VALUE", "1" },    { "SHIFT", "1" } };

static const char *
number_for (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (g_str_equal (numbers[i].word, word))
      return numbers[i].value;
  return NULL;
}

/* "[block(X,Y,Z)]": a text that is put inside the brackets unless it is empty. */
static void
add_clause (IhopForm *form, const char *word)
{
  g_autofree char *label = g_strndup (word, strcspn (word, "("));

  add_field (form, IHOP_FIELD_TEXT, label, "")->is_optional = TRUE;
}

static void
add_optional (IhopForm *form, const char *word)
{
  if (strchr (word, '('))
    add_clause (form, word);
  else if (g_ascii_isupper (word[0]))
    {
      g_autofree char *label = g_ascii_strdown (word, (gssize) strcspn (word, "|."));
      IhopField *field = add_field (form, IHOP_FIELD_TEXT, label, "");
      field->is_optional = TRUE;
      field->is_many = g_str_has_suffix (word, "...");
    }
  else
    add_field (form, IHOP_FIELD_FLAG, word, "");
}

static void
add_word (IhopForm *form, const Place *place, const char *word)
{
  g_autofree char *label = g_ascii_strdown (word, (gssize) strcspn (word, "|.'["));
  const char *number = number_for (word);

  if (number)
    add_field (form, IHOP_FIELD_NUMBER, label, number);
  else if (g_str_equal (word, "VARIABLE"))
    add_choice (form, label, variables (place, TRUE, TRUE));
  else if (g_str_has_prefix (word, "ARRAY"))
    add_choice (form, label, variables (place, TRUE, FALSE));
  else if (g_str_has_prefix (word, "SIZE") && g_str_has_suffix (word, "..."))
    {
      g_autofree char *value = sizes (place);
      add_field (form, IHOP_FIELD_TEXT, "sizes", value)->is_many = TRUE;
    }
  else if (g_str_equal (word, "THREADS..."))
    add_field (form, IHOP_FIELD_TEXT, "threads", "16")->is_many = TRUE;
  else if (g_str_equal (word, "ITERATOR..."))
    {
      g_autofree char *value = band_reversed (place);
      add_field (form, IHOP_FIELD_TEXT, "order", value)->is_many = TRUE;
      if (strchr (value, ' ') == NULL && form->obstacle == NULL)
        form->obstacle = g_strdup (_ ("there is no loop right inside or around this one to change places with"));
    }
  else if (g_str_equal (word, "TIMES..."))
    {
      g_autofree char *value = ihop_schedule_identity (place->loop->loop);
      add_field (form, IHOP_FIELD_TEXT, "times", value)->is_many = TRUE;
    }
  else if (g_str_has_suffix (word, "|all"))
    add_choice (form, "statement", statements (place, TRUE));
  else if (g_str_has_prefix (word, "LINE|@NUMBER"))
    add_field (form, IHOP_FIELD_TEXT, "statement", "@1");
  else if (g_str_equal (word, "NAME"))
    {
      g_autofree char *value = g_strconcat (place->loop->function->symbol->name, "_part", NULL);
      add_field (form, IHOP_FIELD_TEXT, label, value);
    }
  else if (g_ascii_islower (word[0]) && strchr (word, '|'))
    add_choice (form, "which", words_of (word));
  else
    add_field (form, IHOP_FIELD_TEXT, label, "");
}

/* ---- the first word: which loop ---- */

static void
set_pair (IhopForm *form, const Place *place)
{
  guint n;
  const IhopLoopName *inner = inside (place, place->loop, &n);

  if (inner && n == 1)
    form->target = g_strdup (inner->address);
  else if (inner == NULL && place->loop->parent)
    form->target = g_strdup (place->loop->address);
  else
    form->obstacle
      = g_strdup (inner ? _ ("there are several loops inside this one") : _ ("there is no loop inside or around this one"));
}

static void
set_target (IhopForm *form, const Place *place, const char *word)
{
  guint n;

  if (g_str_equal (word, "OUTER/INNER"))
    set_pair (form, place);
  else if (g_str_equal (word, "INNERMOST"))
    form->target = g_strdup (innermost (place, &n)->address);
  else if (g_str_equal (word, "FUNCTION"))
    form->target = g_strdup (place->loop->function->symbol->name);
  else
    form->target = g_strdup (place->loop->address);
  if (g_str_equal (word, "OUTER") && inside (place, place->loop, &n) == NULL)
    form->obstacle = g_strdup (_ ("there is no loop inside this one"));
  if (form->target == NULL)
    form->target = g_strdup (place->loop->address);
}

/* "'ITERATOR < VALUE'" is one word. */
static GPtrArray *
split_usage (const char *usage)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  GString *word = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (const char *at = usage;; at++)
    {
      quoted ^= *at == '\'';
      if (*at && (quoted || *at != ' '))
        {
          g_string_append_c (word, *at);
          continue;
        }
      if (word->len)
        g_ptr_array_add (words, g_strdup (word->str));
      g_string_set_size (word, 0);
      if (*at == '\0')
        break;
    }
  g_string_free (word, TRUE);
  return words;
}

static IhopForm *
form_new (const IhopTransform *transform, const Place *place)
{
  IhopForm *form = g_new0 (IhopForm, 1);
  g_autoptr (GPtrArray) words = split_usage (transform->usage);

  form->name = g_strdup (transform->name);
  form->summary = g_strdup (g_dgettext (GETTEXT_PACKAGE, transform->summary));
  form->fields = g_ptr_array_new_with_free_func (field_free);
  set_target (form, place, words->pdata[0]);
  for (guint i = 1; i < words->len; i++)
    {
      char *word = words->pdata[i];
      if (g_str_equal (word, "ITERATOR") && i + 1 < words->len)
        continue; /* "ITERATOR ITERATOR...": one field for all */
      if (g_str_equal (word, "LINE") && g_str_equal (words->pdata[0], "FUNCTION"))
        {
          g_autofree char *line = g_strdup_printf ("%u", place->line);
          add_field (form, IHOP_FIELD_NUMBER, "line", line);
        }
      else if (word[0] == '[')
        {
          word[strlen (word) - 1] = '\0';
          add_optional (form, word + 1);
        }
      else if (word[0] == '\'')
        {
          g_autofree char *iterator = iterator_of (place->loop->loop);
          g_autofree char *value = g_strconcat (iterator, " < 16", NULL);
          add_field (form, IHOP_FIELD_TEXT, "condition", value);
        }
      else
        add_word (form, place, word);
    }
  return form;
}

GPtrArray *
ihop_snapshot_forms (IhopSnapshot *snapshot, guint file, const char *address, guint line)
{
  GPtrArray *forms = g_ptr_array_new_with_free_func (ihop_form_free);
  IhopProject *project = ihop_snapshot_lock (snapshot);
  const IhopProjectFile *input = ihop_project_files (project)->pdata[file];
  g_autoptr (GPtrArray) names = input->tree ? ihop_address_list (input->tree) : NULL;
  Place place = { .names = names,
                  .loop = names ? ihop_address_find (names, address) : NULL,
                  .line = line };

  for (guint i = 0; place.loop && ihop_transforms[i]; i++)
    g_ptr_array_add (forms, form_new (ihop_transforms[i], &place));
  ihop_snapshot_unlock (snapshot);
  return forms;
}

/* ---- back to text ---- */

static gboolean
needs_quotes (const char *word)
{
  return strpbrk (word, " \t<>&|;") != NULL;
}

static void
append_field (GString *text, const IhopField *field, gboolean is_clause)
{
  if (*field->value == '\0')
    return;
  if (is_clause)
    g_string_append_printf (text, " %s(%s)", field->label, field->value);
  else if (!field->is_many && needs_quotes (field->value) && field->value[0] != '\'')
    g_string_append_printf (text, " '%s'", field->value);
  else
    g_string_append_printf (text, " %s", field->value);
}

char *
ihop_form_step (const IhopForm *form)
{
  GString *text = g_string_new (form->name);
  const IhopTransform *transform = ihop_transform_find (form->name);

  g_string_append_printf (text, " %s", form->target);
  for (guint i = 0; i < form->fields->len; i++)
    {
      const IhopField *field = form->fields->pdata[i];
      g_autofree char *clause = g_strconcat ("[", field->label, "(", NULL);
      append_field (text, field, field->is_optional && strstr (transform->usage, clause));
    }
  return g_string_free (text, FALSE);
}
