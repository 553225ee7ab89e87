import { ruleSet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Reading } from '../../../lists/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type RuleFamily, type RuleInForce, rulesAt, type Simulated } from '../../platform/rules/index.ts';
import { productNamesOf, shareProducts } from '../product-rules/index.ts';
import { readApplications } from '../application-facts/index.ts';
import { DEFAULT_RULES } from './default-rules.ts';
import { replay } from './replay.ts';
import { shadowedIn } from './shadowed.ts';

type Value = ruleSet.RuleSetValue;

/** How the machine decides applications; without a set of one's own the company's default does. */
export const ruleSetFamily: RuleFamily<Value> = {
  key: 'risk.ruleSet',
  title: { en: 'Rule set', zh: '规则集' },
  contract: { ...ruleSet, value: ruleSet.ruleSetValue },
  page: '/AdminContent/RiskControlSystem/RuleSet',
  codes: { save: 'risk:ruleSet:save', state: 'risk:ruleSet:enable', audit: 'risk:ruleSet:audit' },
  overlaps: shareProducts,
  async check(_db, _merchantNo, { rules }) {
    const found = await Promise.resolve(shadowedIn(rules));
    if (found === null) return;
    const index = rules.indexOf(found.rule);
    throw new AppError('RULE_SHADOWED', {
      facts: { name: found.rule.ruleName, by: found.by.ruleName },
      fields: [`value.rules.${index}.threshold`],
    });
  },
  simulate,
  decorate,
};

/** The set that decides a product's applications at a moment; null where none is in force. */
export async function setAt(
  db: Queryable,
  { merchantNo, productNo }: { readonly merchantNo: string; readonly productNo: string },
  at: Date,
): Promise<RuleInForce<Value> | null> {
  const sets = await rulesAt(db, ruleSetFamily, at, merchantNo);
  return (
    sets.find(({ value }) => value.productNos.includes(productNo)) ??
    sets.find(({ value }) => value.productNos.length === 0) ??
    null
  );
}

/** Applications that a dry run reads, the newest first. */
const TRIED = 200;

async function simulate(db: Queryable, { merchantNo, ruleId, value }: Simulated<Value>, now: Date) {
  const { productNos, rules } = value;
  const ofProducts = productNos.length === 0 ? sql`true` : sql`o.product_no = ANY(${productNos})`;
  const past = await readApplications(db, sql`o.merchant_no = ${merchantNo} AND ${ofProducts}`, TRIED);
  const sets = await rulesAt(db, ruleSetFamily, now, merchantNo);
  const held = sets.find((set) => set.ruleId === ruleId)?.value.rules ?? DEFAULT_RULES;
  const items = past.map((application) => ({
    subjectNo: application.orderNo,
    amountCents: application.appliedCents,
    outcome: replay(rules, application).decision,
    outcomeInForce: replay(held, application).decision,
  }));
  const refused = (of: 'outcome' | 'outcomeInForce') => items.filter((item) => item[of] === 'REFUSE');
  return {
    considered: items.length,
    matched: refused('outcome').length,
    amountCents: refused('outcome').reduce((sum, { amountCents }) => sum + amountCents, 0),
    matchedInForce: refused('outcomeInForce').length,
    // What the version would turn is what one reads first.
    items: items.toSorted((one, other) => Number(differs(other)) - Number(differs(one))),
  };
}
const differs = (item: { readonly outcome: string; readonly outcomeInForce: string }): boolean =>
  item.outcome !== item.outcomeInForce;

/** Names of products, what a set decided in 30 days, and how often each rule did, today and a day. */
async function decorate(
  rows: readonly { readonly ruleId: string; readonly value: Value }[],
  reading: Pick<Reading, 'db'>,
) {
  const ruleIds = rows.map(({ ruleId }) => ruleId);
  const { db } = reading;
  const names = await productNamesOf(rows, reading);
  const { rows: shares } = await sql<{ ruleId: string; refused: number; manual: number }>`
    SELECT rule_id, round(100.0 * avg((decision = 'REFUSE')::int), 1)::float8 AS refused,
      round(100.0 * avg((decision = 'MANUAL')::int), 1)::float8 AS manual
    FROM risk_evaluation WHERE rule_id = ANY(${ruleIds}) AND evaluated_at > now() - interval '30 days'
    GROUP BY rule_id`.execute(db);
  const { rows: hits } = await sql<{ ruleId: string; decidedBy: string; hits: number; today: number }>`
    SELECT rule_id, decided_by, count(*)::int AS hits, count(*) FILTER (
        WHERE evaluated_at >= ${startOfBusinessDate(businessDateOf(new Date()))})::int AS today
    FROM risk_evaluation WHERE rule_id = ANY(${ruleIds}) AND evaluated_at > now() - interval '30 days'
      AND decided_by IS NOT NULL
    GROUP BY rule_id, decided_by`.execute(db);
  return new Map(
    rows.map(({ ruleId, value }) => {
      const share = shares.find((one) => one.ruleId === ruleId);
      const ofSet = hits.filter((one) => one.ruleId === ruleId);
      return [
        ruleId,
        {
          ...names.get(ruleId),
          ruleCount: value.rules.length,
          refusedPercent: share?.refused ?? null,
          manualPercent: share?.manual ?? null,
          hitsToday: Object.fromEntries(ofSet.map(({ decidedBy, today }) => [decidedBy, today])),
          hitsPerDay: Object.fromEntries(
            ofSet.map(({ decidedBy, hits: count }) => [decidedBy, Math.round(count / 3) / 10]),
          ),
        },
      ];
    }),
  );
}
