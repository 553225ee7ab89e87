import { sql } from 'kysely';
import { tileOf } from '../../platform/tiles/index.ts';
import { refundsToCheck } from './read-refunds.ts';

/** Refunds that wait for a decision. */
export const refundTile = tileOf({
  key: 'refunds.toDecide',
  title: { en: 'Refunds to review', zh: '待审核退款' },
  page: '/AdminContent/ChargeToAnAccountSystem/ClientRefundAuditManagement',
  query: 'auditStatus=PENDING&applyTime=any',
  read: async (call) =>
    await refundsToCheck
      .query({ auditStatus: 'PENDING' }, call)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(r.amount_cents), 0)::bigint`.as('amountCents'))
      .executeTakeFirstOrThrow(),
});
