import { riskModel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Graded } from './statistics.ts';

/** Scores of the last 30 days beside those of the 90 days before. */
export interface Moved {
  readonly label: string;
  readonly reference: number;
  readonly recent: number;
}

const RECENT = sql.raw(`s.scored_at > now() - interval '30 days'`);
const WITHIN = sql.raw(`s.scored_at > now() - interval '120 days'`);
/** A loan's longest delay, and whether it tells good from bad by now: closed, or late by more than 30 days. */
const LATE =
  sql.raw(`CROSS JOIN LATERAL (SELECT coalesce(max(coalesce(b.actual_date, now()::date) - b.due_date), 0)::int
  AS days FROM bill b WHERE b.order_no = o.order_no) late`);

/** Scores of models in bands of 50, before and now. */
export async function movedScores(db: Queryable, ruleIds: readonly string[]): Promise<Map<string, Moved[]>> {
  const { rows } = await sql<Moved & { ruleId: string }>`
    SELECT s.rule_id, band.low || '-' || CASE WHEN band.low = 950 THEN 1000 ELSE band.low + 49 END AS label,
      count(*) FILTER (WHERE NOT ${RECENT})::int AS reference, count(*) FILTER (WHERE ${RECENT})::int AS recent
    FROM risk_score s CROSS JOIN LATERAL (SELECT least(s.score / 50, 19) * 50 AS low) band
    WHERE s.rule_id = ANY(${[...ruleIds]}) AND s.score IS NOT NULL AND ${WITHIN}
    GROUP BY s.rule_id, band.low ORDER BY s.rule_id, band.low`.execute(db);
  return Map.groupBy(rows, ({ ruleId }) => ruleId);
}

/**
 * Good and bad loans by score: closed without a long delay, or late by more than 30 days.
 * @param versionNos of those scored by these versions alone
 */
export async function gradesOf(
  db: Queryable,
  ruleIds: readonly string[],
  versionNos?: readonly number[],
): Promise<Map<string, Graded[]>> {
  const byVersion = versionNos === undefined ? sql`true` : sql`s.version_no = ANY(${[...versionNos]}::int[])`;
  const { rows } = await sql<Graded & { ruleId: string }>`
    SELECT s.rule_id, s.score, count(*) FILTER (WHERE late.days <= 30 AND o.closed_at IS NOT NULL)::int AS good,
      count(*) FILTER (WHERE late.days > 30)::int AS bad
    FROM risk_score s JOIN loan_order o USING (order_no) ${LATE}
    WHERE s.rule_id = ANY(${[...ruleIds]}) AND s.score IS NOT NULL AND o.lending_time IS NOT NULL
      AND s.scored_at > now() - interval '1 year' AND ${byVersion}
    GROUP BY s.rule_id, s.score`.execute(db);
  return Map.groupBy(rows, ({ ruleId }) => ruleId);
}

/** What a model's levels led to. */
export async function levelResults(db: Queryable, ruleId: string): Promise<riskModel.Drift['levels']> {
  const { rows } = await sql<riskModel.Drift['levels'][number]>`
    SELECT s.model_level, count(*)::int AS scored, count(o.lending_time)::int AS disbursed,
      count(*) FILTER (WHERE first.due_date < now()::date)::int AS matured,
      count(*) FILTER (WHERE first.due_date < now()::date AND late.days > 30)::int AS bad
    FROM risk_score s JOIN loan_order o USING (order_no) ${LATE}
    CROSS JOIN LATERAL (SELECT min(b.due_date) AS due_date FROM bill b WHERE b.order_no = o.order_no) first
    WHERE s.rule_id = ${ruleId} AND s.model_level IS NOT NULL AND s.scored_at > now() - interval '1 year'
    GROUP BY s.model_level ORDER BY s.model_level`.execute(db);
  return rows;
}

/** Values of a model's inputs in bins, before and now: a scorecard's own attributes, else the tenths of before. */
export async function movedInputs(
  db: Queryable,
  ruleId: string,
  value: riskModel.ModelValue,
): Promise<ReadonlyMap<riskModel.ModelInput, Moved[]>> {
  const { rows } = await sql<{ input: riskModel.ModelInput; seen: string | null; reference: number; recent: number }>`
    SELECT i.key AS input, i.value AS seen, count(*) FILTER (WHERE NOT ${RECENT})::int AS reference,
      count(*) FILTER (WHERE ${RECENT})::int AS recent
    FROM risk_score s CROSS JOIN LATERAL jsonb_each_text(s.trace -> 'inputs') i
    WHERE s.rule_id = ${ruleId} AND ${WITHIN} GROUP BY i.key, i.value`.execute(db);
  const byInput = new Map<riskModel.ModelInput, Moved[]>();
  for (const [input, values] of Map.groupBy(rows, (row) => row.input)) {
    const binOf = binsOf(value, input, values);
    const bins = new Map<string, { reference: number; recent: number }>();
    for (const { seen, reference, recent } of values) {
      const label = binOf(seen);
      const bin = bins.get(label) ?? { reference: 0, recent: 0 };
      bins.set(label, { reference: bin.reference + reference, recent: bin.recent + recent });
    }
    byInput.set(
      input,
      [...bins].map(([label, counts]) => ({ label, ...counts })),
    );
  }
  return byInput;
}

function binsOf(
  { attributes }: riskModel.ModelValue,
  input: riskModel.ModelInput,
  values: readonly { readonly seen: string | null; readonly reference: number }[],
): (seen: string | null) => string {
  const own = attributes.filter((one) => one.input === input);
  if (own.length > 0) {
    return (seen) => {
      const value = seen === null || input === 'loanType' ? seen : Number(seen);
      return riskModel.scoreBy({ baseScore: 0, attributes: own }, { [input]: value }).lines[0]?.from ?? '';
    };
  }
  if (input === 'loanType') return (seen) => seen ?? '';
  const known = values
    .filter(({ seen }) => seen !== null)
    .map(({ seen, reference }) => ({ at: Number(seen), reference }));
  const sorted = known.toSorted((one, other) => one.at - other.at);
  const total = sorted.reduce((sum, { reference }) => sum + reference, 0);
  let passed = 0;
  const edges = sorted.flatMap(({ at, reference }) => {
    const tenthBefore = Math.floor((10 * passed) / Math.max(total, 1));
    passed += reference;
    return Math.floor((10 * passed) / Math.max(total, 1)) > tenthBefore ? [at] : [];
  });
  return (seen) => (seen === null ? '' : String(edges.find((edge) => Number(seen) <= edge) ?? 'above'));
}
