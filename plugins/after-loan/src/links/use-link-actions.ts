import { usePluginScope } from '@kituo/sdk';
import { paymentLink } from '@kituo/sdk/contracts';
import type { repayment } from '@kituo/sdk/contracts';
import { useAction } from '@kituo/sdk/page';
import { showLink } from './link-made.tsx';

type Row = repayment.OrderRow;

export interface LinkValues extends Record<string, unknown> {
  /** The last bill that it is to reach; null for all of them. */
  readonly billNo: string | null;
  readonly amountCents: number | null;
  readonly sendSms: boolean;
  readonly language: 'en' | 'sw';
}

/** What a loan's row offers for being paid: a link, and an account number of its own. */
export function useLinkActions(list: { refresh(): void; readonly refreshRow?: (row: Row) => Promise<void> }) {
  const scope = usePluginScope();
  const link = useAction({
    name: 'linkCreate',
    endpoint: paymentLink.create,
    request: ({ orderNo }: Row, { billNo, amountCents, sendSms, language }: LinkValues) => ({
      orderNo,
      ...(billNo !== null && { billNo }),
      amountCents: amountCents ?? Number.NaN,
      sendSms,
      language,
    }),
    list,
    facts: ({ orderNo }) => ({ name: orderNo }),
    isSilent: () => true,
    onDone: (made) => {
      showLink(scope, made);
    },
  });
  const number = useAction({
    name: 'numberCreate',
    endpoint: paymentLink.virtualCreate,
    request: ({ orderNo }: Row) => ({ orderNo }),
    list,
    facts: ({ orderNo }, reply) => ({ name: orderNo, number: reply?.virtualNo ?? '' }),
  });
  return { link, number };
}
