import { sql } from 'kysely';
import { callableNow, type CallableFacts } from './callable.ts';

/** Why a case comes next, each worth so much. */
export const REASONS = {
  promiseDue: 50,
  callBackDue: 40,
  brokenPromise: 30,
  untouched: 20,
  callable: 15,
  largeAmount: 10,
  movesUp: 10,
} as const;
export type ScoreReason = keyof typeof REASONS;

/** KES 20,000 and more is a large amount. */
const LARGE_CENTS = 2_000_000;

/** When each reason is met. */
export function scoreConditions(facts: CallableFacts & { readonly today: string; readonly now: Date }) {
  const { today, now, dayStart } = facts;
  return {
    promiseDue: sql<boolean>`exists (select from promise_to_pay p where p.case_no = collection_case.case_no
      and p.promise_status = 'OPEN' and p.promised_on = ${today})`,
    callBackDue: sql<boolean>`coalesce(collection_case.next_follow_up_at <= ${now}
      and collection_case.next_follow_up_at > collection_case.last_follow_up_at, false)`,
    brokenPromise: sql<boolean>`coalesce((select p.promise_status = 'BROKEN' from promise_to_pay p
      where p.case_no = collection_case.case_no order by p.promise_no desc limit 1), false)`,
    untouched: sql<boolean>`(collection_case.last_follow_up_at is null or collection_case.last_follow_up_at < ${dayStart})`,
    callable: callableNow(facts),
    largeAmount: sql<boolean>`collection_case.due_at_entry_cents >= ${LARGE_CENTS}`,
    // The last day at a level: tomorrow it is S2, S3, S4 or S5.
    movesUp: sql<boolean>`(${today}::date - collection_case.oldest_due_on) in (7, 15, 30, 60)`,
  } as const satisfies Record<ScoreReason, unknown>;
}

/** The sum of what is met. */
export function scoreOf(facts: Parameters<typeof scoreConditions>[0]) {
  const conditions = scoreConditions(facts);
  const parts = Object.entries(conditions).map(
    ([reason, condition]) => sql`(case when ${condition} then ${sql.lit(weightOf(reason))} else 0 end)`,
  );
  return sql<number>`(${sql.join(parts, sql` + `)})`;
}

function weightOf(reason: string): number {
  return Object.entries(REASONS).find(([name]) => name === reason)?.[1] ?? 0;
}
