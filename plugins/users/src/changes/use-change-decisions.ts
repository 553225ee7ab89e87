import { usePluginScope } from '@kituo/sdk';
import { change, user } from '@kituo/sdk/contracts';
import { decision, useDecisions } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import { showDelivery } from '../users/outcome.modal.tsx';
import type { ChangeRow } from './change-fields.ts';

const one = ({ changeNo }: ChangeRow, reason: string | undefined) => ({ changeNo, reason });

/** What can be done with a request; its `allowedActions` decide, because nobody decides their own. */
export function useChangeDecisions(family: change.ChangeFamily, list: List<ChangeRow>) {
  const scope = usePluginScope();
  const { approve, reject, withdraw } = change.changeFamilies[family];
  return useDecisions<ChangeRow>({
    list,
    nameOf: (row) => `${row.title}: ${row.subjectName}`,
    approve: decision(approve, one),
    reject: decision(reject, ({ changeNo }: ChangeRow, reason: string) => ({ changeNo, reason })),
    withdraw: decision(withdraw, one),
    // Whoever agrees to a new account hands on its first password.
    onApproved: (reply) => {
      const delivery = deliveryIn(reply);
      if (delivery !== null) showDelivery(scope, delivery);
    },
  });
}

/** The one-time password in what an approved command answered, if there is one. */
function deliveryIn(reply: unknown): user.PasswordDelivery | null {
  const result = typeof reply === 'object' && reply !== null && 'result' in reply ? reply.result : null;
  if (typeof result !== 'object' || result === null || !('delivery' in result)) return null;
  return user.passwordDelivery.safeParse(result.delivery).data ?? null;
}
