import { usePluginScope } from '@kituo/sdk';
import { change, user } from '@kituo/sdk/contracts';
import { useAction } from '@kituo/sdk/page';
import type { List, RowAction } from '@kituo/sdk/page';
import { showDelivery } from '../users/outcome.modal.tsx';
import type { ChangeRow } from './change-fields.ts';

/** What can be done with a request; its `allowedActions` decide, because nobody decides their own. */
export function useChangeActions(family: change.ChangeFamily, list: List<ChangeRow>) {
  const scope = usePluginScope();
  const endpoints = change.changeFamilies[family];
  const facts = (row: ChangeRow) => ({ name: row.subjectName, change: row.title });
  const approve = useAction({
    name: 'approve',
    endpoint: endpoints.approve,
    request: ({ changeNo }: ChangeRow) => ({ changeNo }),
    list,
    facts,
    // Whoever agrees to a new account hands on its first password.
    onDone: ({ result }) => {
      const delivery = deliveryIn(result);
      if (delivery !== null) showDelivery(scope, delivery);
    },
  });
  const reject = useAction({
    name: 'reject',
    endpoint: endpoints.reject,
    request: ({ changeNo }: ChangeRow, { reason }: { reason: string }) => ({ changeNo, reason }),
    list,
    facts,
    isDangerous: true,
  });
  const withdraw = useAction({
    name: 'withdraw',
    endpoint: endpoints.withdraw,
    request: ({ changeNo }: ChangeRow) => ({ changeNo }),
    list,
    facts,
  });
  const rowActions: readonly RowAction<ChangeRow>[] = [approve, reject, withdraw];
  return { approve, reject, withdraw, rowActions };
}

/** The one-time password in what an approved command answered, if there is one. */
function deliveryIn(result: unknown): user.PasswordDelivery | null {
  if (typeof result !== 'object' || result === null || !('delivery' in result)) return null;
  return user.passwordDelivery.safeParse(result.delivery).data ?? null;
}
