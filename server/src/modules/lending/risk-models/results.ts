import type { ReplyOf, riskModel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { readApplications } from '../application-facts/index.ts';
import { calibrationOf } from './calibration.ts';
import { modelFamily } from './family.ts';
import { gradesOf, levelResults, movedInputs, movedScores } from './quality.ts';
import { readModel, versionsScoringAs } from './read-model.ts';
import { scoreOnce } from './scoring.ts';
import { giniOf, meanOf, psiOf, shareOf } from './statistics.ts';
import { trafficAt } from './traffic.ts';

interface OfModel {
  readonly ruleId: string;
}

/** How scores moved and which input moved most, how they are spread, what levels led to, and how the odds rise. */
export async function readDrift({ ruleId }: OfModel, { db, caller }: Call): Promise<ReplyOf<typeof riskModel.drift>> {
  const model = await readModel(db, ruleId, caller.scope);
  const { value } = model;
  const versionNos = await versionsScoringAs(db, model);
  const alike = (await gradesOf(db, [ruleId], versionNos)).get(ruleId) ?? [];
  const scores = (await movedScores(db, [ruleId])).get(ruleId) ?? [];
  const grades = (await gradesOf(db, [ruleId])).get(ruleId) ?? [];
  const sum = (of: 'reference' | 'recent') => scores.reduce((all, bin) => all + bin[of], 0);
  const [referenceCount, recentCount] = [sum('reference'), sum('recent')];
  const inputs = [...(await movedInputs(db, ruleId, value))].flatMap(([input, bins]) => {
    const psi = psiOf(bins);
    return psi === null ? [] : [{ input, psi }];
  });
  return {
    psi: psiOf(scores),
    gini: giniOf(grades),
    good: grades.reduce((all, { good }) => all + good, 0),
    bad: grades.reduce((all, { bad }) => all + bad, 0),
    referenceCount,
    recentCount,
    inputs: inputs.toSorted((one, other) => other.psi - one.psi),
    spread: scores.map(({ label, reference, recent }) => ({
      label,
      reference: reference / Math.max(referenceCount, 1),
      recent: recent / Math.max(recentCount, 1),
    })),
    levels: await levelResults(db, ruleId),
    calibration: { versionNos: [...versionNos], ...calibrationOf(alike, value) },
  };
}

/** What became of customers of each arm of the test that a model's applications are in. */
export async function readTest(
  { ruleId }: OfModel,
  { db, caller }: Call,
): Promise<ReplyOf<typeof riskModel.testResult>> {
  const { merchantNo, value } = await readModel(db, ruleId, caller.scope);
  const { loanType } = value;
  const traffic = await trafficAt(db, { merchantNo, loanType }, new Date());
  if (!traffic) return { testNo: null, startedAt: null, arms: [] };
  const { testNo, startedAt, arms } = traffic;
  const { rows } = await sql<{
    ruleId: string;
    applications: number;
    decided: number;
    approved: number;
    disbursed: number;
    matured: number;
    overdue: number;
    income: number | null;
    deviation: number | null;
  }>`
    SELECT s.rule_id, count(*)::int AS applications, count(*) FILTER (WHERE o.audit_time IS NOT NULL
        OR o.refused_at IS NOT NULL)::int AS decided, count(o.approved_cents)::int AS approved,
      count(o.lending_time)::int AS disbursed, count(*) FILTER (WHERE first.due_date < now()::date)::int AS matured,
      count(*) FILTER (WHERE first.due_date < now()::date AND first.is_late)::int AS overdue,
      avg(earned.cents) FILTER (WHERE o.lending_time IS NOT NULL)::float8 AS income,
      stddev_samp(earned.cents) FILTER (WHERE o.lending_time IS NOT NULL)::float8 AS deviation
    FROM risk_score s JOIN loan_order o USING (order_no)
    LEFT JOIN LATERAL (SELECT b.due_date, coalesce(b.actual_date, now()::date) > b.due_date AS is_late
      FROM bill b WHERE b.order_no = o.order_no ORDER BY b.due_date, b.bill_no LIMIT 1) first ON true
    CROSS JOIN LATERAL (SELECT coalesce(-sum(p.amount_cents), 0) AS cents FROM bill b JOIN posting p USING (bill_no)
      WHERE b.order_no = o.order_no AND p.account_code LIKE 'INCOME%' AND p.account_code <> 'INCOME_RECOVERY') earned
    WHERE s.test_no = ${testNo} AND s.model_role <> 'SHADOW' GROUP BY s.rule_id`.execute(db);
  const names = await db
    .selectFrom('configRuleNow')
    .select(['ruleId', 'value'])
    .where('configKey', '=', modelFamily.key)
    .where('merchantNo', '=', merchantNo)
    .execute();
  return {
    testNo,
    startedAt: startedAt.toISOString(),
    arms: arms
      .filter(({ role }) => role !== 'SHADOW')
      .map((arm) => {
        const of = rows.find((row) => row.ruleId === arm.ruleId);
        return {
          ruleId: arm.ruleId,
          role: arm.role,
          modelName: String(names.find((one) => one.ruleId === arm.ruleId)?.value['ruleName'] ?? arm.ruleId),
          applications: of?.applications ?? 0,
          approved: shareOf(of?.approved ?? 0, of?.decided ?? 0),
          disbursed: of?.disbursed ?? 0,
          firstOverdue: shareOf(of?.overdue ?? 0, of?.matured ?? 0),
          incomeCents: meanOf(of?.disbursed ?? 0, of?.income ?? null, of?.deviation ?? null),
        };
      }),
  };
}

/** @throws AppError NOT_FOUND, ORDER_NOT_FOUND, MODEL_NOT_IN_FORCE */
export async function scorePastOrder(
  { ruleId, orderNo }: { readonly ruleId: string; readonly orderNo: string },
  { db, caller, services }: Call,
): Promise<riskModel.ScoreTrace> {
  const { merchantNo, value } = await readModel(db, ruleId, caller.scope);
  const models = await rulesAt(db, modelFamily, new Date(), merchantNo);
  const model = models.find((one) => one.ruleId === ruleId);
  const [application] = await readApplications(db, sql`o.order_no = ${orderNo}`, 1);
  if (!application || !seesMerchant(caller.scope, application.merchantNo)) throw new AppError('ORDER_NOT_FOUND');
  const isFor = application.merchantNo === merchantNo && application.loanType === value.loanType;
  if (!model || !isFor) throw new AppError('MODEL_NOT_IN_FORCE', { facts: { name: value.ruleName } });
  return await scoreOnce(services.engine.gateways.scorer, { ...model, isEnabled: true }, application);
}
