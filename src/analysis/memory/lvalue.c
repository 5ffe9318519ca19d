#include "analysis/memory/lvalue.h"

const IhopSymbol *
ihop_defs_root (const IhopNode *lvalue)
{
  for (;;)
    {
      lvalue = ihop_node_strip (lvalue, TRUE);
      switch (lvalue->kind)
        {
        case IHOP_REF:
          return lvalue->symbol;
        case IHOP_MEMBER:
        case IHOP_INDEX:
        case IHOP_CAST:
          lvalue = lvalue->child[0];
          break;
        case IHOP_UNARY:
          if (lvalue->op != IHOP_OP_DEREF && lvalue->op != IHOP_OP_ADDRESS)
            return NULL;
          lvalue = lvalue->child[0];
          break;
        case IHOP_BINARY: /* pointer arithmetic: the pointer is the side of pointer type */
          if (ihop_type_strip (lvalue->child[0]->type)->kind == IHOP_TYPE_INTEGER)
            lvalue = lvalue->child[1];
          else
            lvalue = lvalue->child[0];
          break;
        default:
          return NULL;
        }
    }
}

/* The variable whose own storage an lvalue lies in: not behind a pointer. */
const IhopSymbol *
ihop_lvalue_storage (const IhopNode *lvalue)
{
  for (;;)
    {
      lvalue = ihop_node_strip (lvalue, TRUE);
      if (lvalue->kind == IHOP_REF)
        return lvalue->symbol;
      if (lvalue->kind == IHOP_MEMBER && !(lvalue->flags & IHOP_NODE_ARROW))
        lvalue = lvalue->child[0];
      else if (lvalue->kind == IHOP_INDEX
               && ihop_type_strip (lvalue->child[0]->type)->kind == IHOP_TYPE_ARRAY)
        lvalue = lvalue->child[0];
      else
        return NULL;
    }
}

const IhopSymbol *
ihop_defs_target (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_VARIABLE:
      return node->child[0] ? node->symbol : NULL;
    case IHOP_ASSIGN:
      return ihop_lvalue_storage (node->child[0]);
    case IHOP_UNARY:
      if (node->op >= IHOP_OP_PRE_INC && node->op <= IHOP_OP_POST_DEC)
        return ihop_lvalue_storage (node->child[0]);
      return NULL;
    default:
      return NULL;
    }
}
