#include "analysis/verdict/reasons.h"
#include "analysis/verdict/loop.h"

const IhopReasonInfo *
ihop_reason_list (void)
{
  static const IhopReasonInfo list[] = {
    { "IHOP-D001", "the loop does not count" },
    { "IHOP-D003", "the loop can be left before its end" },
    { "IHOP-D004", "a call whose effects are not known" },
    { "IHOP-D005", "a call whose effects need the loop's order" },
    { "IHOP-D006", "a volatile object" },
    { "IHOP-D007", "code that is not followed" },
    { "IHOP-D009", "the analysis ran out of its budget" },
    { "IHOP-D010", "two names that may mean the same memory" },
    { "IHOP-D011", "a pointer whose target is not known" },
    { "IHOP-D012", "a subscript that is not affine" },
    { "IHOP-D013", "an access that depends on a condition on data" },
    { "IHOP-D014", "a called function that may touch what other iterations touch" },
    { "IHOP-D015", "a value that is needed after the loop" },
    { "IHOP-D016", "a subscript that may leave its row" },
    { "IHOP-D017", "unsigned arithmetic or a conversion that may wrap around" },
    { "IHOP-D018", "a variable that carries a value from one iteration to the next" },
    { "IHOP-D019", "a min or max that NaN would turn" },
    { NULL, NULL }
  };

  return list;
}

void
ihop_reason_free (gpointer data)
{
  IhopReason *reason = data;

  ihop_message_unref (reason->message);
  g_ptr_array_unref (reason->remedies);
  g_free (reason);
}

void
ihop_reason_add_message (GPtrArray *reasons, const char *id, const IhopNode *node, IhopMessage *remedy,
                         IhopMessage *message)
{
  IhopReason *reason = g_new0 (IhopReason, 1);

  reason->message = message;
  reason->id = id;
  if (node)
    reason->range = ihop_range_is_known (node->range) ? node->range : node->place;
  reason->remedies = g_ptr_array_new_with_free_func (ihop_message_unref);
  if (remedy)
    g_ptr_array_add (reason->remedies, remedy);
  for (guint i = 0; i < reasons->len; i++)
    {
      const IhopReason *old = reasons->pdata[i];
      if (ihop_message_equal (old->message, message) && old->id == id)
        {
          ihop_reason_free (reason);
          return;
        }
    }
  g_ptr_array_add (reasons, reason);
}
