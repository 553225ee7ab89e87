import { sql } from 'kysely';
import type { collection } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import type { CaseScope } from '../../../db/collection-schema.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

type Summary = (typeof collection.byOrder.selfSummary.reply)['_zod']['output'];

/** A collector's own work today. */
export async function ownSummary(
  db: Queryable,
  userNo: string,
  caseScope: CaseScope | null,
  now: Date,
): Promise<Summary> {
  const today = businessDateOf(now);
  const { rows } = await sql<Omit<Summary, 'byLevel' | 'promises'>>`
    select count(*) as cases, coalesce(sum(due.cents), 0)::bigint as due_cents,
      count(*) filter (where c.last_follow_up_at is null
        or c.last_follow_up_at < ${startOfBusinessDate(today)}) as untouched_today,
      count(*) filter (where exists (select from promise_to_pay p where p.case_no = c.case_no
        and p.promise_status = 'OPEN' and p.promised_on = ${today})) as promises_due_today,
      count(*) filter (where exists (select from promise_to_pay p where p.case_no = c.case_no
        and p.promise_status = 'BROKEN')) as broken_promises
    from collection_case c cross join lateral (
      select sum(bb.outstanding_cents + bb.claim_cents) as cents from case_bill cb
      join bill_balance bb on bb.bill_no = cb.bill_no where cb.case_no = c.case_no) due
    where c.collector_user_no = ${userNo} and (${caseScope}::text is null or c.case_scope = ${caseScope})
      and c.case_status in ('COLLECTING', 'RETAINED') ${prepared}`.execute(db);
  const byLevel = await db
    .selectFrom('collectionCase')
    .select(['caseLevel', sql<number>`count(*)`.as('cases')])
    .where('collectorUserNo', '=', userNo)
    .where(sql<boolean>`(${caseScope}::text is null or case_scope = ${caseScope})`)
    .where('caseStatus', 'in', ['COLLECTING', 'RETAINED'])
    .groupBy('caseLevel')
    .orderBy('caseLevel')
    .modifyEnd(prepared)
    .execute();
  const promises = await db
    .selectFrom('promiseToPay as p')
    .innerJoin('collectionCase as c', 'c.caseNo', 'p.caseNo')
    .select(['p.promisedOn as day', sql<number>`count(*)`.as('cases')])
    .select(sql<number>`sum(p.amount_cents)::bigint`.as('amountCents'))
    .where('p.promiseStatus', '=', 'OPEN')
    .where('c.collectorUserNo', '=', userNo)
    .where(sql<boolean>`(${caseScope}::text is null or c.case_scope = ${caseScope})`)
    .where('c.caseStatus', 'in', ['COLLECTING', 'RETAINED'])
    .groupBy('p.promisedOn')
    .orderBy('p.promisedOn')
    .modifyEnd(prepared)
    .execute();
  const [totals] = rows;
  if (!totals) throw new Error('an aggregate answered no row');
  return { ...totals, byLevel, promises };
}
