import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** Requests that have the money of a passed order go elsewhere. */
export const PAYEE_CHANGES = ['payeeChange.change', 'payoutChange.pass'] as const;

/** Who had the money of an order go elsewhere last; null where nobody did. They do not send it as well. */
export const payeeChangerOf = (orderNo: ReturnType<typeof sql.ref>) => sql<string | null>`(select q.maker_user_no
  from change_request q where q.subject_no = ${orderNo} and q.kind = any(${[...PAYEE_CHANGES]}::text[])
    and q.change_state = 'APPROVED' order by q.decided_at desc limit 1)`;

export async function lastPayeeChanger(db: Queryable, orderNo: string): Promise<string | null> {
  const { changedBy } = await db
    .selectFrom('loanOrder')
    .select(payeeChangerOf(sql.ref('loan_order.order_no')).as('changedBy'))
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  return changedBy;
}
