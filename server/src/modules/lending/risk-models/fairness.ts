import { modelFairness, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { listExport } from '../../platform/exports/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import { modelFamily } from './family.ts';
import { type Counted, groupsFrom } from './fairness-groups.ts';
import { readModel } from './read-model.ts';

type Asked = ParsedRequestOf<typeof modelFairness.fairness>;

const RULE_SET_KEY = 'risk.ruleSet';

interface Of {
  readonly ruleId: string;
  readonly versionNo: number;
  readonly ruleSet: modelFairness.Fairness['ruleSet'];
}

/**
 * What was counted of each group over the last 12 months. A shadow's scores have a mean and a default rate, and no
 * approval rate: they approved nobody.
 */
async function countGroups(db: Queryable, { ruleId, versionNo, ruleSet }: Of): Promise<Counted[]> {
  const decidedBy =
    ruleSet === null
      ? sql`true`
      : sql`EXISTS (SELECT FROM risk_evaluation e WHERE e.order_no = s.order_no AND e.rule_id = ${ruleSet.ruleSetCode}
          AND e.version_no = ${ruleSet.versionNo})`;
  const { rows } = await sql<Counted>`
    WITH scored AS MATERIALIZED (
      SELECT s.score, nullif(trim(c.county), '') AS county, c.sex,
        extract(year FROM age(o.apply_time, c.birth_date::timestamptz))::int AS years,
        s.model_role <> 'SHADOW' AND (o.audit_time IS NOT NULL OR o.refused_at IS NOT NULL) AS is_decided,
        o.approved_cents IS NOT NULL AS is_approved,
        o.lending_time IS NOT NULL AND due.first < now()::date AS is_matured, coalesce(due.late, 0) > 30 AS is_bad
      FROM risk_score s JOIN loan_order o USING (order_no) JOIN customer c USING (customer_no)
      LEFT JOIN LATERAL (SELECT min(b.due_date) AS first,
          max(coalesce(b.actual_date, now()::date) - b.due_date) AS late
        FROM bill b WHERE b.order_no = o.order_no) due ON true
      WHERE s.rule_id = ${ruleId} AND s.version_no = ${versionNo} AND s.scored_at > now() - interval '1 year'
        AND ${decidedBy}
    )
    SELECT t.trait, t.group_name AS "group", count(*)::int AS applications, count(score)::int AS scored,
      round(avg(score), 1)::float8 AS mean_score, count(*) FILTER (WHERE is_decided)::int AS decided,
      count(*) FILTER (WHERE is_decided AND is_approved)::int AS approved,
      count(*) FILTER (WHERE is_matured)::int AS matured, count(*) FILTER (WHERE is_matured AND is_bad)::int AS bad
    FROM scored CROSS JOIN LATERAL (VALUES ('COUNTY', county), ('SEX', sex), ('AGE_BAND', CASE WHEN years < 25 THEN '18-24'
      WHEN years < 35 THEN '25-34' WHEN years < 45 THEN '35-44' WHEN years < 55 THEN '45-54'
      WHEN years >= 55 THEN '55+' END)) AS t (trait, group_name)
    GROUP BY t.trait, t.group_name`.execute(db);
  return rows;
}

const versionsOf = (db: Queryable, configKey: string) =>
  db
    .selectFrom('configRule as r')
    .innerJoin('configVersion as v', (join) =>
      join.onRef('v.configKey', '=', 'r.configKey').on(sql<boolean>`v.subject_no = r.merchant_no || '_' || r.rule_id`),
    )
    .where('r.configKey', '=', configKey);

/** The version that is asked for, else the newest that scored; with all there are. @throws AppError REFERENCE_UNKNOWN */
async function versionOf(db: Queryable, ruleId: string, asked: number | undefined) {
  const known = await versionsOf(db, modelFamily.key)
    .select('v.versionNo')
    .where('r.ruleId', '=', ruleId)
    .where('v.inForceFrom', '<=', new Date())
    .orderBy('v.versionNo', 'desc')
    .execute();
  const versions = known.map(({ versionNo }) => versionNo);
  if (asked !== undefined && !versions.includes(asked)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['versionNo'] });
  }
  const scored = await db
    .selectFrom('riskScore')
    .select(({ fn }) => fn.max('versionNo').as('versionNo'))
    .where('ruleId', '=', ruleId)
    .executeTakeFirst();
  return { versionNo: asked ?? scored?.versionNo ?? versions[0] ?? 1, versions };
}

/** @throws AppError REFERENCE_UNKNOWN for a set, or a version of it, that never decided for the merchant */
async function ruleSetOf(db: Queryable, merchantNo: string, { ruleSetCode, ruleSetVersionNo }: Asked) {
  const known = await versionsOf(db, RULE_SET_KEY)
    .select(['r.ruleId as ruleSetCode', 'v.versionNo', sql<string>`v.value ->> 'ruleName'`.as('ruleSetName')])
    .where('r.merchantNo', '=', merchantNo)
    .where('v.inForceFrom', '<=', new Date())
    .orderBy('r.ruleId')
    .orderBy('v.versionNo', 'desc')
    .execute();
  if (ruleSetCode === undefined || ruleSetVersionNo === undefined) return { ruleSet: null, ruleSets: known };
  const ofSet = known.filter((one) => one.ruleSetCode === ruleSetCode);
  if (ofSet.length === 0) throw new AppError('REFERENCE_UNKNOWN', { fields: ['ruleSetCode'] });
  if (!ofSet.some(({ versionNo }) => versionNo === ruleSetVersionNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['ruleSetVersionNo'] });
  }
  return { ruleSet: { ruleSetCode, versionNo: ruleSetVersionNo }, ruleSets: known };
}

/** @throws AppError NOT_FOUND, REFERENCE_UNKNOWN */
export async function readFairness(
  asked: Asked,
  { db, caller }: Pick<Call, 'db' | 'caller'>,
): Promise<modelFairness.Fairness> {
  const { ruleId } = asked;
  const { merchantNo } = await readModel(db, ruleId, caller.scope);
  const { versionNo, versions } = await versionOf(db, ruleId, asked.versionNo);
  const { ruleSet, ruleSets } = await ruleSetOf(db, merchantNo, asked);
  const { policy, versions: policies } = await policyOn(db, businessDateOf(new Date()));
  const { minGroup } = policy.fairLending;
  const groups = groupsFrom(await countGroups(db, { ruleId, versionNo, ruleSet }), minGroup);
  return { versionNo, versions, ruleSet, ruleSets, minGroup, policyVersion: policies.fairLending, groups };
}

/** The same as a file: whoever sees the page may take it along, with as little in it. */
export const fairnessExport = listExport({
  kind: 'modelFairness.export',
  title: { en: 'Export of a fairness check', zh: '导出公平性检查' },
  page: modelFairness.FAIRNESS_PAGE,
  params: modelFairness.fairnessExport.request,
  fileStem: 'fairness-check',
  subjectType: 'riskModel',
  rows: async ({ filters }, run) => {
    const { versionNo, ruleSet, groups } = await readFairness(filters, run);
    return groups.map((one) => ({ ...one, modelCode: filters.ruleId, versionNo, ruleSet }));
  },
  idOf: ({ trait, group }) => `${trait} ${group ?? ''}`,
  columns: [
    { en: 'Model', zh: '模型', of: (row) => row.modelCode },
    { en: 'Version', zh: '版本', of: (row) => row.versionNo },
    { en: 'Rule set', zh: '规则集', of: (row) => row.ruleSet?.ruleSetCode ?? null },
    { en: 'Rule set version', zh: '规则集版本', of: (row) => row.ruleSet?.versionNo ?? null },
    {
      en: 'Trait',
      zh: '维度',
      of: (row) => row.trait,
      codes: { COUNTY: ['County', '县'], SEX: ['Sex', '性别'], AGE_BAND: ['Age', '年龄'] },
    },
    {
      en: 'Group',
      zh: '组别',
      of: (row) => row.group ?? 'UNKNOWN',
      codes: { FEMALE: ['Female', '女'], MALE: ['Male', '男'], UNKNOWN: ['Not stated', '未填写'] },
    },
    { en: 'Applications', zh: '申请数', of: (row) => row.applications },
    { en: 'Withheld', zh: '不显示', of: (row) => row.isWithheld },
    { en: 'Mean score', zh: '平均分', of: (row) => row.meanScore },
    { en: 'Decided', zh: '已决定', of: (row) => row.decided },
    { en: 'Approved (%)', zh: '通过率（%）', of: (row) => row.approvedPercent },
    { en: 'Ratio to the best group', zh: '与最高组之比', of: (row) => row.ratio },
    { en: 'Below four fifths', zh: '低于五分之四', of: (row) => row.isBelowFourFifths },
    { en: 'Loans with a bill due', zh: '已到期贷款', of: (row) => row.matured },
    { en: 'Over 30 days late (%)', zh: '逾期超 30 天（%）', of: (row) => row.defaultPercent },
  ],
});
