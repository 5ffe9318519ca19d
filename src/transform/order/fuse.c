/* fuse: two loops that follow each other become one (Allen and Cocke 1972). The second one may run some iterations late
 * (shift); where one of them begins earlier or ends later than the other, these iterations are peeled (Manjikian and
 * Abdelrahman 1997), or the loop runs as far as either did and asks in each iteration whose turn it is (guard). */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/jump_removal.h"
#include "transform/build/loop_pragma.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/legality/judge.h"
#include <string.h>

enum
{
  MOST_SHIFT = 8
};

typedef struct
{
  IhopTransformStep *step;
  IhopHeader a, b;
  guint distance; /* from the one to the other in their block */
  gint64 shift;   /* the second runs so many iterations later */
  gint64 ahead;   /* the second's first value, shifted, less the first's */
  gboolean alike; /* nothing stands over */
  gboolean by_second; /* the second's iterator counts */
  gboolean is_guarded; /* nothing is peeled */
} Fusion;

/* The loop right behind; marks between are passed over. */
static const IhopNode *
next_loop (const IhopFunction *function, const IhopNode *loop, guint *distance)
{
  const IhopNode *block;
  guint at;

  if (!ihop_sibling_of (function, loop, &block, &at))
    return NULL;
  for (*distance = 1; at + *distance < block->n_children; (*distance)++)
    {
      const IhopNode *next = block->child[at + *distance];
      if (!ihop_is_mark (next))
        return next->kind == IHOP_FOR ? next : NULL;
    }
  return NULL;
}

/* "n - 1" as n and -1; a number as NULL and itself. */
static const IhopNode *
without_constant (const IhopNode *node, gint64 *constant)
{
  gint64 value;

  *constant = 0;
  for (node = ihop_node_strip (node, FALSE);
       node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB)
       && ihop_type_is_integer (node->type) && ihop_constant_of (node->child[1], &value)
       && !ihop_constant_of (node, &(gint64){ 0 });
       node = ihop_node_strip (node->child[0], FALSE))
    *constant += node->op == IHOP_OP_ADD ? value : -value;
  if (!ihop_constant_of (node, &value))
    return node;
  *constant += value;
  return NULL;
}

/* b - a, where it is a number. */
static gboolean
difference (const IhopNode *a, const IhopNode *b, gint64 *result)
{
  gint64 first, second;
  const IhopNode *x = without_constant (a, &first), *y = without_constant (b, &second);

  *result = second - first;
  return x == NULL || y == NULL ? x == y : ihop_same_expression (x, y);
}

static IhopDiag *
refuse_headers (Fusion *self, const char *what)
{
  return ihop_refuse (self->step, IHOP_T_SHAPE, self->b.loop, "%s and %s do not count alike: %s", self->a.name->address,
                      self->b.name->address, ihop_argument_phrase (what));
}

/* Those of the two that do not count 0, 1, 2 … may be made to. */
static gboolean
refuse_values (Fusion *self, const char *what)
{
  IhopDiag *diag = refuse_headers (self, what);
  const IhopHeader *headers[] = { &self->a, &self->b };
  gint64 first;

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    if (headers[i]->step != 1 || !ihop_constant_of (headers[i]->lower, &first) || first != 0)
      ihop_diag_code (diag, "normalize %s", headers[i]->name->address);
  return FALSE;
}

static gboolean
count_alike (Fusion *self)
{
  const IhopHeader *a = &self->a, *b = &self->b;

  self->alike = self->shift == 0 && a->step == b->step && a->relation == b->relation
                && ihop_same_expression (a->lower, b->lower)
                && ihop_same_expression (a->bound, b->bound);
  if (!ihop_type_equal (a->iterator->type, b->iterator->type))
    {
      ihop_diag_remedy (refuse_headers (self, N_ ("their iterators have different types")), "declare %s and %s alike",
                        a->iterator->name, b->iterator->name);
      return FALSE;
    }
  if (self->alike)
    return TRUE;
  if (a->step != 1 || b->step != 1)
    return refuse_values (self, N_ ("only loops that go up by one are shifted or peeled"));
  if (!difference (a->lower, b->lower, &self->ahead))
    return refuse_values (self, N_ ("how far apart they begin is not known"));
  self->ahead += self->shift;
  return ihop_require_signed_counter (self->step, a) && ihop_require_signed_counter (self->step, b)
         && ihop_require_copyable (self->step, a->body);
}

/* --- what is built ---------------------------------------------------------------------------- */

/* The second loop's body where the first's iterator counts. */
static const IhopNode *
second_body (IhopBuild *build, const Fusion *self)
{
  const IhopNode *value
    = ihop_make_plus (build, ihop_make_ref (build, self->a.iterator), -self->shift);

  if ((self->a.iterator == self->b.iterator || self->by_second) && self->shift == 0)
    return self->alike ? self->b.body : ihop_copy (build, self->b.body, NULL);
  return ihop_copy (build, self->b.body, ihop_values_new (build, self->b.iterator, value));
}

/* The first loop's body where the joint loop's iterator counts. */
static const IhopNode *
first_body (IhopBuild *build, const Fusion *self)
{
  if (!self->by_second)
    return self->a.body;
  return ihop_copy (build, self->a.body, ihop_values_new (build, self->a.iterator, ihop_make_ref (build, self->b.iterator)));
}

static const IhopNode *
joint_body (IhopBuild *build, const Fusion *self)
{
  GPtrArray *body = g_ptr_array_new ();

  ihop_append_body (body, first_body (build, self));
  ihop_append_body (body, second_body (build, self));
  return ihop_make_body (build, body);
}

/* The first's iterator counts, unless a loop inside of the second one counts with it, too. FALSE: refused. */
static gboolean
choose_iterator (Fusion *self)
{
  self->by_second = self->shift == 0 && self->a.iterator != self->b.iterator && ihop_writes (self->b.body, self->a.iterator)
                    && !ihop_mentions (self->a.body, self->b.iterator);
  return !self->by_second || ihop_require_copyable (self->step, self->a.body);
}

static void
append_loop (IhopBuild *build, const IhopHeader *header, const IhopNode *lower, const IhopNode *end,
             GPtrArray *into)
{
  IhopHeader part = *header;

  part.relation = IHOP_OP_LT;
  ihop_append (into, ihop_copy_loop (build, &part, lower, end));
}

/* What runs before both do: of the one that begins first, as far as it goes. */
static void
append_front (IhopBuild *build, const Fusion *self, GPtrArray *into)
{
  const IhopHeader *early = self->ahead >= 0 ? &self->a : &self->b;
  gint64 count = ABS (self->ahead);
  const IhopNode *end = ihop_make_plus (build, early->lower, count);

  if (count == 0)
    return;
  if (!ihop_header_runs (self->step, early, count))
    end = ihop_make_min (build, end, ihop_header_end (build, early));
  append_loop (build, early, early->lower, end, into);
}

typedef struct
{
  const IhopNode *first;   /* of the joint part, as the first loop counts */
  const IhopNode *end;     /* behind the joint part; at least "first" only if that is sure */
  const IhopNode *rest;    /* where what stands over begins */
  const IhopNode *ends[2]; /* of the two loops, as the first counts */
  gint64 over;             /* the second's end less the first's, if that is known */
  gboolean over_known;
} Joint;

/* Whether the joint part is sure to end no earlier than it begins. */
static gboolean
is_ordered (const Fusion *self, const Joint *joint)
{
  gint64 first = MAX (self->ahead, 1), second = MAX (-self->ahead, 1);
  gboolean a = joint->over_known && joint->over <= 0;
  gboolean b = joint->over_known && joint->over >= 0;

  return (a || ihop_header_runs (self->step, &self->a, first))
         && (b || ihop_header_runs (self->step, &self->b, second));
}

static Joint
find_joint (IhopBuild *build, const Fusion *self)
{
  Joint joint
    = { .ends = { ihop_header_end (build, &self->a),
                  ihop_make_plus (build, ihop_header_end (build, &self->b), self->shift) } };

  joint.first
    = self->ahead > 0 ? ihop_make_plus (build, self->b.lower, self->shift) : self->a.lower;
  joint.over_known = difference (joint.ends[0], joint.ends[1], &joint.over);
  if (joint.over_known)
    joint.end = joint.ends[joint.over < 0];
  else
    joint.end = ihop_make_min (build, joint.ends[0], joint.ends[1]);
  joint.rest
    = is_ordered (self, &joint) ? joint.end : ihop_make_max (build, joint.first, joint.end);
  return joint;
}

/* What runs when one of them is through. */
static void
append_back (IhopBuild *build, const Fusion *self, const Joint *joint, GPtrArray *into)
{
  if (!joint->over_known || joint->over < 0)
    append_loop (build, &self->a, joint->rest, joint->ends[0], into);
  if (!joint->over_known || joint->over > 0)
    append_loop (build, &self->b, ihop_make_plus (build, joint->rest, -self->shift),
                 ihop_header_end (build, &self->b), into);
}

/* ---- one loop as far as either goes ------------------------------------------------------------ */

static const IhopHeader *
counting (const Fusion *self)
{
  return self->by_second ? &self->b : &self->a;
}

/* Under which condition it is one loop's turn. NULL: always. */
static const IhopNode *
turn_of (IhopBuild *build, const Fusion *self, const Joint *joint, gboolean second)
{
  const IhopNode *value = ihop_make_ref (build, counting (self)->iterator), *from = NULL, *to = NULL;

  if (second ? self->ahead > 0 : self->ahead < 0)
    from = ihop_make_relation (build, IHOP_OP_GE, value, ihop_make_plus (build, second ? self->b.lower : self->a.lower, second ? self->shift : 0));
  if (!joint->over_known || (second ? joint->over < 0 : joint->over > 0))
    to = ihop_make_relation (build, IHOP_OP_LT, value, joint->ends[second]);
  return from && to ? ihop_make_binary (build, IHOP_OP_LAND, from, to) : from ? from : to;
}

/* Whether the loop's head may as well be worked out where it is not the loop's turn. */
static gboolean
has_plain_head (const Fusion *self, const IhopNode *loop)
{
  const IhopNode *first = loop->child[0], *end = loop->child[1];
  const IhopNode *parts[] = { first, end, loop->child[2] };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] == NULL || ihop_mentions (parts[i], counting (self)->iterator))
      return FALSE;
  return first->kind == IHOP_DECLARATION && first->n_children == 1 && first->child[0]->child[0] && !ihop_may_fault (first->child[0]->child[0])
         && !ihop_may_fault (end);
}

/* The condition is asked in the innermost of loops that have nothing beside them, so that these can be fused in turn. */
static const IhopNode *
guarded (IhopBuild *build, const Fusion *self, const IhopNode *body, const IhopNode *condition)
{
  const IhopNode *inner = ihop_only_loop (body);

  if (condition == NULL)
    return body;
  if (inner && has_plain_head (self, inner) && !ihop_mentions (condition, ihop_loop_iterator (inner)))
    return ihop_make_loop_like (build, inner, guarded (build, self, ihop_loop_body (inner), condition));
  return ihop_make_if (build, condition, body, NULL);
}

static void
append_guarded (IhopBuild *build, const Fusion *self, GPtrArray *into)
{
  const Joint joint = find_joint (build, self);
  const IhopHeader *header = counting (self);
  const IhopNode *first = self->ahead >= 0 ? self->a.lower : ihop_make_plus (build, self->b.lower, self->shift);
  const IhopNode *end = joint.over_known ? joint.ends[joint.over > 0] : ihop_make_max (build, joint.ends[0], joint.ends[1]);
  GPtrArray *body = g_ptr_array_new ();

  ihop_append_body (body, guarded (build, self, first_body (build, self), turn_of (build, self, &joint, FALSE)));
  ihop_append_body (body, guarded (build, self, second_body (build, self), turn_of (build, self, &joint, TRUE)));
  ihop_append (into, ihop_make_for (build, header->loop, header->iterator, header->declared_here, first, IHOP_OP_LT, end, 1,
                                    ihop_make_body (build, body)));
}

/* ---- the whole ------------------------------------------------------------------------------------ */

static IhopRewrite *
fused (Fusion *self)
{
  if (!choose_iterator (self))
    return NULL;
  const IhopHeader *header = counting (self);
  g_autoptr (IhopBuild) build = ihop_build_new (self->step, self->a.name->function);
  GPtrArray *news = g_ptr_array_new ();
  if (self->alike)
    ihop_append (news, ihop_make_loop_like (build, header->loop, joint_body (build, self)));
  else if (self->is_guarded)
    append_guarded (build, self, news);
  else
    {
      Joint joint = find_joint (build, self);
      append_front (build, self, news);
      ihop_append (news, ihop_make_for (build, header->loop, header->iterator, header->declared_here, joint.first,
                                        IHOP_OP_LT, joint.end, 1, joint_body (build, self)));
      append_back (build, self, &joint, news);
    }
  return ihop_build_finish (build, self->a.loop, self->distance + 1, news);
}

/* --- the shift -------------------------------------------------------------------------------- */

/* The least shift that the judge lets pass. */
static IhopRewrite *
fused_somehow (Fusion *self)
{
  IhopTransformStep *loud = self->step;
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopTransformStep quiet = *loud;

  quiet.diags = diags;
  for (self->shift = 0; self->shift <= MOST_SHIFT; self->shift++)
    {
      self->step = loud;
      if (!count_alike (self))
        return NULL;
      self->step = &quiet;
      g_autoptr (IhopRewrite) rewrite = fused (self);
      if (rewrite && ihop_judge_order (&quiet, rewrite))
        return g_steal_pointer (&rewrite);
    }
  /* Why not at once: that shows what has to be waited for. */
  const IhopDiag *first = diags->len ? diags->pdata[0] : NULL;
  const char *into = self->a.name->address, *address = self->b.name->address;
  ihop_refuse_message (
    loud, IHOP_T_ILLEGAL, self->b.loop,
    first ? ihop_message ("%s cannot join %s, not even up to %d iterations later; at once, %s", address, into, MOST_SHIFT,
                          first->message)
          : ihop_message ("%s cannot join %s, not even up to %d iterations later", address, into, MOST_SHIFT));
  return NULL;
}

static gboolean
read_loops (Fusion *self, const char *word)
{
  const IhopNode *next;

  if (!ihop_header_of (self->step, word, &self->a))
    return FALSE;
  next = next_loop (self->a.name->function, self->a.loop, &self->distance);
  if (next == NULL)
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, self->a.loop, "no loop follows %s at once",
                   self->a.name->address);
      return FALSE;
    }
  return ihop_header_read (self->step, next, &self->b)
         && ihop_require_no_jumps (self->step, self->a.body)
         && ihop_require_no_jumps (self->step, self->b.body)
         && ihop_require_copyable (self->step, self->b.body);
}

static IhopRewrite *
fuse_build (IhopTransformStep *step, char **words, guint n)
{
  Fusion self = { .step = step };
  gboolean search = n > 1 && strcmp (words[1], "shift") == 0;

  self.is_guarded = n > 1 && strcmp (words[1], "guard") == 0;
  if (!ihop_args_count (step, n, 1, 2)
      || (n > 1 && !search && !self.is_guarded
          && !ihop_args_number (step, words[1], N_ ("the shift"), -1024, 1024, &self.shift))
      || !read_loops (&self, words[0]))
    return NULL;
  if (search)
    return fused_somehow (&self);
  return count_alike (&self) ? fused (&self) : NULL;
}

const IhopTransform ihop_transform_fuse = {
  .name = "fuse",
  .usage = "LOOP [SHIFT|shift|guard]",
  .summary = N_ ("The loop and the one behind it become one; the second may run SHIFT iterations later"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = fuse_build,
};
