import type { ruleSet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Application } from '../application-facts/index.ts';
import { replay } from './replay.ts';

/** An application that a version would decide otherwise, and by which rule. */
export interface Flipped {
  readonly application: Application;
  readonly ruleName: string;
  readonly fromDecision: ruleSet.RuleDecision;
  readonly toDecision: ruleSet.RuleDecision;
}

/** What a loan brought and still owes. */
export interface Outcome {
  /** Interest, fees and penalties charged on bills, paid or not; fees taken upfront are on none. */
  readonly incomeCents: number;
  readonly owedCents: number;
}

/** Pure: the applications that two lists of rules decide differently. */
export function flippedIn(
  past: readonly Application[],
  held: readonly ruleSet.RiskRule[],
  rules: readonly ruleSet.RiskRule[],
): Flipped[] {
  return past.flatMap((application) => {
    const from = replay(held, application);
    const to = replay(rules, application);
    if (from.decision === to.decision) return [];
    // What refuses is named; where nothing refuses any more, what refused before.
    const ruleName = (to.decidedBy ?? from.decidedBy)?.ruleName ?? '-';
    return [{ application, ruleName, fromDecision: from.decision, toDecision: to.decision }];
  });
}

/** How the loans among them did until now, by order. */
export async function outcomesOf(db: Queryable, flipped: readonly Flipped[]): Promise<ReadonlyMap<string, Outcome>> {
  const lent = flipped.filter(({ application }) => application.lentCents > 0);
  if (lent.length === 0) return new Map();
  const { rows } = await sql<Outcome & { readonly orderNo: string }>`
    SELECT o.order_no, coalesce(owed.cents, 0)::bigint AS owed_cents, coalesce(earned.cents, 0)::bigint AS income_cents
    FROM unnest(${lent.map(({ application }) => application.orderNo)}::text[]) AS o (order_no)
    CROSS JOIN LATERAL (SELECT sum(bb.outstanding_cents + bb.claim_cents) AS cents
      FROM bill b JOIN bill_balance bb USING (bill_no) WHERE b.order_no = o.order_no) owed
    CROSS JOIN LATERAL (SELECT -sum(p.amount_cents) AS cents FROM bill b JOIN posting p USING (bill_no)
      WHERE b.order_no = o.order_no AND p.account_code LIKE 'INCOME%' AND p.account_code <> 'INCOME_RECOVERY') earned`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.orderNo, row]));
}

const NOTHING: Outcome = { incomeCents: 0, owedCents: 0 };

/** Pure: by rule and turn, with how those loans did. */
export function flipsOf(flipped: readonly Flipped[], outcomes: ReadonlyMap<string, Outcome>): ruleSet.Flip[] {
  const flips = new Map<string, ruleSet.Flip>();
  for (const { application, ruleName, fromDecision, toDecision } of flipped) {
    const { orderNo, lentCents, isRepaid, isBad } = application;
    const { incomeCents, owedCents } = outcomes.get(orderNo) ?? NOTHING;
    const key = `${ruleName} ${fromDecision} ${toDecision}`;
    const before = flips.get(key);
    flips.set(key, {
      ruleName,
      fromDecision,
      toDecision,
      orders: (before?.orders ?? 0) + 1,
      disbursed: (before?.disbursed ?? 0) + Number(lentCents > 0),
      repaid: (before?.repaid ?? 0) + Number(lentCents > 0 && isRepaid),
      bad: (before?.bad ?? 0) + Number(isBad),
      lentCents: (before?.lentCents ?? 0) + lentCents,
      incomeCents: (before?.incomeCents ?? 0) + incomeCents,
      owedCents: (before?.owedCents ?? 0) + owedCents,
    });
  }
  return [...flips.values()];
}
