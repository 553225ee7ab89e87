import { riskModel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type RuleFamily, rulesAt, type Simulated } from '../../platform/rules/index.ts';
import { type Application, readApplications } from '../application-facts/index.ts';
import { gradesOf, movedScores } from './quality.ts';
import { giniOf, psiOf } from './statistics.ts';

type Value = riskModel.ModelValue;

/** Scoring models of merchants, each for applications of one loan type. */
export const modelFamily: RuleFamily<Value> = {
  key: 'risk.model',
  title: { en: 'Scoring model', zh: '风控模型' },
  contract: { ...riskModel, value: riskModel.modelValue },
  page: '/AdminContent/RiskControlSystem/RiskControlModel',
  codes: { save: 'risk:model:save', state: 'risk:model:save', audit: 'risk:model:audit' },
  // Several may score the same applications: shares say which decides about whom.
  overlaps: () => false,
  simulate,
  decorate,
  withRole: (role) => sql<boolean>`exists (SELECT FROM risk_traffic t JOIN risk_traffic_arm a USING (traffic_id)
    WHERE t.ended_at IS NULL AND a.rule_id = r.rule_id AND a.model_role = ${role})`,
};

/** Applications that a dry run reads, the newest first. */
const TRIED = 200;

/** The level of a past application; null where only the service could say it. */
function levelBy({ scorer, baseScore, attributes, levels }: Value, application: Application): string | null {
  if (scorer === 'HTTP') return null;
  return riskModel.levelOf(levels, riskModel.scoreBy({ baseScore, attributes }, application).score);
}

async function simulate(db: Queryable, { merchantNo, ruleId, value }: Simulated<Value>, now: Date) {
  const past = await readApplications(
    db,
    sql`o.merchant_no = ${merchantNo} AND o.loan_type = ${value.loanType}`,
    TRIED,
  );
  const held = (await rulesAt(db, modelFamily, now, merchantNo)).find((model) => model.ruleId === ruleId)?.value;
  const items = past.map((application) => ({
    subjectNo: application.orderNo,
    amountCents: application.appliedCents,
    outcome: levelBy(value, application),
    outcomeInForce: held ? levelBy(held, application) : null,
  }));
  const moved = items.filter(({ outcome, outcomeInForce }) => outcome !== outcomeInForce);
  return {
    considered: items.length,
    matched: items.filter(({ outcome }) => outcome !== null).length,
    amountCents: moved.reduce((sum, { amountCents }) => sum + amountCents, 0),
    matchedInForce: moved.length,
    // What the version would move is what one reads first.
    items: [...moved, ...items.filter((item) => !moved.includes(item))],
  };
}

/** Shares, averages, and how well models do. */
async function decorate(
  rows: readonly { readonly ruleId: string; readonly value: Value }[],
  { db }: { readonly db: Queryable },
) {
  const ruleIds = rows.map(({ ruleId }) => ruleId);
  if (ruleIds.length === 0) return new Map<string, object>();
  const arms = await db
    .selectFrom('riskTraffic as t')
    .innerJoin('riskTrafficArm as a', 'a.trafficId', 't.trafficId')
    .select(['a.ruleId', 'a.modelRole', 'a.trafficPercent', 't.testNo'])
    .where('t.endedAt', 'is', null)
    .where('a.ruleId', 'in', ruleIds)
    .execute();
  const { rows: counts } = await sql<{ ruleId: string; average: number | null; failures: number }>`
    SELECT rule_id, round(avg(score), 1)::float8 AS average, count(*) FILTER (WHERE model_failure IS NOT NULL
        AND scored_at >= ${startOfBusinessDate(businessDateOf(new Date()))})::int AS failures
    FROM risk_score WHERE rule_id = ANY(${ruleIds}) AND scored_at > now() - interval '30 days'
    GROUP BY rule_id`.execute(db);
  const moved = await movedScores(db, ruleIds);
  const grades = await gradesOf(db, ruleIds);
  return new Map(
    rows.map(({ ruleId }) => {
      const arm = arms.find((one) => one.ruleId === ruleId);
      const count = counts.find((one) => one.ruleId === ruleId);
      return [
        ruleId,
        {
          role: arm?.modelRole ?? null,
          trafficPercent: arm?.trafficPercent ?? 0,
          testNo: arm?.testNo ?? null,
          averageScore: count?.average ?? null,
          gini: giniOf(grades.get(ruleId) ?? []),
          driftPsi: psiOf(moved.get(ruleId) ?? []),
          failuresToday: count?.failures ?? 0,
        },
      ];
    }),
  );
}
