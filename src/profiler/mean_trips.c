/* How often a loop runs: its bounds at points of the iteration space around it. */
#include "profiler/mean_trips.h"
#include "profiler/shown_trips.h"
#include <math.h>

#define USUAL_WHILE 100.0
#define MANY_TRIPS 4096.0      /* from which on the first iterations are looked at more closely */
#define FIRST_THREADS 16.0     /* a part of a warp */

enum { POINTS = 512 };

/* Of an expression at each point; n 1: the same at all of them. */
typedef struct
{
  guint n;
  double at[POINTS];
} Values;

/* A loop that has been asked about. */
typedef struct Opened Opened;
struct Opened
{
  const Opened *around;    /* or NULL */
  const IhopSymbol *iterator; /* NULL: it counts with none */
  Values values;           /* of the iterator, where the loop's body is */
  Values weights;          /* how often the body is executed for each point */
  guint varying;           /* iterators of it and those around whose values differ */
  double trips;
  gboolean uses_usual;     /* some size is not known */
};

struct _IhopTripMeans
{
  IhopFacts *facts;
  GHashTable *numbers;     /* IhopSymbol → double * */
  GHashTable *opened;      /* IhopNode, a loop → Opened *; what was asked under other numbers is not here */
};

IhopTripMeans *
ihop_trip_means_new (IhopFacts *facts)
{
  IhopTripMeans *means = g_new0 (IhopTripMeans, 1);

  means->facts = facts;
  means->numbers = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  means->opened = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return means;
}

void
ihop_trip_means_free (IhopTripMeans *means)
{
  if (means == NULL)
    return;
  g_hash_table_unref (means->numbers);
  g_hash_table_unref (means->opened);
  g_free (means);
}

void
ihop_trip_means_set (IhopTripMeans *means, const IhopSymbol *symbol, double number)
{
  g_hash_table_insert (means->numbers, (gpointer) symbol, g_memdup2 (&number, sizeof number));
  g_hash_table_remove_all (means->opened);
}

const double *
ihop_trip_means_number (const IhopTripMeans *means, const IhopSymbol *symbol)
{
  return g_hash_table_lookup (means->numbers, symbol);
}

/* ---- Expressions --------------------------------------------------------------------------------- */

typedef struct
{
  const IhopTripMeans *means;
  const Opened *around;    /* the place */
  IhopUsual *usual;
} Place;

static double
at (const Values *values, guint point)
{
  return values->at[values->n == 1 ? 0 : point];
}

static void
set_number (Values *values, double number)
{
  values->n = 1;
  values->at[0] = number;
}

static void
set_unknown (const Place *place, Values *values)
{
  place->usual->is_used = TRUE;
  set_number (values, place->usual->size);
}

static void
set_variable (const Place *place, const IhopSymbol *symbol, Values *values)
{
  const double *number;

  for (const Opened *loop = place->around; loop; loop = loop->around)
    if (loop->iterator == symbol)
      {
        *values = loop->values;
        return;
      }
  number = ihop_trip_means_number (place->means, symbol);
  if (number)
    set_number (values, *number);
  else
    set_unknown (place, values);
}

static double
quotient (double a, double b, gboolean is_whole)
{
  double all = b != 0 ? a / b : a;

  return is_whole ? trunc (all) : all;
}

static double
operation (IhopOperator op, double a, double b, gboolean is_whole)
{
  switch (op)
    {
    case IHOP_OP_ADD: return a + b;
    case IHOP_OP_SUB: return a - b;
    case IHOP_OP_MUL: return a * b;
    case IHOP_OP_DIV: return quotient (a, b, is_whole);
    case IHOP_OP_MOD: return b != 0 ? fmod (a, b) : a;
    case IHOP_OP_AND: return fabs (a) < 0x1p62 && fabs (b) < 0x1p62 ? (double) ((gint64) a & (gint64) b) : MIN (a, b);
    case IHOP_OP_SHL: return ldexp (a, (int) CLAMP (b, 0, 62));
    case IHOP_OP_SHR: return floor (ldexp (a, -(int) CLAMP (b, 0, 62)));
    case IHOP_OP_LT: return a < b;
    case IHOP_OP_LE: return a <= b;
    case IHOP_OP_GT: return a > b;
    case IHOP_OP_GE: return a >= b;
    case IHOP_OP_EQ: return a == b;
    default: return a != b;
    }
}

static gboolean
is_followed (IhopOperator op)
{
  return op == IHOP_OP_ADD || op == IHOP_OP_SUB || op == IHOP_OP_MUL || op == IHOP_OP_DIV || op == IHOP_OP_MOD || op == IHOP_OP_AND
         || op == IHOP_OP_SHL || op == IHOP_OP_SHR || (op >= IHOP_OP_LT && op <= IHOP_OP_NE);
}

static void evaluate (const Place *place, const IhopNode *node, Values *values);

static void
evaluate_binary (const Place *place, const IhopNode *node, Values *values)
{
  const IhopType *type = node->type ? ihop_type_strip (node->type) : NULL;
  gboolean is_whole = type == NULL || type->kind != IHOP_TYPE_FLOATING;
  Values right;

  evaluate (place, node->child[0], values);
  evaluate (place, node->child[1], &right);
  guint n = MAX (values->n, right.n);
  for (guint point = n; point-- > 0;)
    values->at[point] = operation (node->op, at (values, point), at (&right, point), is_whole);
  values->n = n;
}

/* "a < b ? a : b": bounds of tiles, and of fronts. Of what is not followed, both are as likely. */
static void
evaluate_choice (const Place *place, const IhopNode *node, Values *values)
{
  const IhopNode *condition = ihop_node_strip (node->child[0], TRUE);
  gboolean is_known = condition->kind == IHOP_BINARY && is_followed (condition->op);
  Values yes, no;

  if (is_known)
    evaluate (place, condition, values);
  else
    set_number (values, 0.5);
  evaluate (place, node->child[1], &yes);
  evaluate (place, node->child[2], &no);
  guint n = MAX (values->n, MAX (yes.n, no.n));
  for (guint point = n; point-- > 0;)
    {
      double share = is_known ? at (values, point) != 0 : 0.5;
      values->at[point] = share * at (&yes, point) + (1 - share) * at (&no, point);
    }
  values->n = n;
}

static void
evaluate (const Place *place, const IhopNode *node, Values *values)
{
  node = ihop_node_strip (node, TRUE);
  if (node->flags & IHOP_NODE_CONSTANT)
    set_number (values, (double) node->integer);
  else if (node->kind == IHOP_REF)
    set_variable (place, node->symbol, values);
  else if (node->kind == IHOP_BINARY && is_followed (node->op))
    evaluate_binary (place, node, values);
  else if (node->kind == IHOP_CONDITIONAL && node->child[1])
    evaluate_choice (place, node, values);
  else if (node->kind == IHOP_UNARY && node->op == IHOP_OP_NEG)
    {
      evaluate (place, node->child[0], values);
      for (guint point = 0; point < values->n; point++)
        values->at[point] = -values->at[point];
    }
  else
    set_unknown (place, values);
}

/* ---- Points -------------------------------------------------------------------------------------- */

/* Between 0 and 1. */
static double
coordinate (guint point, guint dimension)
{
  static const double steps[] = { 0.6180339887498949, 0.4142135623730951, 0.7320508075688772, 0.6457513110645906, 0.3166247903553998,
                                  0.6055512754639891 }; /* of square roots of 5, 2, 3, 7, 11, 13 */
  double number = point + 0.5, all = number * steps[(MAX (dimension, 1) - 1) % G_N_ELEMENTS (steps)];

  return dimension == 0 ? number / POINTS : all - floor (all);
}

/* ---- Loops --------------------------------------------------------------------------------------- */

static double
trips_between (const IhopCounting *c, IhopOperator relation, double lower, double bound)
{
  gboolean equal = relation == IHOP_OP_LE || relation == IHOP_OP_GE;
  double distance = (c->step > 0 ? bound - lower : lower - bound) + equal;

  return MAX (0, ceil (distance / (double) ABS (c->step)));
}

static void
count_trips (const Place *place, const IhopCounting *c, const Values *lower, Values *trips)
{
  Values bound, also;

  evaluate (place, c->bound, &bound);
  if (c->also_bound)
    evaluate (place, c->also_bound, &also);
  trips->n = MAX (lower->n, MAX (bound.n, c->also_bound ? also.n : 1));
  for (guint point = 0; point < trips->n; point++)
    {
      double first = at (lower, point) + (double) c->ahead, most = trips_between (c, c->relation, first, at (&bound, point));
      trips->at[point] = c->also_bound ? MIN (most, trips_between (c, c->also_relation, first, at (&also, point))) : most;
    }
}

static double
mean_of (const Values *trips, const Values *weights)
{
  double all = 0, sum = 0, plain = 0;

  if (trips->n == 1)
    return trips->at[0];
  for (guint point = 0; point < trips->n; point++)
    {
      plain += trips->at[point] / trips->n;
      all += at (weights, point);
      sum += at (weights, point) * trips->at[point];
    }
  return all > 0 ? sum / all : plain;
}

/* Where in a loop of so many trips a point is, from 0 to 1, and in *weight what it stands for. Threads are far more than points, and what
 * is dealt out to them goes to the first ones: half of the points are spread over the magnitudes of their numbers. (Importance
 * sampling, with the mixture's density as weight: Hesterberg, Technometrics 37, 1995.) */
static double
position_of (double coordinate, double trips, double *weight)
{
  const double near = FIRST_THREADS / trips, magnitudes = log1p (1 / near);
  double place = 2 * coordinate;

  *weight = 1;
  if (trips < MANY_TRIPS)
    return coordinate;
  if (coordinate >= 0.5)
    place = near * expm1 ((place - 1) * magnitudes);
  *weight = 2 / (1 + 1 / ((place + near) * magnitudes));
  return place;
}

/* At each point, one of its values. */
static void
spread_iterator (Opened *loop, const IhopCounting *c, const Values *lower, const Values *trips)
{
  gboolean is_one = lower->n == 1 && trips->n == 1 && trips->at[0] <= 1, is_weighed = trips->n == 1 && trips->at[0] >= MANY_TRIPS;
  guint dimension = loop->varying;

  loop->iterator = c->iterator;
  loop->values.n = is_one ? 1 : POINTS;
  loop->varying += !is_one;
  for (guint point = is_weighed ? loop->weights.n : POINTS; point < POINTS; point++)
    loop->weights.at[point] = loop->weights.at[0];
  loop->weights.n = is_weighed ? POINTS : loop->weights.n;
  for (guint point = 0; point < loop->values.n; point++)
    {
      double weight = 1, number = is_one ? 0 : floor (position_of (coordinate (point, dimension), at (trips, point), &weight) * at (trips, point));
      if (is_weighed)
        loop->weights.at[point] *= weight;
      loop->values.at[point] = at (lower, point) + (double) c->step * (number + c->steps_first);
    }
}

static void
weigh (Opened *loop, const Values *trips)
{
  guint n = MAX (loop->weights.n, trips->n);

  for (guint point = n; point-- > 0;)
    loop->weights.at[point] = at (&loop->weights, point) * at (trips, point);
  loop->weights.n = n;
}

/* "seen": how often it was seen to run; negative: it was not. */
static void
open_loop (const Place *place, Opened *loop, const IhopCounting *c, double seen)
{
  IhopUsual unused = { place->usual->size, FALSE };
  const Place around = seen < 0 ? *place : (Place){ place->means, place->around, &unused };
  Values lower, trips;

  if (c->iterator == NULL)
    {
      place->usual->is_used |= seen < 0;
      set_number (&trips, seen < 0 ? USUAL_WHILE : seen);
    }
  else
    {
      set_number (&lower, 0);
      if (c->lower)
        evaluate (&around, c->lower, &lower);
      if (seen < 0)
        count_trips (&around, c, &lower, &trips);
      else
        set_number (&trips, seen);
    }
  loop->trips = mean_of (&trips, &loop->weights);
  if (c->iterator)
    spread_iterator (loop, c, &lower, &trips);
  weigh (loop, &trips);
}

/* NULL: the facts do not have it. */
static const Opened *
opened_of (IhopTripMeans *means, const IhopTree *tree, const IhopNode *node, double usual)
{
  Opened *loop = g_hash_table_lookup (means->opened, node);
  const IhopLoopName *name = loop ? NULL : ihop_loops_name (means->facts, tree, node);
  IhopUsual own = { usual, FALSE };

  if (loop || name == NULL)
    return loop;
  loop = g_new0 (Opened, 1);
  set_number (&loop->weights, 1);
  loop->around = name->parent ? opened_of (means, tree, name->parent, usual) : NULL;
  if (loop->around)
    {
      loop->weights = loop->around->weights;
      loop->varying = loop->around->varying;
    }
  const Place place = { means, loop->around, &own };
  open_loop (&place, loop, ihop_loops_counting (means->facts, tree, node), ihop_trips_shown (means->facts, tree, node));
  loop->uses_usual = own.is_used;
  g_hash_table_insert (means->opened, (gpointer) node, loop);
  return loop;
}

double
ihop_trips_mean (IhopTripMeans *means, const IhopTree *tree, const IhopNode *node, IhopUsual *usual)
{
  const Opened *loop = opened_of (means, tree, node, usual->size);

  usual->is_used |= loop && loop->uses_usual;
  return loop ? loop->trips : -1;
}
