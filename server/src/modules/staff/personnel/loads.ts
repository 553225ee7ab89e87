import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { PersonnelKind } from './tables.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

/** What somebody has on the desk now, and what they finished on the business day (EAT) so far. */
export interface Load {
  readonly open: number;
  readonly doneToday: number;
  /** Of `open`, where the work has two kinds: people to call. */
  readonly openEntries: number | null;
  /** Of traffic staff: their channels, what these cost this month, and per disbursed loan. */
  readonly channels: readonly string[];
  readonly spendThisMonthCents: number | null;
  readonly costPerDisbursedCents: number | null;
}

export const NO_LOAD: Load = {
  open: 0,
  doneToday: 0,
  openEntries: null,
  channels: [],
  spendThisMonthCents: null,
  costPerDisbursedCents: null,
};

type Counted = Pick<Load, 'open' | 'doneToday'> & Partial<Load>;

type LoadsOf = (
  db: Queryable,
  userNos: readonly string[],
  at: Date,
) => Promise<readonly (Counted & { readonly userNo: string })[]>;

async function ofAuditors(db: Queryable, userNos: readonly string[], at: Date) {
  const from = startOfBusinessDate(businessDateOf(at));
  const { rows } = await sql<Counted & { userNo: string }>`
    SELECT person.user_no,
      (SELECT count(*) FROM loan_order o
        WHERE o.auditor_user_no = person.user_no AND o.order_status = 'PENDING_REVIEW')::int AS open,
      (SELECT count(*) FROM order_allotment a WHERE a.auditor_user_no = person.user_no
        AND a.ended_at >= ${from} AND a.ended_at <= ${at}
        AND a.ending IN ('PASSED', 'REFUSED', 'RETURNED'))::int AS done_today
    FROM unnest(${userNos}::text[]) AS person(user_no)`.execute(db);
  return rows;
}

async function ofCollectors(db: Queryable, userNos: readonly string[], at: Date) {
  const from = startOfBusinessDate(businessDateOf(at));
  const { rows } = await sql<Counted & { userNo: string }>`
    SELECT person.user_no,
      (SELECT count(*) FROM collection_case c WHERE c.collector_user_no = person.user_no
        AND c.case_status IN ('COLLECTING', 'RETAINED'))::int AS open,
      (SELECT count(*) FROM case_assignment a WHERE a.user_no = person.user_no
        AND a.ended_at >= ${from} AND a.ended_at <= ${at} AND a.end_cause = 'CLOSED')::int AS done_today
    FROM unnest(${userNos}::text[]) AS person(user_no)`.execute(db);
  return rows;
}

async function ofService(db: Queryable, userNos: readonly string[], at: Date) {
  const from = startOfBusinessDate(businessDateOf(at));
  const { rows } = await sql<Counted & { userNo: string }>`
    SELECT person.user_no,
      (SELECT count(*) FROM feedback f WHERE f.handler_user_no = person.user_no
        AND f.feedback_status <> 'PROCESSED')::int + (SELECT count(*) FROM call_entry c
        WHERE c.owner_user_no = person.user_no AND c.desk = 'SERVICE' AND c.list_status = 'ASSIGNED')::int AS open,
      (SELECT count(*) FROM call_entry c WHERE c.owner_user_no = person.user_no AND c.desk = 'SERVICE'
        AND c.list_status = 'ASSIGNED')::int AS open_entries,
      (SELECT count(*) FROM feedback_event e WHERE e.user_no = person.user_no AND e.to_status = 'PROCESSED'
        AND e.from_status <> 'PROCESSED' AND e.at >= ${from} AND e.at <= ${at})::int AS done_today
    FROM unnest(${userNos}::text[]) AS person(user_no)`.execute(db);
  return rows;
}

async function ofTelemarketers(db: Queryable, userNos: readonly string[], at: Date) {
  const from = startOfBusinessDate(businessDateOf(at));
  const { rows } = await sql<Counted & { userNo: string }>`
    SELECT person.user_no,
      (SELECT count(*) FROM call_entry e WHERE e.owner_user_no = person.user_no AND e.desk = 'TELEMARKETING'
        AND e.list_status = 'ASSIGNED')::int AS open,
      (SELECT count(DISTINCT f.entry_id) FROM call_follow_up f JOIN call_entry e ON e.entry_id = f.entry_id
        WHERE f.user_no = person.user_no AND e.desk = 'TELEMARKETING' AND f.at >= ${from} AND f.at <= ${at}
          AND e.list_status <> 'ASSIGNED')::int AS done_today
    FROM unnest(${userNos}::text[]) AS person(user_no)`.execute(db);
  return rows;
}

/**
 * The channels that they own and that run or are about to; what all of theirs cost this month, as the funnel of each says
 * it: each registration, application and loan at the price of its moment.
 */
async function ofTrafficStaff(db: Queryable, userNos: readonly string[], at: Date) {
  const month = `${businessDateOf(at).slice(0, 7)}-01`;
  const { rows } = await sql<Counted & { userNo: string }>`
    WITH owned AS (
      SELECT c.owner_user_no AS user_no, c.channel_code, c.rule_status IN ('ENABLED', 'SCHEDULED') AS is_open,
        (SELECT coalesce(sum(e.cost_cents), 0) FROM channel_event e
          WHERE e.channel_code = c.channel_code AND e.biz_date >= ${month}::date) AS events_cents,
        loan.loans, loan.loans_cents
      FROM channel_now c CROSS JOIN LATERAL (
        SELECT count(*) AS loans, coalesce(sum(channel_loan_price(c.channel_code, o.lending_time)), 0) AS loans_cents
        FROM loan_order o WHERE o.promotion_channel = c.channel_code
          AND o.lending_time >= ${startOfBusinessDate(month)}) loan
      WHERE c.owner_user_no = ANY(${userNos}::text[]))
    SELECT person.user_no, count(o.channel_code) FILTER (WHERE o.is_open)::int AS open, 0 AS done_today,
      coalesce(array_agg(DISTINCT o.channel_code) FILTER (WHERE o.is_open), '{}') AS channels,
      coalesce(sum(o.events_cents + o.loans_cents), 0)::bigint AS spend_this_month_cents,
      CASE WHEN sum(o.loans) > 0
        THEN round(sum(o.events_cents + o.loans_cents) / sum(o.loans))::bigint END AS cost_per_disbursed_cents
    FROM unnest(${userNos}::text[]) AS person(user_no) LEFT JOIN owned o ON o.user_no = person.user_no
    GROUP BY 1`.execute(db);
  return rows;
}

/** How the load of each kind of work is counted. */
const LOADS: Readonly<Record<PersonnelKind, LoadsOf>> = {
  AUDITOR: ofAuditors,
  COLLECTOR: ofCollectors,
  SERVICE: ofService,
  TELEMARKETER: ofTelemarketers,
  TRAFFIC: ofTrafficStaff,
};

/** The loads of these people by `userNo`. */
export async function loadsOf(
  db: Queryable,
  kind: PersonnelKind,
  userNos: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, Load>> {
  const rows = userNos.length === 0 ? [] : await LOADS[kind](db, userNos, at);
  return new Map(rows.map(({ userNo, ...load }) => [userNo, { ...NO_LOAD, ...load }]));
}
