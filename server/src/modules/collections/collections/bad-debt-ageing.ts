import type { collection, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { withinScope } from './cases.ts';

type Ageing = ReplyOf<typeof collection.byOrder.badDebtAgeing>;

/** Days past due from which a band begins; the last has no end. */
const BANDS = [0, 90, 180, 360] as const;
/** What entered the pool within so many days says how much comes back. */
const HISTORY_DAYS = 365;

/** The pool by its age, and what would come back of it if it went as the last year's did. */
export async function badDebtAgeing(
  db: Queryable,
  caseScope: CaseScope,
  scope: DataScope,
  today: string,
): Promise<Ageing> {
  const cases = db.selectFrom('collectionCase').where('caseScope', '=', caseScope).where(withinScope(scope));
  const found = await cases
    .where('caseStatus', '=', 'BAD_DEBT_POOL')
    .select([
      sql<number>`width_bucket(${today}::date - oldest_due_on, ${[...BANDS]}::int[])`.as('band'),
      sql<number>`count(*)`.as('cases'),
      sql<number>`coalesce(sum((select sum(bb.outstanding_cents + bb.claim_cents) from case_bill cb
        join bill_balance bb on bb.bill_no = cb.bill_no where cb.case_no = collection_case.case_no)), 0)::bigint`.as(
        'dueCents',
      ),
    ])
    .groupBy('band')
    .execute();
  const { entered, back } = await cases
    .where('badDebtEnteredAt', '>=', startOfBusinessDate(addDays(today, -HISTORY_DAYS)))
    .select([
      sql<number>`coalesce(sum(due_at_entry_cents), 0)::bigint`.as('entered'),
      sql<number>`coalesce(sum((select sum(l.applied_cents) from repayment_line l
        join payment_application p on p.application_no = l.application_no and p.application_status = 'LIVE'
        where l.case_no = collection_case.case_no and l.applied_at >= collection_case.bad_debt_entered_at)), 0)::bigint`.as(
        'back',
      ),
    ])
    .executeTakeFirstOrThrow();
  const share = entered === 0 ? null : Math.min(1, back / entered);
  return {
    recoveredPercent: share === null ? null : Math.round(share * 1000) / 10,
    bands: BANDS.flatMap((fromDpd, index) => {
      const band = found.find((one) => one.band === index + 1);
      if (!band) return [];
      const next = BANDS[index + 1];
      const { cases: count, dueCents } = band;
      const expectedCents = share === null ? null : Math.round(dueCents * share);
      return [{ fromDpd, toDpd: next === undefined ? null : next - 1, cases: count, dueCents, expectedCents }];
    }),
  };
}
