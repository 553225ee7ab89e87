import { createHash } from 'node:crypto';
import { aiAllocation } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { everyRuleAt, type RuleFamily, rulesAt } from '../../platform/rules/index.ts';
import { cutsOf } from './ai-cuts.ts';

type Config = aiAllocation.AiAllocation;
const SAVE = 'collection:aiAllocation:save';

/** Which share of which cases an AI employee works, and when people take over. */
export const aiFamily: RuleFamily<Config> = {
  key: 'collection.aiAllocation',
  title: { en: 'AI allocation', zh: 'AI 分案配置' },
  contract: { ...aiAllocation, value: aiAllocation.aiAllocation },
  page: '/AdminContent/CollectionSystem/AIallocationConfig',
  codes: { save: SAVE, state: SAVE, audit: SAVE },
  // Several may share a level; together they take no more than all of it.
  overlaps: (one, other) => isAboutSame(one, other) && one.aiSharePercent + other.aiSharePercent > 100,
  simulate: null,
  async check(db, merchantNo, { aiEmployeeUserNo, robotPlanNo = null }) {
    const found = await db
      .selectFrom('personnel as p')
      .innerJoin('personnelMerchant as m', (join) =>
        join.onRef('m.userNo', '=', 'p.userNo').onRef('m.personnelKind', '=', 'p.personnelKind'),
      )
      .select('p.isAiEmployee')
      .where('p.personnelKind', '=', 'COLLECTOR')
      .where('p.userNo', '=', aiEmployeeUserNo)
      .where('m.merchantNo', '=', merchantNo)
      .executeTakeFirst();
    if (found?.isAiEmployee !== true) throw new AppError('AI_EMPLOYEE_NEEDED', { fields: ['value.aiEmployeeUserNo'] });
    const plans = robotPlanNo === null ? null : await plansNamed(db, [robotPlanNo]);
    if (plans?.some((one) => one.merchantNo === merchantNo && one.isEnabled) === false) {
      throw new AppError('ROBOT_PLAN_NOT_ENABLED', { fields: ['value.robotPlanNo'] });
    }
  },
  async decorate(rows, { db }) {
    const userNos = rows.map(({ value }) => value.aiEmployeeUserNo);
    const people = await db
      .selectFrom('appUser as u')
      .select(['u.userNo', 'u.realName'])
      .select(
        sql<number>`(select count(*) from collection_case c where c.collector_user_no = u.user_no
          and c.case_status in ('COLLECTING', 'RETAINED'))`.as('held'),
      )
      .where('u.userNo', 'in', [...userNos, ''])
      .execute();
    const back = await db
      .selectFrom('configRuleItem')
      .select(['ruleId', sql<number>`count(*)`.as('cases')])
      .where('ruleId', 'in', [...rows.map(({ ruleId }) => ruleId), ''])
      .where('outcome', '=', 'HANDED_BACK')
      .where('runAt', '>=', startOfBusinessDate(businessDateOf(new Date())))
      .groupBy('ruleId')
      .execute();
    const plans = await plansNamed(
      db,
      rows.flatMap(({ value }) => value.robotPlanNo ?? []),
    );
    const cuts = await cutsOf(db, await everyRuleAt(db, aiFamily, new Date()));
    return new Map(
      rows.map(({ ruleId, value }) => {
        const person = people.find(({ userNo }) => userNo === value.aiEmployeeUserNo);
        return [
          ruleId,
          {
            aiEmployeeName: person?.realName ?? value.aiEmployeeUserNo,
            casesHeld: person?.held ?? 0,
            sharePercentNow: cuts.get(ruleId)?.sharePercent ?? value.aiSharePercent,
            robotPlanName: plans.find(({ planNo }) => planNo === value.robotPlanNo)?.planName ?? null,
            handedBackToday: back.find((one) => one.ruleId === ruleId)?.cases ?? 0,
          },
        ];
      }),
    );
  },
};

/** Robot plans of collection, with whether they make tasks. */
async function plansNamed(db: Queryable, planNos: readonly string[]) {
  const { rows } = await sql<{ planNo: string; planName: string; merchantNo: string; isEnabled: boolean }>`
    select plan_no, plan_name, merchant_no, plan_status = 'ENABLED' as is_enabled from robot_plan
    where plan_no = any(${[...planNos]}::text[]) and section in ('collection', 'collectionStage')`.execute(db);
  return rows;
}

function isAboutSame(one: Config, other: Config): boolean {
  const from = Math.max(one.minDueCents ?? 0, other.minDueCents ?? 0);
  return (
    one.caseScopes.some((scope) => other.caseScopes.includes(scope)) &&
    one.caseLevels.some((level) => other.caseLevels.includes(level)) &&
    from <= Math.min(one.maxDueCents ?? Infinity, other.maxDueCents ?? Infinity)
  );
}

/** 0 to 99, the same for a case whoever asks and whenever. */
export const sideOf = (caseNo: string): number => createHash('sha256').update(caseNo).digest().readUInt32BE(0) % 100;

export interface AiCase {
  readonly caseNo: string;
  readonly caseScope: 'ORDER' | 'BILL';
  readonly caseLevel: Config['caseLevels'][number];
  readonly dueAtEntryCents: number;
}

/** The configuration whose share a case falls into; several share the hundred in the order of their numbers. Pure. */
export function aiConfigOf<Rule extends { readonly value: Config }>(rules: readonly Rule[], one: AiCase): Rule | null {
  let taken = 0;
  for (const rule of rules) {
    const { value } = rule;
    const isAbout =
      value.caseScopes.includes(one.caseScope) &&
      value.caseLevels.includes(one.caseLevel) &&
      one.dueAtEntryCents >= (value.minDueCents ?? 0) &&
      one.dueAtEntryCents <= (value.maxDueCents ?? Infinity);
    if (!isAbout) continue;
    const side = sideOf(one.caseNo);
    if (side >= taken && side < taken + value.aiSharePercent) return rule;
    taken += value.aiSharePercent;
  }
  return null;
}

/**
 * The configurations of a merchant that give cases, and what their AI employees were given today. One whose robot plan is
 * not enabled gives none: nobody would call them.
 */
export async function aiSharesAt(db: Queryable, merchantNo: string, at: Date) {
  const inForce = await rulesAt(db, aiFamily, at, merchantNo);
  const cuts = await cutsOf(db, inForce);
  // What a night lowered it to.
  const all = inForce.map((rule) => {
    const aiSharePercent = cuts.get(rule.ruleId)?.sharePercent ?? rule.value.aiSharePercent;
    return { ...rule, value: { ...rule.value, aiSharePercent } };
  });
  const plans = await plansNamed(
    db,
    all.flatMap(({ value }) => value.robotPlanNo ?? []),
  );
  const isCalling = ({ robotPlanNo = null }: Config) =>
    robotPlanNo === null || plans.some(({ planNo, isEnabled }) => planNo === robotPlanNo && isEnabled);
  const aiRules = all.filter(({ value }) => isCalling(value));
  const userNos = aiRules.map(({ value }) => value.aiEmployeeUserNo);
  const given =
    userNos.length === 0
      ? []
      : await db
          .selectFrom('caseAssignment')
          .select(['userNo', sql<number>`count(distinct case_no)`.as('given')])
          .where('userNo', 'in', userNos)
          .where('assignedAt', '>=', startOfBusinessDate(businessDateOf(at)))
          .groupBy('userNo')
          .execute();
  return { aiRules, givenToAi: new Map(given.map((row) => [row.userNo, row.given])) };
}
