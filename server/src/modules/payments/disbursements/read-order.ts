import type { payoutOrder, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { admissionsToday } from '../../parties/org-merchants/index.ts';
import { lendingDays } from '../../lending/lending-limits/index.ts';
import { PAYEE_CHANGES } from './payee-changer.ts';
import { payoutOrders } from './read-orders.ts';

type Reply = ReplyOf<typeof payoutOrder.detail>;

/** An order on its way out: changes of its account, journals, and its merchant's limit. @throws AppError ORDER_NOT_FOUND */
export async function readPayoutOrder(orderNo: string, call: Call): Promise<Reply> {
  const row = await payoutOrders.one(orderNo, call);
  const { loanType } = await call.db
    .selectFrom('loanOrder')
    .select('loanType')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const days = await lendingDays(call.db, new Date(), [row.merchantNo]);
  const day = days.find((one) => one.loanType === loanType);
  return {
    row,
    accountChanges: await accountChangesOf(orderNo, call),
    journals: await journalsOf(orderNo, call),
    limit: day
      ? {
          loanType,
          dailyAmountLimitCents: day.limit.dailyAmountLimitCents,
          dailyOrderLimit: day.limit.dailyOrderLimit,
          ...day.use,
        }
      : null,
    trafficLimits: [...((await admissionsToday(call.db, new Date())).get(row.merchantNo) ?? [])],
  };
}

/** Who had the money go elsewhere, and who agreed; newest first. */
async function accountChangesOf(orderNo: string, { db }: Call): Promise<Reply['accountChanges']> {
  const rows = await db
    .selectFrom('changeRequest as q')
    .innerJoin('appUser as maker', 'maker.userNo', 'q.makerUserNo')
    .leftJoin('appUser as checker', 'checker.userNo', 'q.decidedBy')
    .select(['q.decidedAt', 'q.createdAt', 'q.reason', 'maker.realName as byName', 'checker.realName as checkerName'])
    .select([
      sql<string | null>`q.before ->> 'account'`.as('before'),
      sql<string>`coalesce(q.after ->> 'account', '')`.as('after'),
    ])
    .where('q.subjectNo', '=', orderNo)
    .where('q.kind', 'in', [...PAYEE_CHANGES])
    .where('q.changeState', '=', 'APPROVED')
    .orderBy('q.createdAt', 'desc')
    .execute();
  return rows.map(({ decidedAt, createdAt, ...one }) => ({
    ...one,
    changedAt: (decidedAt ?? createdAt).toISOString(),
  }));
}

async function journalsOf(orderNo: string, { db }: Call): Promise<Reply['journals']> {
  return await db
    .selectFrom('payoutAttempt as a')
    .innerJoin('journal as j', (join) => join.onRef('j.causeNo', '=', 'a.attemptNo').on('j.causeType', '=', 'PAYOUT'))
    .select(['j.journalId', 'j.businessDate', 'j.journalKind as kind', 'j.reversesId', 'a.attemptNo', 'a.amountCents'])
    .where('a.subjectType', '=', 'LOAN')
    .where('a.subjectNo', '=', orderNo)
    .orderBy('j.journalId')
    .execute();
}
