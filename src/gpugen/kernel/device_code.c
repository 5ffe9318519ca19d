/* What a kernel cannot contain. */
#include "gpugen/kernel/device_code.h"
#include "analysis/footprint/footprint.h"
#include "gpugen/kernel/openmp_directives.h"
#include "gpugen/plan/work.h"
#include "ir/expression.h"
#include <string.h>

/* What follows memory of the host: ihop_device_follows_host knows these two. */
#define IHOP_STORED_POINTER \
  N_ ("the pointer %s is stored in a struct and points into the host's memory; copy it to a local pointer before the loop " \
      "and use that")
#define IHOP_ARRAY_OF_POINTERS \
  N_ ("%s is an array of pointers into the host's memory; use one block of memory for all rows, or the step flatten")

typedef struct
{
  IhopPlanner *planner;
  GHashTable *inside;      /* variables and labels declared in the code */
  guint loops, switches;   /* how many around the node inside the code */
  gboolean declares_types; /* the code itself does */
  gboolean spread;
  IhopMessage *why;
} Search;

static void look (Search *s, const IhopNode *node);

/* Takes what. */
static void
refuse_it (Search *s, const IhopNode *node, IhopMessage *what)
{
  g_autoptr (IhopMessage) own = what;

  if (s->why == NULL)
    s->why = ihop_message ("%s (line %u)", own, ihop_line_of (node));
}
#define refuse(s, node, ...) refuse_it (s, node, ihop_message (__VA_ARGS__))

/* What device arithmetic does not have, or has with another precision. */
static const char *
refuse_type (const IhopType *type)
{
  const IhopType *base = type ? ihop_type_strip (ihop_type_element (type, NULL)) : NULL;

  if (type && ihop_type_is_volatile (type))
    return N_ ("a volatile object is used");
  if (base == NULL)
    return NULL;
  if (base->kind == IHOP_TYPE_FLOATING && base->size > 8)
    return N_ ("long double has another precision on the device");
  if (base->kind == IHOP_TYPE_INTEGER && base->size > 8)
    return N_ ("128-bit integers are not used on the device");
  if (base->kind == IHOP_TYPE_COMPLEX)
    return N_ ("complex numbers are not supported on the device");
  if (base->kind == IHOP_TYPE_OTHER)
    return N_ ("a type of the compiler's own is used");
  return NULL;
}

/* The name of a type that only its function knows. */
static const IhopType *
local_type (const IhopType *type)
{
  while (type && !type->is_local)
    type = type->target;
  return type;
}

/* What it takes for the type's name is said where types are moved out of functions. */
static const char *
why_local (const IhopTree *tree, const char *name)
{
  for (guint i = 0; i < tree->local_types->len; i++)
    {
      const IhopLocalType *local = tree->local_types->pdata[i];
      if (g_strcmp0 (local->name, name) == 0 && local->stays)
        return local->stays;
    }
  return N_ ("a function of its own does not know it");
}

static void
look_at_type (Search *s, const IhopNode *node)
{
  const IhopType *type = node->kind == IHOP_VARIABLE ? node->symbol->declared_type : node->type;
  const IhopType *local = s->declares_types || node->flags & IHOP_NODE_CONSTANT ? NULL : local_type (type);
  const IhopType *element = type ? ihop_type_strip (ihop_type_element (type, NULL)) : NULL;

  if (local)
    refuse (s, node, "%s is declared inside of the function, and %s",
            ihop_argument_word_or (local->name, "a type without a name"),
            ihop_argument_phrase (why_local (s->planner->tree, local->name)));
  if (element && element->kind == IHOP_TYPE_RECORD && element->fields && element->size == 0)
    refuse (s, node, "a struct without members has another size on the device");
}

/* As a kernel's parameter an array is a pointer: what asks for the array's type would be told another one. */
static void
look_at_whole (Search *s, const IhopNode *node)
{
  const IhopNode *operand = node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS
                              ? ihop_node_strip (node->child[0], TRUE) : NULL;

  if (node->kind == IHOP_SIZEOF && !(node->flags & IHOP_NODE_CONSTANT))
    refuse (s, node, "the size of an array of variable length is asked for; keep it in a variable before "
                     "the loop");
  if (operand && operand->kind == IHOP_REF && !g_hash_table_contains (s->inside, operand->symbol)
      && ihop_type_strip (operand->symbol->type)->kind == IHOP_TYPE_ARRAY)
    refuse (s, node, "the address of an array as a whole is taken");
}

static void
look_at_variable (Search *s, const IhopNode *node)
{
  const IhopSymbol *symbol = node->symbol;

  if (symbol == NULL)
    return;
  g_hash_table_add (s->inside, (gpointer) symbol);
  if (symbol->storage != IHOP_STORAGE_AUTO)
    refuse (s, node, symbol->storage == IHOP_STORAGE_EXTERN ? N_ ("a variable of another place is declared inside (extern)")
                                                            : N_ ("a static variable is declared inside"));
  else if (symbol->type->kind == IHOP_TYPE_ARRAY && symbol->type->size == 0
           && !ihop_type_is_variable_length (symbol->type))
    refuse (s, node, "an array without elements is declared inside");
  else if (ihop_type_is_variable_length (symbol->type))
    refuse (s, node, "an array of variable length is declared inside");
  else if (refuse_type (symbol->type))
    refuse_it (s, node, ihop_message_phrase (refuse_type (symbol->type)));
}

/* The variable whose object an lvalue chain lies in, and whether a pointer stored in memory is
 * followed on the way: such a pointer is an address of the host. */
static const IhopNode *
stored_pointer (const IhopNode *node)
{
  const IhopNode *base = NULL;

  if (node->kind == IHOP_INDEX || (node->kind == IHOP_MEMBER && (node->flags & IHOP_NODE_ARROW))
      || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF))
    base = ihop_node_strip (node->child[0], TRUE);
  if (base == NULL || base->type == NULL)
    return NULL;
  if (ihop_type_strip (base->type)->kind != IHOP_TYPE_POINTER)
    return NULL;
  return base->kind == IHOP_INDEX || base->kind == IHOP_MEMBER
             || (base->kind == IHOP_UNARY && base->op == IHOP_OP_DEREF)
           ? base : NULL;
}

static const IhopSymbol *
root_symbol (const IhopNode *node)
{
  while (node && node->kind != IHOP_REF)
    node = node->n_children ? ihop_node_strip (node->child[0], TRUE) : NULL;
  return node ? node->symbol : NULL;
}

static void
look_at_pointer (Search *s, const IhopNode *node)
{
  const IhopNode *base = stored_pointer (node);

  if (base == NULL)
    return;
  g_autofree char *words = ihop_expression_text (base);
  const IhopSymbol *root = root_symbol (base);
  if (root && g_hash_table_contains (s->inside, root) && base->kind == IHOP_MEMBER
      && !(base->flags & IHOP_NODE_ARROW))
    return; /* a struct of the kernel's own, filled there */
  if (base->kind == IHOP_MEMBER)
    refuse (s, node, IHOP_STORED_POINTER, words);
  else
    refuse (s, node, IHOP_ARRAY_OF_POINTERS, root ? root->name : words);
}

static void
look_at_jump (Search *s, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_GOTO: refuse (s, node, "there is a goto"); break;
    case IHOP_LABEL:
      if (ihop_node_jumps (node))
        refuse (s, node, "there is a label");
      break;
    case IHOP_CASE:
      if (s->switches == 0)
        refuse (s, node, "there is a label");
      break;
    case IHOP_RETURN: refuse (s, node, "there is a return"); break;
    case IHOP_BREAK:
      if (s->loops == 0 && s->switches == 0)
        refuse (s, node, "a break leaves the loop");
      break;
    case IHOP_CONTINUE:
      if (s->loops == 0 && !s->spread)
        refuse (s, node, "a continue leaves it");
      break;
    default: break;
    }
}

static void
look_below (Search *s, const IhopNode *node)
{
  gboolean is_loop = ihop_kind_is_loop (node->kind), is_switch = node->kind == IHOP_SWITCH;

  s->loops += is_loop;
  s->switches += is_switch;
  for (guint i = 0; i < node->n_children && s->why == NULL; i++)
    if (node->child[i])
      look (s, node->child[i]);
  s->loops -= is_loop;
  s->switches -= is_switch;
}

static void
look_at_arithmetic (Search *s, const IhopNode *node)
{
  gboolean computes = node->kind == IHOP_BINARY || node->kind == IHOP_UNARY || node->kind == IHOP_CALL
                      || node->kind == IHOP_CAST || (node->kind == IHOP_ASSIGN && node->op != IHOP_OP_NONE);

  if (!computes || node->type == NULL || !ihop_type_is_floating (node->type))
    return;
  const char *called = ihop_effects_float_environment (s->planner->facts);
  if (called == NULL)
    return;
  refuse (s, node, "the program calls %s, and threads and devices round as they are set themselves", called);
}

/* What the compiler knows by itself ("INFINITY" calls __builtin_inff) has a function of no type that could be written. */
static gboolean
is_function_name (const IhopNode *node)
{
  return node->kind == IHOP_REF && node->symbol->kind == IHOP_SYMBOL_FUNCTION;
}

static void
look (Search *s, const IhopNode *node)
{
  look_at_jump (s, node);
  look_at_arithmetic (s, node);
  if (node->kind == IHOP_OPAQUE || (node->kind == IHOP_OPAQUE_EXPR && !(node->flags & IHOP_NODE_CONSTANT)))
    refuse (s, node, "there is %s", ihop_argument_word_or (node->text, "something unknown"));
  if (node->kind == IHOP_VARIABLE)
    look_at_variable (s, node);
  if (node->type && node->kind != IHOP_CALL && !is_function_name (node) && refuse_type (node->type))
    refuse_it (s, node, ihop_message_phrase (refuse_type (node->type)));
  look_at_type (s, node);
  look_at_whole (s, node);
  if (node->kind == IHOP_SIZEOF || node->flags & IHOP_NODE_CONSTANT)
    return;
  look_at_pointer (s, node);
  look_below (s, node);
}

static gboolean
look_for_types (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_DECLARATION && (node->n_children == 0 || node->text);
  return !*found && ihop_kind_is_statement (node->kind);
}

/* Footprints leave a root's own counter out: where its value comes from outside, nobody would
 * bring it to the device. */
static IhopMessage *
refuse_counter (IhopPlanner *planner, const IhopNode *node)
{
  const IhopCounting *counting = NULL;

  if (node->kind == IHOP_WHILE || node->kind == IHOP_DO)
    return ihop_message ("it begins with a %s loop, whose counter lives on after it; a for loop "
                         "can run on the device",
                         ihop_kind_name (node->kind));
  if (node->kind == IHOP_FOR)
    counting = ihop_loops_counting (planner->facts, planner->tree, node);
  if (counting == NULL || counting->iterator == NULL || counting->lower)
    return NULL;
  return ihop_message ("its loop starts from whatever %s holds by then; write the first value "
                       "into the loop's head",
                       counting->iterator->name);
}

/* What is written is the main file's text. A macro's text stands where the macro is called. */
static IhopMessage *
refuse_other_files (const IhopTree *tree, const IhopNode *node)
{
  IhopRange range = ihop_range_is_known (node->range) ? node->range : node->place;

  if (range.source && range.source != tree->source)
    return ihop_message ("its text stands in another file (%s), which is not written anew", range.source->path);
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_INCLUDE && ihop_range_contains (range, directive->range))
        return ihop_message ("a part of it stands in another file (line %u)", ihop_range_line (directive->range));
    }
  return NULL;
}

static gboolean
is_directive (const IhopTree *tree, const IhopNode *pragma)
{
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_PRAGMA && directive->range.source == pragma->place.source
          && directive->range.begin == pragma->place.begin)
        return TRUE;
    }
  return FALSE;
}

/* By their places; it is a long way through a whole file. */
static gboolean
may_hold (const IhopNode *body, const IhopNode *node)
{
  return body->place.source != node->place.source
         || (body->place.begin <= node->place.begin && node->place.end <= body->place.end);
}

/* From the body of its function; NULL: it is in none. Caller unrefs. */
static GPtrArray *
path_to (const IhopTree *tree, const IhopNode *node)
{
  GPtrArray *path = NULL;

  for (guint i = 0; i < tree->functions->len && path == NULL; i++)
    {
      const IhopNode *body = ((const IhopFunction *) tree->functions->pdata[i])->body;
      path = may_hold (body, node) ? ihop_node_path (body, node) : NULL;
    }
  return path;
}

/* Unlike a line with #pragma, a _Pragma cannot be taken out of the text: it may come from a macro. */
static IhopMessage *
refuse_pragma_in_front (const IhopTree *tree, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = path_to (tree, node);
  const IhopNode *block = path && path->len > 1 ? path->pdata[path->len - 2] : NULL, *mark = NULL;

  for (guint k = 0; block && block->kind == IHOP_BLOCK && block->child[k] != node; k++)
    mark = block->child[k]->kind == IHOP_PRAGMA ? block->child[k] : NULL;
  if (mark && !is_directive (tree, mark) && (ihop_is_loop_hint (mark->text) || ihop_is_threads_directive (mark->text)))
    return ihop_message ("a _Pragma in front of it says something about the next loop; write it as #pragma");
  return NULL;
}

/* Whether it is printed by the bytes of what stands around it. */
static gboolean
is_within_bytes (const IhopTree *tree, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = path_to (tree, node);
  gboolean within = FALSE;

  for (guint k = 0; path && k < path->len && !within; k++)
    within = ((const IhopNode *) path->pdata[k])->range.source != NULL;
  return within;
}

/* A part of what a macro writes has no bytes of its own. What a step has made has none either, and nothing around it has:
 * all of that is printed anew. */
IhopMessage *
ihop_device_refuse_place (const IhopTree *tree, const IhopNode *node)
{
  if (node->range.source || !is_within_bytes (tree, node))
    return NULL;
  return ihop_message ("a macro makes it together with what stands in front of it or behind it, and no launch can take its "
                       "place there; write its head, and the mark, outside of the macro");
}

/* "#if" around the head of a loop and not around its end: what replaces the text would take one half. */
IhopMessage *
ihop_device_refuse_text (const IhopTree *tree, const IhopNode *node)
{
  IhopRange range = node->range;
  int depth = 0;
  IhopMessage *why = refuse_other_files (tree, node);

  if (why == NULL)
    why = refuse_pragma_in_front (tree, node);
  if (why)
    return why;
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind != IHOP_DIRECTIVE_CONDITIONAL || directive->range.source != range.source
          || directive->range.begin < range.begin || directive->range.begin >= range.end)
        continue;
      int change = ihop_directive_depth (directive);
      if (depth == 0 && change <= 0) /* an #else or #elif, too */
        return ihop_message (change ? N_ ("the #endif at line %u belongs to an #if that begins outside of it")
                                    : N_ ("the #else at line %u belongs to an #if that begins outside of it"),
                             ihop_range_line (directive->range));
      depth += change;
    }
  return depth == 0 ? NULL : ihop_message ("an #if begins in it and ends outside of it");
}

/* A function of another file runs in kernels of this one only where it has been brought in (project/prepare/import.h): what it calls types,
 * enumerators and variables may be something else here, and its static variables have no name here at all. */
static IhopMessage *
refuse_callees (const IhopPlanner *planner, const GPtrArray *callees)
{
  for (guint i = 0; i < callees->len; i++)
    {
      const IhopFunction *callee = callees->pdata[i];
      if (ihop_facts_tree_of (planner->facts, callee) != planner->tree)
        return ihop_message ("%s is called, which stands in another file (%s) and does not mean the same in this one", callee->symbol->name,
                             callee->range.source->path);
    }
  return NULL;
}

IhopMessage *
ihop_device_refuse (IhopPlanner *planner, const IhopNode *node, gboolean spread, GPtrArray *callees)
{
  g_autoptr (GPtrArray) called = callees ? g_ptr_array_ref (callees) : g_ptr_array_new ();
  g_autoptr (GHashTable) inside = g_hash_table_new (NULL, NULL);
  Search s = { .planner = planner, .inside = inside, .spread = spread };

  ihop_node_walk (node, look_for_types, &s.declares_types);
  s.why = refuse_counter (planner, node);
  if (s.why == NULL && !spread) /* a spread body goes with its loop */
    s.why = ihop_device_refuse_place (planner->tree, node);
  if (s.why == NULL)
    s.why = ihop_device_refuse_text (planner->tree, node);
  if (s.why)
    return s.why;
  look (&s, node);
  if (s.why == NULL)
    s.why = ihop_effects_refuse_device (planner->facts, node, called);
  if (s.why == NULL)
    s.why = refuse_callees (planner, called);
  return s.why;
}

IhopMessage *
ihop_device_refuse_lone (IhopWork *work, const IhopNode *statement, GPtrArray *callees)
{
  IhopMessage *why = ihop_device_refuse (work->planner, statement, FALSE, callees);

  return why ? why
             : ihop_message_ref (ihop_footprint_incomplete (work->planner->facts, work->function, statement));
}

gboolean
ihop_device_follows_host (const IhopMessage *why)
{
  return ihop_message_says (why, IHOP_STORED_POINTER) || ihop_message_says (why, IHOP_ARRAY_OF_POINTERS);
}

gboolean
ihop_device_has_atomic (const IhopReduction *reduction)
{
  const IhopType *type = ihop_type_strip (reduction->type);
  gboolean is_integer = ihop_type_is_integer (type) && type->size >= 4;

  switch (reduction->operator)
    {
    case IHOP_REDUCE_ADD: return is_integer || ihop_type_is_floating (type);
    case IHOP_REDUCE_MIN:
    case IHOP_REDUCE_MAX:
    case IHOP_REDUCE_AND:
    case IHOP_REDUCE_OR:
    case IHOP_REDUCE_XOR:
    case IHOP_REDUCE_SET: return is_integer;
    default: return FALSE;
    }
}
