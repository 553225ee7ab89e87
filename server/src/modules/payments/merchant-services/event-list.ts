import { merchantService, type ReplyOf } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { attemptsOf } from './attempts.ts';

/** What merchants were notified of, and what became of each. */
export const merchantEvents = defineList(
  merchantService.eventPage,
  (db) => db.selectFrom('merchantEvent as e').innerJoin('merchant as m', 'm.merchantNo', 'e.merchantNo'),
  (by) => ({
    scope: by.ofMerchants('e.merchantNo'),
    key: 'e.eventNo',
    filters: {
      eventNo: by.is('e.eventNo'),
      merchantNo: by.is('e.merchantNo'),
      deliveryStatus: by.is('e.deliveryStatus'),
      subjectNo: by.is('e.subjectNo'),
      queuedAt: by.days('e.createdAt'),
    },
    sorts: { queuedAt: 'e.createdAt', nextAttemptAt: 'e.nextAttemptAt' },
    first: [['e.createdAt', 'desc']],
    select: (query) =>
      query
        .select(['e.eventNo', 'e.event', 'e.subjectNo', 'e.merchantNo', 'm.merchantName', 'e.deliveryStatus'])
        .select(['e.createdAt as queuedAt', 'e.attempts', 'e.nextAttemptAt', 'e.deliveredAt', 'e.leaseUntil'])
        .select((eb) =>
          eb
            .selectFrom('merchantCallback as c')
            .select('c.fault')
            .whereRef('c.eventNo', '=', 'e.eventNo')
            .orderBy('c.callbackId', 'desc')
            .limit(1)
            .as('fault'),
        ),
    row: ({ queuedAt, nextAttemptAt, deliveredAt, leaseUntil, ...row }, { caller }) => {
      const isBeingSent = leaseUntil !== null && leaseUntil.getTime() > Date.now();
      const mayResend = row.deliveryStatus !== 'REJECTED' && row.attempts > 0 && !isBeingSent;
      return {
        ...row,
        queuedAt: queuedAt.toISOString(),
        nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
        deliveredAt: deliveredAt?.toISOString() ?? null,
        allowedActions: mayResend && caller.codes.has('merchant:config:save') ? ['resend' as const] : [],
      };
    },
  }),
);

/** @throws AppError NOT_FOUND */
export async function readEvent(
  { eventNo }: { readonly eventNo: string },
  call: Call,
): Promise<ReplyOf<typeof merchantService.eventDetail>> {
  const row = await merchantEvents.one(eventNo, call);
  const { data } = await call.db
    .selectFrom('merchantEvent')
    .select('data')
    .where('eventNo', '=', eventNo)
    .executeTakeFirstOrThrow();
  return {
    row,
    body: JSON.stringify({ id: eventNo, event: row.event, merchantNo: row.merchantNo, at: row.queuedAt, data }),
    attempts: await attemptsOf(call.db, eventNo),
  };
}
