import type { ReplyOf, vipLevel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { members } from './members.ts';

/** The newest of each; older ones change nothing that one asks. */
const SHOWN = 50;

type Loan = ReplyOf<typeof vipLevel.member>['orders'][number];

/** How a member came to the level: the levels before, and each loan that counted, as `recalculate` counts. @throws AppError NOT_FOUND */
export async function memberPath(
  { customerNo }: { readonly customerNo: string },
  call: Call,
): Promise<ReplyOf<typeof vipLevel.member>> {
  const row = await members.one(customerNo, call);
  const { db } = call;
  const moves = await db
    .selectFrom('vipMove')
    .select(['levelBefore', 'levelNo', 'vipSource', 'movedAt'])
    .where('customerNo', '=', customerNo)
    .orderBy('moveId', 'desc')
    .limit(SHOWN)
    .execute();
  const { rows } = await sql<Omit<Loan, 'closedAt'> & { readonly closedAt: Date | null }>`
    select o.order_no, o.closed_at, o.order_status = 'CLOSED' as is_settled,
      count(*) filter (where b.bill_status = 'SETTLED')::int as settled_bills,
      count(*) filter (where b.bill_status = 'SETTLED' and b.actual_date <= b.due_date)::int as on_time_bills,
      max(greatest(coalesce(b.actual_date, ${businessDateOf(new Date())}::date) - b.due_date, 0))::int as max_dpd
    from loan_order o join bill b using (order_no)
    where o.customer_no = ${customerNo} and b.bill_status in ('ACTIVE', 'SETTLED', 'CHARGED_OFF')
    group by o.order_no order by o.order_no desc limit ${SHOWN}`.execute(db);
  return {
    row,
    moves: moves.map(({ movedAt, ...move }) => ({ ...move, movedAt: movedAt.toISOString() })),
    orders: rows.map(({ closedAt, ...loan }) => ({ ...loan, closedAt: closedAt?.toISOString() ?? null })),
  };
}
