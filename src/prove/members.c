/* Members of a thread's own structs, which hold numbers and addresses as variables do: "p.n" is a variable for each struct p and
 * each member n, and so is "this->n" while "this" is known to lead to p. What is stored in a member through an address that is
 * not followed cannot be known: then the struct is one whose address is taken (volatile_symbols). */
#include "prove/model.h"

typedef struct
{
  IhopSymbol symbol;       /* stands for the member in bindings and findings */
  const IhopSymbol *base, *field;
} Member;

void
prove_member_free (gpointer data)
{
  Member *member = data;

  g_free ((char *) member->symbol.name);
  g_free (member);
}

const IhopSymbol *
prove_member (Model *model, const IhopSymbol *base, const IhopSymbol *field)
{
  for (guint i = 0; i < model->members->len; i++)
    {
      Member *member = model->members->pdata[i];
      if (member->base == base && member->field == field)
        return &member->symbol;
    }
  Member *member = g_new0 (Member, 1);
  member->symbol = *field;
  member->symbol.kind = base->kind;
  member->symbol.name = g_strdup_printf ("%s.%s", base->name, field->name);
  member->base = base;
  member->field = field;
  g_ptr_array_add (model->members, member);
  return &member->symbol;
}

/* The struct that a member is of; NULL: it is none. */
static const IhopSymbol *
base_of (const Model *model, const IhopSymbol *symbol)
{
  for (guint i = 0; i < model->members->len; i++)
    if (&((const Member *) model->members->pdata[i])->symbol == symbol)
      return ((const Member *) model->members->pdata[i])->base;
  return NULL;
}

gboolean
prove_is_volatile (const Model *model, const IhopSymbol *symbol)
{
  for (; symbol; symbol = base_of (model, symbol))
    if (g_hash_table_contains (model->volatile_symbols, symbol))
      return TRUE;
  return FALSE;
}

void
prove_forget_symbol (Walk *walk, const IhopSymbol *symbol)
{
  Model *model = walk->model;

  prove_bind (walk, symbol, NULL);
  for (guint i = 0; i < model->members->len; i++)
    {
      Member *member = model->members->pdata[i];
      const IhopSymbol *base = member->base;
      while (base && base != symbol)
        base = base_of (model, base);
      if (base)
        prove_bind (walk, &member->symbol, NULL);
    }
}

/* ---- What an expression names ------------------------------------------------------------------------------------------- */

static gboolean
is_own_variable (const IhopSymbol *symbol)
{
  return (symbol->kind == IHOP_SYMBOL_PARAMETER || symbol->kind == IHOP_SYMBOL_VARIABLE) && symbol->space == IHOP_SPACE_HOST
         && !symbol->in_system_header;
}

const IhopSymbol *
prove_target (Walk *walk, const IhopNode *pointer)
{
  pointer = ihop_node_strip (pointer, FALSE);
  if (pointer->kind == IHOP_UNARY && pointer->op == IHOP_OP_ADDRESS)
    return prove_own_name (walk, pointer->child[0]);
  if (pointer->kind != IHOP_REF || prove_is_volatile (walk->model, pointer->symbol))
    return NULL;
  const Binding *binding = g_hash_table_lookup (walk->bindings, pointer->symbol);
  return binding ? binding->target : NULL;
}

const IhopSymbol *
prove_own_name (Walk *walk, const IhopNode *node)
{
  node = ihop_node_strip (node, FALSE);
  if (node->kind == IHOP_REF)
    return is_own_variable (node->symbol) ? node->symbol : NULL;
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF)
    return prove_target (walk, node->child[0]);
  if (node->kind != IHOP_MEMBER || node->symbol == NULL || node->symbol->kind != IHOP_SYMBOL_FIELD || node->symbol->bit_width)
    return NULL;
  gboolean follows = node->flags & IHOP_NODE_ARROW;
  const IhopType *record = ihop_type_strip (node->child[0]->type);
  record = follows && record->kind == IHOP_TYPE_POINTER ? ihop_type_strip (record->target) : record;
  const IhopSymbol *base = record->kind != IHOP_TYPE_RECORD || record->is_union ? NULL
                           : follows ? prove_target (walk, node->child[0]) : prove_own_name (walk, node->child[0]);
  return base ? prove_member (walk->model, base, node->symbol) : NULL;
}

/* ---- Assignments -------------------------------------------------------------------------------------------------------- */

void
prove_bind_to (Walk *walk, const IhopSymbol *symbol, const IhopNode *value)
{
  const IhopType *type = ihop_type_strip (symbol->type);
  Binding *binding = g_new0 (Binding, 1);

  if (type->kind == IHOP_TYPE_POINTER)
    {
      binding->is_own = prove_pointer (walk, value, &binding->array, &binding->offset) && binding->array == NULL;
      binding->target = prove_target (walk, value);
    }
  else if (type->kind == IHOP_TYPE_INTEGER)
    {
      gboolean is_all;
      binding->value = prove_evaluate (walk, value);
      binding->lanes = binding->value ? NULL : prove_lanes (walk, value, &is_all);
    }
  g_hash_table_insert (walk->bindings, (gpointer) symbol, binding);
}

static void
copy_members (Walk *walk, const IhopType *record, const IhopSymbol *to, const IhopSymbol *from)
{
  for (guint i = 0; i < record->n_fields; i++)
    {
      const IhopSymbol *one = prove_member (walk->model, to, record->fields[i]), *other = prove_member (walk->model, from, record->fields[i]);
      const Binding *binding = prove_is_volatile (walk->model, other) ? NULL : g_hash_table_lookup (walk->bindings, other);
      const IhopType *type = ihop_type_strip (record->fields[i]->type);
      if (binding)
        g_hash_table_insert (walk->bindings, (gpointer) one, prove_binding_copy (binding));
      if (type->kind == IHOP_TYPE_RECORD && !type->is_union)
        copy_members (walk, type, one, other);
    }
}

static void
bind_members (Walk *walk, const IhopType *record, const IhopSymbol *to, const IhopNode *list)
{
  for (guint i = 0; i < record->n_fields && i < list->n_children; i++)
    if (list->child[i] && ihop_type_is_scalar (record->fields[i]->type))
      prove_bind_to (walk, prove_member (walk->model, to, record->fields[i]), list->child[i]);
}

void
prove_bind_record (Walk *walk, const IhopSymbol *symbol, const IhopNode *value)
{
  const IhopType *record = ihop_type_strip (symbol->type);
  const IhopNode *bare = ihop_node_strip (value, TRUE);
  const IhopSymbol *from = prove_own_name (walk, bare);

  if (from == symbol)
    return;
  prove_forget_symbol (walk, symbol);
  if (record->kind != IHOP_TYPE_RECORD || record->is_union || !ihop_type_equal (record, ihop_type_strip (bare->type)))
    return;
  if (from)
    copy_members (walk, record, symbol, from);
  else if (bare->kind == IHOP_INIT_LIST)
    bind_members (walk, record, symbol, bare);
}

/* ---- Parameters of kernels ---------------------------------------------------------------------------------------------- */

void
prove_find_member_params (Model *model, const IhopSymbol *base)
{
  const IhopType *record = ihop_type_strip (base->type);

  for (guint i = 0; record->kind == IHOP_TYPE_RECORD && !record->is_union && i < record->n_fields; i++)
    {
      const IhopSymbol *member = prove_member (model, base, record->fields[i]);
      if (ihop_type_strip (member->type)->kind == IHOP_TYPE_INTEGER && record->fields[i]->bit_width == 0)
        g_ptr_array_add (model->params, (gpointer) member);
      prove_find_member_params (model, member);
    }
}

void
prove_bind_member_params (Walk *walk, const IhopSymbol *base)
{
  const IhopType *record = ihop_type_strip (base->type);
  guint param;

  for (guint i = 0; record->kind == IHOP_TYPE_RECORD && !record->is_union && i < record->n_fields; i++)
    {
      const IhopSymbol *member = prove_member (walk->model, base, record->fields[i]);
      Binding *binding = g_new0 (Binding, 1);
      if (g_ptr_array_find (walk->model->params, member, &param))
        binding->value = prove_value_param (walk->model, N_PARAMS + param);
      else if (ihop_type_strip (member->type)->kind == IHOP_TYPE_POINTER)
        {
          binding->array = member;
          binding->offset = prove_value_number (walk->model, 0);
        }
      g_hash_table_insert (walk->bindings, (gpointer) member, binding);
      prove_bind_member_params (walk, member);
    }
}
