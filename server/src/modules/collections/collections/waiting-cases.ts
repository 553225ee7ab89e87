import { type RawBuilder, sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import { addDays, type BusinessDate, daysPastDue, policyOn } from '../../platform/policy/index.ts';
import { caseLevelOf } from './case-level.ts';
import type { Waiting } from './division-plan.ts';

/** Bills of a borrower from which we know how they pay. */
const KNOWN_BY = 3;
/** Whether a borrower's bills that fell due were all paid by then, and there were some. */
export const paysInTime = (customerNo: string) => sql<boolean>`(select count(*) >= ${KNOWN_BY}::int
    and coalesce(bool_and(pb.bill_status = 'SETTLED' and pb.actual_date <= pb.due_date), false)
  from loan_order po join bill pb on pb.order_no = po.order_no and pb.bill_status <> 'VOID'
    and pb.due_date < (now() at time zone 'Africa/Nairobi')::date
  where po.customer_no = ${sql.ref(customerNo)})`;

const waiting = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>, sibling = sql`true`) => sql<Waiting>`
  select c.case_no, c.case_scope, c.merchant_no, c.order_no, o.loan_type, c.case_level, c.due_at_entry_cents,
    c.oldest_due_on, o.product_no, k.speaking_language,
    c.case_level = 'S0' and ${paysInTime('c.customer_no')} as pays_in_time,
    case when c.case_scope = 'BILL' then (select s.collector_user_no from collection_case s
      where s.order_no = c.order_no and s.case_no <> c.case_no and s.case_status in ('COLLECTING', 'RETAINED')
        and ${sibling} order by s.case_no limit 1) end as sibling_user_no
  from collection_case c join loan_order o on o.order_no = c.order_no
  join customer k on k.customer_no = c.customer_no
  where ${condition} ${order}`;

/** What waits in the pool, the longest overdue first: of all merchants and systems, or of some. */
export async function waitingCases(
  db: Queryable,
  of: { readonly merchantNo?: string; readonly caseScope?: CaseScope; readonly caseNos?: readonly string[] } = {},
): Promise<Waiting[]> {
  const { merchantNo = null, caseScope = null, caseNos } = of;
  const condition = sql`c.case_status = 'POOL' and (${merchantNo}::text is null or c.merchant_no = ${merchantNo})
    and (${caseScope}::text is null or c.case_scope = ${caseScope})
    and ${caseNos === undefined ? sql`true` : sql`c.case_no = any(${[...caseNos]}::text[])`}`;
  const { rows } = await waiting(condition, sql`order by c.oldest_due_on, c.case_no`).execute(db);
  return rows;
}

/** What of one case says who gets it, whatever its state. */
export async function waitingCase(db: Queryable, caseNo: string): Promise<Waiting | null> {
  const { rows } = await waiting(sql`c.case_no = ${caseNo}`, sql``).execute(db);
  return rows[0] ?? null;
}

/** A case in work, with who has it. */
export interface Moved extends Waiting {
  readonly collectorUserNo: string;
}

/**
 * Cases in work that came to another level since they were given, the longest overdue first. Of an order by bill those
 * count as its other bills that stay where they are: what is to be handed on holds nobody.
 */
export async function movedCases(db: Queryable): Promise<Moved[]> {
  const condition = sql`c.case_status = 'COLLECTING' and c.collection_level <> c.case_level`;
  const stays = sql`(s.case_status = 'RETAINED' or s.collection_level = s.case_level)`;
  const { rows } = await waiting(condition, sql`order by c.oldest_due_on, c.case_no`, stays).execute(db);
  if (rows.length === 0) return [];
  const { rows: facts } = await sql<{ caseNo: string; collectorUserNo: string; isForPeople: boolean }>`
    select c.case_no, c.collector_user_no, exists (select from config_rule_item i
      where i.subject_no = c.case_no and i.outcome = 'HANDED_BACK') as is_for_people
    from collection_case c where c.case_no = any(${rows.map(({ caseNo }) => caseNo)}::text[])
      and c.collector_user_no is not null`.execute(db);
  const known = new Map(facts.map((one) => [one.caseNo, one]));
  return rows.flatMap((one) => {
    const fact = known.get(one.caseNo);
    return fact ? [{ ...one, ...fact }] : [];
  });
}

/**
 * Cases in work that will have come to another level by a day, as its night leaves them, or have already; at those levels. Retained ones keep theirs.
 */
export async function movedBy(
  db: Queryable,
  { merchantNo, levels }: { readonly merchantNo: string; readonly levels: LevelOn },
): Promise<Waiting[]> {
  const condition = sql`c.merchant_no = ${merchantNo} and c.case_status = 'COLLECTING'
    and (c.collection_level <> c.case_level or c.oldest_due_on = any(${levels.turns}::date[]))`;
  const stays = sql`(s.case_status = 'RETAINED'
    or (s.collection_level = s.case_level and not s.oldest_due_on = any(${levels.turns}::date[])))`;
  const { rows } = await waiting(condition, sql`order by c.oldest_due_on, c.case_no`, stays).execute(db);
  const on = rows.map((one) => ({ ...one, ...levels.of(one) }));
  const { rows: held } = await sql<{ caseNo: string }>`select case_no from collection_case
    where case_no = any(${on.map(({ caseNo }) => caseNo)}::text[]) and collector_user_no is not null`.execute(db);
  const known = new Set(held.map(({ caseNo }) => caseNo));
  return on.filter(({ caseNo }) => known.has(caseNo));
}

/** Which level a case has on a day that is still to come. */
export interface LevelOn {
  /** Due dates whose cases change their level in the night before. */
  readonly turns: readonly string[];
  of(one: Pick<Waiting, 'oldestDueOn' | 'caseLevel'>): Pick<Waiting, 'caseLevel'>;
}

/** As the end of the day before makes it. */
export async function levelOn(db: Queryable, day: BusinessDate): Promise<LevelOn> {
  const { policy } = await policyOn(db, day);
  return {
    turns: policy.caseLevels.map(({ fromDpd }) => addDays(day, -fromDpd)),
    of: ({ oldestDueOn, caseLevel }) => ({
      caseLevel: caseLevelOf(daysPastDue(oldestDueOn, day), policy.caseLevels) ?? caseLevel,
    }),
  };
}

/** Days before its due dates that the reminders of an order `o` begin: three, unless its due-date rule says otherwise. */
const REMINDED_AHEAD = sql`coalesce(-(select min(d) from unnest(o.reminder_days) d), 3)`;

/** Open cases of a merchant that are due on a day or as many days later as they are reminded ahead, whoever has them. */
export async function openBeforeDue(
  db: Queryable,
  { merchantNo, day }: { readonly merchantNo: string; readonly day: string },
): Promise<Waiting[]> {
  const condition = sql`c.merchant_no = ${merchantNo} and c.case_status in ('POOL', 'COLLECTING', 'RETAINED')
    and c.case_level = 'S0' and c.oldest_due_on between ${day}::date and ${day}::date + ${REMINDED_AHEAD}`;
  const { rows } = await waiting(condition, sql`order by c.oldest_due_on, c.case_no`).execute(db);
  return rows;
}

/**
 * What opens tonight: bills of a merchant that are in no open case and due within the days that reminders run ahead of the day that begins then, as
 * the end of day makes cases of them, one an order or one a bill. They have no number yet.
 */
export async function openingTonight(
  db: Queryable,
  { merchantNo, day }: { readonly merchantNo: string; readonly day: string },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select 'tonight ' || case when o.collection_scope = 'BILL' then b.bill_no else o.order_no end as case_no,
      o.collection_scope as case_scope, o.merchant_no, o.order_no, o.loan_type, 'S0' as case_level,
      sum(bb.outstanding_cents)::bigint as due_at_entry_cents, min(b.due_date) as oldest_due_on, o.product_no,
      k.speaking_language, ${paysInTime('k.customer_no')} as pays_in_time,
      case when o.collection_scope = 'BILL' then (select s.collector_user_no from collection_case s
        where s.order_no = o.order_no and s.case_status in ('COLLECTING', 'RETAINED')
        order by s.case_no limit 1) end as sibling_user_no
    from bill b join bill_balance bb on bb.bill_no = b.bill_no
    join loan_order o on o.order_no = b.order_no join customer k on k.customer_no = o.customer_no
    where o.merchant_no = ${merchantNo} and b.bill_status = 'ACTIVE'
      and b.due_date between ${day}::date and ${day}::date + ${REMINDED_AHEAD}
      and not exists (select from case_bill cb join collection_case c on c.case_no = cb.case_no
        where cb.bill_no = b.bill_no and (cb.is_open or c.case_status = 'CLOSED'))
      and not (o.collection_scope = 'ORDER' and exists (select from collection_case c
        where c.order_no = o.order_no and c.case_status <> 'CLOSED'))
    group by o.order_no, k.customer_no, case when o.collection_scope = 'BILL' then b.bill_no else o.order_no end
    order by oldest_due_on, case_no`.execute(db);
  return rows;
}
