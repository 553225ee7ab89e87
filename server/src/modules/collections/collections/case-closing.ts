import type { collection, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { readPosted } from '../../platform/ledger/index.ts';

type Closing = Pick<ReplyOf<typeof collection.byOrder.outOne>, 'closing' | 'returns' | 'rollovers'>;

/** The payment that closed a case with its journal, and how often the order came back before. */
export async function readClosing(
  db: Queryable,
  { caseNo, orderNo }: { readonly caseNo: string; readonly orderNo: string },
  lang: 'en' | 'zh',
): Promise<Closing> {
  const last = await db
    .selectFrom('paymentApplication')
    .select(['applicationNo', 'flowNo', 'appliedAt', 'appliedCents'])
    .where('orderNo', '=', orderNo)
    .where('caseNo', '=', caseNo)
    .where('applicationStatus', '=', 'LIVE')
    .orderBy('appliedAt', 'desc')
    .orderBy('applicationNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { rows } = await sql<Pick<Closing, 'returns' | 'rollovers'>>`select
    (select count(*) from case_event e where e.case_no = ${caseNo}
      and e.command in ('reopen', 'reopenToBadDebt'))::int as returns,
    (select count(*) from bill b where b.order_no = ${orderNo} and b.bill_status = 'ROLLED_OVER')::int as rollovers`.execute(
    db,
  );
  return {
    closing: last
      ? {
          applicationNo: last.applicationNo,
          appliedAt: last.appliedAt.toISOString(),
          appliedCents: last.appliedCents,
          journals: await readPosted(db, [{ type: 'APPLICATION', no: last.flowNo }], lang),
        }
      : null,
    returns: rows[0]?.returns ?? 0,
    rollovers: rows[0]?.rollovers ?? 0,
  };
}
