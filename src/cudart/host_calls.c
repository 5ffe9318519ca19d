#include "cudart/host_calls.h"
#include "cudart/host_threads.h"
#include "cudart/order.h"

int
ihop_host_calls_are_late (void)
{
  return ihop_cudart_check () != NULL;
}

void
ihop_host_call_late (void (*call) (void *), void *data)
{
  void *work = ihop_order_current ();

  if (ihop_host_calls_are_late ())
    {
      if (work)
        ihop_order_note_waits (work);
      ihop_cudart_check ()->tell (work && ihop_host_wait_until_silent ());
    }
  ihop_host_call (call, data);
}
