import { sql } from 'kysely';
import { tileOf } from '../../platform/tiles/index.ts';
import { unmatchedFlows } from './read-flows.ts';

/** Money that belongs to nobody yet. */
export const unmatchedTile = tileOf({
  key: 'flows.unmatched',
  title: { en: 'Unmatched payments', zh: '未匹配流水' },
  page: '/AdminContent/AfterLoanSystem/FlowRecordSupplement',
  query: 'tab=unmatched',
  read: async (call) =>
    await unmatchedFlows
      .query({}, call)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(payment_flow.writable_cents), 0)::bigint`.as('amountCents'))
      .executeTakeFirstOrThrow(),
});
