import { change } from '@kituo/sdk/contracts';
import { useAction } from '@kituo/sdk/page';
import type { List, RowAction } from '@kituo/sdk/page';
import type { ChangeRow } from './change-fields.ts';

/** What can be done with a request; its `allowedActions` decide, because nobody decides their own. */
export function useChangeActions(family: change.ChangeFamily, list: List<ChangeRow>) {
  const endpoints = change.changeFamilies[family];
  const facts = (row: ChangeRow) => ({ name: row.subjectName, change: row.title });
  const approve = useAction({
    name: 'approve',
    endpoint: endpoints.approve,
    request: ({ changeNo }: ChangeRow) => ({ changeNo }),
    list,
    facts,
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
