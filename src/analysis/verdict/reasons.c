#include "analysis/verdict/reasons.h"
#include "analysis/verdict/loop.h"

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
