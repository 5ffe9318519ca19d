#include "analysis/memory/points_to_contents.h"

/* All that is put into one object is put into another one, too. */
typedef struct
{
  guint to;
  GHashTable *names;
} Link;

/* What an object holds. What is put somewhere in it, nobody knows where, is in "any"; members have that and their own,
 * and "all" has what they have. An object of which no members are told apart has one node for all. */
typedef struct
{
  guint any, all;
  guint32 layout;      /* of the structs that it is made of; 0: none was seen yet */
  gboolean is_blurred; /* seen as two of them, or as bytes: "any" has what all have */
  GHashTable *members; /* place → node; NULL: none are told apart */
  GArray *links;       /* of Link */
} Contents;

struct _IhopContents
{
  IhopSolver *solver;
  GHashTable *of_objects; /* object → Contents */
  IhopSolverSeed seed;
  IhopSolverHasMembers has_members;
  gpointer data;
};

static void
contents_free (gpointer data)
{
  Contents *contents = data;

  g_clear_pointer (&contents->members, g_hash_table_unref);
  g_array_unref (contents->links);
  g_free (contents);
}

IhopContents *
ihop_contents_new (IhopSolver *solver, IhopSolverSeed seed, IhopSolverHasMembers has_members, gpointer data)
{
  IhopContents *self = g_new0 (IhopContents, 1);

  self->solver = solver;
  self->of_objects = g_hash_table_new_full (NULL, NULL, NULL, contents_free);
  self->seed = seed;
  self->has_members = has_members;
  self->data = data;
  return self;
}

void
ihop_contents_free (IhopContents *self)
{
  g_hash_table_unref (self->of_objects);
  g_free (self);
}

static Contents *
contents_of (IhopContents *self, guint object)
{
  Contents *contents = g_hash_table_lookup (self->of_objects, GUINT_TO_POINTER (object));

  if (contents)
    return contents;
  contents = g_new0 (Contents, 1);
  contents->any = contents->all = ihop_solver_node (self->solver);
  contents->links = g_array_new (FALSE, FALSE, sizeof (Link));
  g_hash_table_insert (self->of_objects, GUINT_TO_POINTER (object), contents);
  if (self->has_members (object, self->data))
    {
      contents->members = g_hash_table_new (NULL, NULL);
      contents->all = ihop_solver_node (self->solver);
      ihop_solver_copy (self->solver, contents->any, contents->all);
    }
  self->seed (self->solver, object, contents->any, self->data);
  return contents;
}

/* Whatever is in some place of it may be in any. */
void
ihop_contents_blur (IhopContents *self, guint object)
{
  Contents *contents = contents_of (self, object);

  if (contents->members == NULL || contents->is_blurred)
    return;
  contents->is_blurred = TRUE;
  ihop_solver_copy (self->solver, contents->all, contents->any);
}

static void
follow_link (IhopContents *self, guint member, IhopPlaceKey place, const Link *link)
{
  guint to = ihop_contents_put (self, link->to, place);

  if (link->names)
    ihop_solver_rename (self->solver, member, to, link->names);
  else
    ihop_solver_copy (self->solver, member, to);
}

static guint
member_of (IhopContents *self, Contents *contents, IhopPlaceKey place)
{
  gpointer key = GUINT_TO_POINTER (place.offset + 1);
  guint member = GPOINTER_TO_UINT (g_hash_table_lookup (contents->members, key));

  if (member)
    return member;
  member = ihop_solver_node (self->solver);
  g_hash_table_insert (contents->members, key, GUINT_TO_POINTER (member));
  ihop_solver_copy (self->solver, contents->any, member);
  ihop_solver_copy (self->solver, member, contents->all);
  for (guint i = 0; i < contents->links->len; i++)
    {
      Link link = g_array_index (contents->links, Link, i);
      follow_link (self, member, place, &link);
    }
  return member;
}

/* The node of a place in an object, for what is put there; what is found there is more if members are not told apart. */
guint
ihop_contents_put (IhopContents *self, guint object, IhopPlaceKey place)
{
  Contents *contents = contents_of (self, object);

  if (place.layout == 0 || contents->members == NULL)
    return contents->any;
  if (contents->layout == 0)
    contents->layout = place.layout;
  if (contents->layout != place.layout)
    ihop_contents_blur (self, object);
  return contents->is_blurred ? contents->any : member_of (self, contents, place);
}

guint
ihop_contents_found (IhopContents *self, guint object, IhopPlaceKey place)
{
  guint node = ihop_contents_put (self, object, place);
  Contents *contents = contents_of (self, object);

  return node == contents->any ? contents->all : node;
}

static gboolean
has_link (const Contents *contents, guint to, const GHashTable *names)
{
  for (guint i = 0; i < contents->links->len; i++)
    if (g_array_index (contents->links, Link, i).to == to && g_array_index (contents->links, Link, i).names == names)
      return TRUE;
  return FALSE;
}

void
ihop_contents_link (IhopContents *self, guint from, guint to, GHashTable *names)
{
  Contents *contents = contents_of (self, from);
  const Link link = { to, names };

  if (has_link (contents, to, names))
    return;
  g_array_append_val (contents->links, link);
  follow_link (self, contents->any, IHOP_PLACE_ANY, &link);
  g_autoptr (GList) members = contents->members ? g_hash_table_get_keys (contents->members) : NULL;
  for (GList *each = members; each; each = each->next)
    {
      guint member = GPOINTER_TO_UINT (g_hash_table_lookup (contents->members, each->data));
      follow_link (self, member, (IhopPlaceKey){ contents->layout, GPOINTER_TO_UINT (each->data) - 1 }, &link);
    }
}

GArray *
ihop_contents_objects (IhopContents *self)
{
  GArray *objects = g_array_new (FALSE, FALSE, sizeof (guint));
  GHashTableIter each;
  gpointer key;

  g_hash_table_iter_init (&each, self->of_objects);
  while (g_hash_table_iter_next (&each, &key, NULL))
    {
      guint object = GPOINTER_TO_UINT (key);
      g_array_append_val (objects, object);
    }
  return objects;
}
