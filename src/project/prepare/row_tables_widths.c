/* How long the rows of a table are, as an expression of each function that has one: its allocation says so where it is made, and
 * calls hand that on, to parameters in words of other parameters ("step (u, n, m)"), and back ("alloc2d (n, m)"). */
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "gpugen/memory/allocated_size.h"
#include "gpugen/plan/text_words.h"
#include "ir/expression.h"
#include "ir/query.h"
#include "project/prepare/row_tables_private.h"

/* ---- names ---- */

typedef struct
{
  const IhopSymbol *symbol;
  gboolean found;
} Namesake;

static gboolean
look_for_namesake (const IhopNode *node, gpointer data)
{
  Namesake *self = data;

  self->found |= node->kind == IHOP_VARIABLE && node->symbol != self->symbol && g_str_equal (node->symbol->name, self->symbol->name);
  return !self->found;
}

/* Whether the function calls nothing else so. */
static gboolean
is_only_one (const IhopFunction *function, const IhopSymbol *symbol)
{
  Namesake namesake = { symbol, FALSE };

  for (guint i = 0; i < function->n_params; i++)
    if (function->params[i] != symbol && g_str_equal (function->params[i]->name, symbol->name))
      return FALSE;
  ihop_node_walk (function->body, look_for_namesake, &namesake);
  return !namesake.found;
}

/* Whether the words of a width mean everywhere what they mean where they were found: no macro in them is defined anew, and the
 * function has no other variables of these names. */
static gboolean
has_steady_words (const IhopRowTables *self, const IhopFunction *function, const IhopNode *width)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (width);
  g_autofree char *text = ihop_expression_text (width);

  for (guint i = 0; function && i < symbols->len; i++)
    if (!is_only_one (function, symbols->pdata[i]))
      return FALSE;
  for (guint i = 0; i < self->tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (self->tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_UNDEF && ihop_text_has_word (text, directive->name))
        return FALSE;
    }
  return TRUE;
}

/* ---- what each source says ---- */

/* Where the memory is made: "x[i] = malloc (m * sizeof (double))". */
const IhopNode *
ihop_row_table_allocated_width (const IhopRowTables *self, const IhopRowTable *table)
{
  if (table->fill)
    return ihop_row_table_cut_width (self, table);
  return ihop_allocated_count (self->facts, table->made_in, table->row_call, ihop_type_strip (table->row)->target);
}

static const IhopRowTable *
inside (const IhopRowTable *table, guint level)
{
  while (table && level-- > 0)
    table = table->inner;
  return table;
}

static guint
level_of (const IhopRowTable *table)
{
  guint level = 0;

  for (; table->outer; table = table->outer)
    level++;
  return level;
}

static const IhopRowTable *
outermost (const IhopRowTable *table)
{
  while (table->outer)
    table = table->outer;
  return table;
}

const IhopNode *
ihop_row_table_width_of (const IhopRowTables *self, const IhopNode *value, guint level)
{
  const IhopFunction *callee = value->kind == IHOP_CALL ? ihop_facts_function (self->facts, ihop_call_callee (value)) : NULL;
  const IhopRowTable *table = inside (callee ? ihop_row_table_returned (self, callee) : ihop_row_table_at (self, value), level);

  if (table == NULL || table->width == NULL)
    return NULL;
  if (callee)
    return ihop_row_table_width_in_caller (self, table->width, value, callee);
  return table->record ? ihop_row_table_width_beside (self, table->width, value) : table->width;
}

/* NULL: the argument is no table, or its width is not known. */
static const IhopNode *
width_passed (const IhopRowTables *self, const IhopCallSite *site, guint number, guint level)
{
  const IhopNode *argument = ihop_node_strip (site->call->child[number + 1], TRUE);

  return ihop_row_table_at (self, argument) ? ihop_row_table_width_of (self, argument, level) : NULL;
}

static guint
number_of (const IhopFunction *function, const IhopSymbol *parameter)
{
  guint i = 0;

  while (function->params[i] != parameter)
    i++;
  return i;
}

static gboolean
is_parameter (const IhopRowTable *table)
{
  return table->symbol && table->symbol->kind == IHOP_SYMBOL_PARAMETER;
}

/* What a function says, in words that the table has. */
static const IhopNode *
in_its_words (const IhopRowTables *self, const IhopRowTable *table, const IhopFunction *function, const IhopNode *width)
{
  return table->function || width == NULL ? width : ihop_row_table_global_width (self, function, width);
}

/* What its own function says, of const IhopNode *, NULL for what does not know (yet). The caller unrefs. */
static GPtrArray *
own_widths (const IhopRowTables *self, const IhopRowTable *table)
{
  GPtrArray *all = g_ptr_array_new ();

  if (table->row_call)
    g_ptr_array_add (all, (gpointer) in_its_words (self, table, table->made_in, ihop_row_table_allocated_width (self, table)));
  for (const IhopRowTable *from = table; from; from = from->outer)
    for (guint i = 0; i < from->sources->len; i++)
      g_ptr_array_add (all, (gpointer) in_its_words (self, table, from->source_functions->pdata[i],
                                                     ihop_row_table_width_of (self, from->sources->pdata[i], level_of (table) - level_of (from))));
  return all;
}

static const GPtrArray *
callers_of (const IhopRowTables *self, const IhopRowTable *table)
{
  return is_parameter (table) ? ihop_callgraph_node (self->facts, table->function)->callers : NULL;
}

/* Whether a call passes rows of that length; "unknown": what is answered while it is not known how long they are. */
static gboolean
is_passed_by (const IhopRowTables *self, const IhopRowTable *table, const IhopNode *width, const IhopCallSite *site, gboolean unknown)
{
  const IhopNode *passed = width_passed (self, site, number_of (table->function, table->symbol), level_of (table));
  const IhopNode *there = ihop_row_table_width_in_caller (self, width, site->call, table->function);

  return passed == NULL ? unknown : there && ihop_expression_equal (there, passed);
}

static gboolean
is_passed_by_all (const IhopRowTables *self, const IhopRowTable *table, const IhopNode *width, gboolean unknown)
{
  const GPtrArray *callers = callers_of (self, table);

  for (guint i = 0; callers && i < callers->len; i++)
    if (!is_passed_by (self, table, width, callers->pdata[i], unknown))
      return FALSE;
  return TRUE;
}

/* In words of its other parameters that suit all calls. */
static const IhopNode *
parameter_width (const IhopRowTables *self, const IhopRowTable *table)
{
  const GPtrArray *callers = callers_of (self, table);

  for (guint i = 0; callers && i < 2 * callers->len; i++)
    {
      const IhopCallSite *site = callers->pdata[i / 2];
      const IhopNode *passed = width_passed (self, site, number_of (table->function, table->symbol), level_of (table));
      const IhopNode *width = passed ? ihop_row_table_width_in_callee (self, passed, site, i % 2 == 0) : NULL;
      if (width && is_passed_by_all (self, table, width, TRUE))
        return width;
    }
  return NULL;
}

static gboolean
find_width (const IhopRowTables *self, IhopRowTable *table)
{
  g_autoptr (GPtrArray) all = table->record ? g_ptr_array_new () : own_widths (self, table);

  if (table->record)
    table->width = ihop_row_table_member_width (self, table);
  else
    table->width = is_parameter (table) ? parameter_width (self, table) : NULL;
  for (guint i = 0; i < all->len && table->width == NULL; i++)
    table->width = all->pdata[i];
  return table->width != NULL;
}

static gboolean
agrees (const IhopRowTables *self, const IhopRowTable *table)
{
  g_autoptr (GPtrArray) all = table->record ? g_ptr_array_new () : own_widths (self, table);

  for (guint i = 0; i < all->len; i++)
    if (all->pdata[i] == NULL || !ihop_expression_equal (all->pdata[i], table->width))
      return FALSE;
  return is_passed_by_all (self, table, table->width, FALSE);
}

/* ---- where it is known ---- */

/* Whether nothing that runs once the place is reached changes what the width is made of: what stands behind it in the blocks
 * around it, and all of a loop around it. Structs are looked at member by member (ihop_row_table_members_stay). */
static gboolean
is_settled_from (const IhopRowTables *self, const IhopFunction *function, const IhopNode *place, const IhopNode *width)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, place);
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (width);

  if (path == NULL || ihop_defs_has_labels (self->facts, function))
    return FALSE;
  for (guint s = 0; s < symbols->len; s++)
    for (guint i = 0; i + 1 < path->len && ihop_type_strip (((const IhopSymbol *) symbols->pdata[s])->type)->kind != IHOP_TYPE_RECORD; i++)
      {
        const IhopNode *around = path->pdata[i];
        if (ihop_kind_is_loop (around->kind) && ihop_defs_may_change (self->facts, function, around, symbols->pdata[s]))
          return FALSE;
        gboolean is_behind = FALSE;
        for (guint k = 0; around->kind == IHOP_BLOCK && k < around->n_children; k++)
          {
            if (is_behind && ihop_defs_may_change (self->facts, function, around->child[k], symbols->pdata[s]))
              return FALSE;
            is_behind |= around->child[k] == path->pdata[i + 1];
          }
      }
  return TRUE;
}

/* A number, or a struct that one is a member of. */
static gboolean
may_say (const IhopType *type)
{
  const IhopType *value = ihop_type_strip (type);

  return !ihop_type_is_volatile (type)
         && (ihop_type_is_integer (value) || value->kind == IHOP_TYPE_RECORD
             || (value->kind == IHOP_TYPE_POINTER && ihop_type_strip (value->target)->kind == IHOP_TYPE_RECORD));
}

/* Parameters, globals, and what is declared in front of the place. */
gboolean
ihop_row_table_is_known_at (const IhopRowTables *self, const IhopFunction *function, const IhopNode *place, const IhopNode *width)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (width);

  for (guint i = 0; i < symbols->len; i++)
    {
      const IhopSymbol *symbol = symbols->pdata[i];
      const IhopNode *declared = ihop_defs_of (self->facts, function, symbol)->declaration;
      if (!may_say (symbol->type))
        return FALSE;
      if (symbol->kind != IHOP_SYMBOL_VARIABLE || symbol->is_global)
        continue;
      if (declared == NULL || declared->place.source != place->place.source || declared->place.begin >= place->place.begin)
        return FALSE;
    }
  return is_settled_from (self, function, place, width);
}

/* The first statement of the declaring block, behind the declaration, that mentions the variable. */
static const IhopNode *
first_use (const IhopRowTable *table)
{
  g_autoptr (GPtrArray) path = ihop_node_path (table->function->body, table->declaration);
  const IhopNode *block = path ? path->pdata[path->len - 2] : NULL;
  gboolean is_behind = FALSE;

  for (guint i = 0; block && i < block->n_children; i++)
    {
      if (is_behind && ihop_node_mentions (block->child[i], table->symbol))
        return block->child[i];
      is_behind |= block->child[i] == table->declaration;
    }
  return NULL;
}

static gboolean
has_value (const IhopRowTable *table)
{
  const IhopNode *value = table->variable->n_children ? table->variable->child[0] : NULL;

  return value && ihop_row_table_bare (value)->kind != IHOP_INTEGER;
}

static gboolean
is_number (const IhopNode *width)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (width);

  return symbols->len == 0;
}

/* The widths of a table and of those inside. */
static gboolean
are_known_at (const IhopRowTables *self, const IhopRowTable *table, const IhopNode *place)
{
  gboolean are = TRUE;

  for (; table && are; table = table->inner)
    are = table->width && ihop_row_table_is_known_at (self, table->function, place, table->width);
  return are;
}

/* Parameters are declared so where the function begins, variables where they were, or where they are used first. */
static gboolean
find_place (const IhopRowTables *self, IhopRowTable *table)
{
  const IhopFunction *function = table->function;

  if (table->outer && !is_parameter (table))
    return TRUE; /* asked with the outermost one */

  if (function == NULL)
    return table->record || is_number (table->width) || ihop_row_table_is_settled_first (self, table);
  if (table->symbol == NULL || is_parameter (table))
    {
      g_autoptr (GPtrArray) symbols = ihop_expression_symbols (table->width);
      for (guint i = 0; i < symbols->len; i++)
        if (!ihop_type_is_integer (((const IhopSymbol *) symbols->pdata[i])->type)
            || ihop_defs_may_change (self->facts, function, function->body, symbols->pdata[i]))
          return FALSE;
      return TRUE;
    }
  if (table->declaration == NULL || are_known_at (self, table, table->declaration))
    return table->declaration != NULL;
  if (has_value (table))
    return FALSE;
  table->moved = first_use (table);
  return table->moved && are_known_at (self, table, table->moved);
}

/* Others are only freed, or handed on to who does that. */
static gboolean
needs_width (const IhopRowTable *table)
{
  gboolean needs = FALSE;

  for (table = outermost (table); table; table = table->inner)
    needs |= table->are_rows_used || table->row_call;
  return needs;
}

static const IhopNode *
place_of (const IhopRowTables *self, const IhopRowTable *table)
{
  return table->declaration ? table->declaration
         : table->function  ? table->function->body
         : table->row_call  ? table->row_call
                            : ((const IhopFunction *) self->tree->functions->pdata[0])->body;
}

static gboolean
makes_flat (const IhopRowTable *table)
{
  return table->record || (table->function == NULL && table->width && !is_number (table->width));
}

/* All that a member's value goes to, or comes from, is a pointer to elements like it. Then nothing has to be declared where the words of
 * its width are known. */
static void
find_flat (const IhopRowTables *self)
{
  g_autoptr (GHashTable) classes = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->tables->len; i++)
    if (makes_flat (self->tables->pdata[i]))
      g_hash_table_add (classes, ihop_row_table_class (self->tables->pdata[i]));
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      table->is_flat = g_hash_table_contains (classes, ihop_row_table_class (table));
      table->moved = table->is_flat ? NULL : table->moved;
      if (table->is_flat && needs_width (table) && table->width && !ihop_row_table_members_stay (self, table))
        ihop_row_table_refuse (table, place_of (self, table), N_ ("the struct that says how long its rows are may change meanwhile"));
    }
}

void
ihop_row_tables_measure (IhopRowTables *self)
{
  for (gboolean more = TRUE; more;)
    {
      more = FALSE;
      for (guint i = 0; i < self->tables->len; i++)
        {
          IhopRowTable *table = self->tables->pdata[i];
          more |= table->width == NULL && find_width (self, table);
        }
    }
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (!needs_width (table) && (table->width == NULL || !agrees (self, table)))
        table->width = NULL;
      else if (table->width == NULL || !agrees (self, table))
        ihop_row_table_refuse (table, place_of (self, table), N_ ("how long a row is cannot be said here, or differs"));
      else if (!has_steady_words (self, table->function, table->width) || !find_place (self, table))
        ihop_row_table_refuse (table, place_of (self, table), N_ ("what says how long a row is is not settled here"));
    }
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (table->inner && table->inner->width == NULL)
        table->width = NULL; /* a plain pointer, too */
    }
  find_flat (self);
}
