#include "transform/kernel/first_element.h"
#include "analysis/nest/iteration_space_sizes.h"

typedef struct
{
  isl_pw_aff *least, *most; /* of the elements */
  isl_set *known;           /* the parameters for which there are any */
  isl_pw_aff *best;         /* of the expressions that are nowhere more than the least; owned */
  isl_val *length;          /* the most elements from there; NULL: none has been found */
} FirstElement;

/* An expression that is the least one somewhere may be one to begin at everywhere: the first row of a tile of which a triangle
 * cuts off the corner. */
static isl_stat
try_begin (isl_set *where, isl_aff *aff, void *user)
{
  FirstElement *self = user;
  isl_pw_aff *begin = isl_pw_aff_from_aff (isl_aff_gist (aff, isl_set_copy (self->known)));
  isl_set *behind = isl_pw_aff_gt_set (isl_pw_aff_copy (begin), isl_pw_aff_copy (self->least));
  isl_set *lengths = isl_set_from_pw_aff (isl_pw_aff_sub (isl_pw_aff_copy (self->most), isl_pw_aff_copy (begin)));
  isl_val *length = ihop_instances_bound (isl_set_project_out_all_params (lengths), 0, TRUE);
  gboolean better = isl_set_is_empty (behind) == isl_bool_true && length && isl_val_is_int (length)
                    && (self->length == NULL || isl_val_lt (length, self->length));

  if (better)
    {
      isl_pw_aff_free (self->best);
      isl_val_free (self->length);
      self->best = isl_pw_aff_copy (begin);
      self->length = isl_val_copy (length);
    }
  isl_set_free (where);
  isl_set_free (behind);
  isl_pw_aff_free (begin);
  isl_val_free (length);
  return isl_stat_ok;
}

static isl_pw_aff *
first_of_pieces (isl_set *elements, guint d, isl_pw_aff *least)
{
  FirstElement self = { .least = least, .most = isl_set_dim_max (isl_set_copy (elements), (int) d),
                        .known = isl_pw_aff_domain (isl_pw_aff_copy (least)) };

  isl_pw_aff_foreach_piece (least, try_begin, &self);
  isl_pw_aff_free (self.most);
  isl_set_free (self.known);
  isl_val_free (self.length);
  return self.best;
}

isl_pw_aff *
ihop_first_element (__isl_keep isl_set *elements, guint d)
{
  isl_pw_aff *least = isl_pw_aff_coalesce (isl_set_dim_min (isl_set_copy (elements), (int) d));
  isl_set *known = least ? isl_pw_aff_domain (isl_pw_aff_copy (least)) : NULL;
  isl_pw_aff *first = isl_pw_aff_gist (isl_pw_aff_copy (least), known);

  if (first && isl_pw_aff_n_piece (first) != 1)
    {
      isl_pw_aff_free (first);
      first = first_of_pieces (elements, d, least);
    }
  isl_pw_aff_free (least);
  return first;
}
