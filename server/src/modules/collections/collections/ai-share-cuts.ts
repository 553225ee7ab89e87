import type { aiAllocation } from '@kituo/sdk/contracts';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { type BusinessDate, startOfBusinessDate } from '../../platform/policy/index.ts';
import { noteRun, recordItem, type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { cutsOf } from './ai-cuts.ts';
import { aiFamily } from './ai-share.ts';
import { type Compared, comparedWork } from './ai-work.ts';

type Rule = RuleInForce<aiAllocation.AiAllocation>;

/** Points that a share loses at once, and how long it then is left alone to show what it does. */
const STEP_POINTS = 5;
const REST_DAYS = 7;
/** Levels where either side had fewer cases say nothing. */
const LEAST_CASES = 20;

/**
 * What AI recovered in percent of what people would have, of the same levels and amounts: people's rate at each level, on
 * the AI's own cases. Null where too little was worked. Pure.
 */
export function ofPeople(compared: readonly Compared[], leastCases = LEAST_CASES): number | null {
  let [recovered, expected] = [0, 0];
  for (const ai of compared.filter(({ isAi }) => isAi)) {
    const people = compared.find((one) => !one.isAi && one.caseLevel === ai.caseLevel);
    if (!people || ai.cases < leastCases || people.cases < leastCases || people.dueCents === 0) continue;
    recovered += ai.recoveredCents;
    expected += (ai.dueCents * people.recoveredCents) / people.dueCents;
  }
  return expected === 0 ? null : Math.round((recovered * 100) / expected);
}

/**
 * Lowers the shares of AI employees whose results fall behind people's by more than their configuration lets them: by a
 * step, at most once a week, never below its bound. It is told in the configuration's runs. @returns how many fell
 */
export async function lowerAiShares(db: Database, today: BusinessDate, log: Logger): Promise<number> {
  const at = startOfBusinessDate(today);
  const rules = await rulesAt(db, aiFamily, at);
  const cuts = await cutsOf(db, rules);
  let lowered = 0;
  for (const rule of rules) {
    const { lowersBelowPercent = null, leastSharePercent = 0, aiSharePercent } = rule.value;
    if (lowersBelowPercent === null) continue;
    const cut = cuts.get(rule.ruleId);
    const share = cut?.sharePercent ?? aiSharePercent;
    const rests = cut !== undefined && at.getTime() - cut.loweredAt.getTime() < REST_DAYS * 86_400_000;
    const next = Math.max(leastSharePercent ?? 0, share - STEP_POINTS);
    if (rests || next >= share) continue;
    try {
      const percent = ofPeople(await comparedWork(db, rule));
      if (percent === null || percent >= lowersBelowPercent) continue;
      await lower(db, rule, { share, next, percent, at });
      lowered += 1;
    } catch (error) {
      log.error({ err: error, ruleId: rule.ruleId }, 'the share of an AI employee could not be judged');
    }
  }
  return lowered;
}

async function lower(
  db: Database,
  rule: Rule,
  of: { readonly share: number; readonly next: number; readonly percent: number; readonly at: Date },
): Promise<void> {
  const { ruleId, versionNo, merchantNo, value } = rule;
  await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('aiShareCut')
      .values({ ruleId, versionNo, sharePercent: of.next, ofPeoplePercent: of.percent, loweredAt: of.at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('ruleId')
      .executeTakeFirst();
    // Another process did it.
    if (!made) return;
    await recordItem(tx, rule, {
      runAt: of.at,
      subjectNo: value.aiEmployeeUserNo,
      outcome: 'SHARE_LOWERED',
      amountCents: 0,
      facts: { from: of.share, to: of.next, ofPeople: of.percent },
    });
    await publishEvent(tx, {
      topic: 'aiAllocation.lowerShare',
      subjectType: 'rule',
      subjectNo: ruleId,
      merchantNo,
      before: { aiSharePercent: of.share },
      after: { aiSharePercent: of.next },
    });
  });
  await noteRun(db, rule, of.at, 1);
}
