import { sql } from 'kysely';
import { needed } from '../../../needed.ts';
import type { Tx } from '../../../db/database.ts';
import { BLACKLIST_REFUSE_CODE, blacklistHit } from '../../parties/blacklist/index.ts';
import { type MetEntry, meetRiskList } from '../../parties/risk-lists/index.ts';
import { readApplications } from '../application-facts/index.ts';
import { scoreApplication } from '../risk-models/index.ts';
import { DEFAULT_RULES, GUARD, NO_RULES, NO_SCORE } from './default-rules.ts';
import { type Decision, evaluate } from './evaluate.ts';
import { setAt } from './family.ts';
import { isHalted } from './halt.ts';
import { factsOf } from './replay.ts';

export interface Verdict {
  readonly isPassed: boolean;
  /** REFUSE_CODE of the scorer. */
  readonly refuseCode?: string;
}

/** What the machine says of an application. */
export interface Decided {
  readonly decision: Decision['decision'];
  readonly refuseCode: string | null;
  readonly coolOffDays: number;
  readonly met: MetEntry | null;
  /** Of the model; null where it scored nothing. */
  readonly modelLevel: string | null;
}

/**
 * Decides an application by the lists, the rule set of its product, its model and what an external scorer said, and
 * keeps the decision with every line it was read from. Whoever the scorer refused is not looked up on lists; whom the
 * rules would let pass without a score goes to a person.
 */
export async function decideByRules(tx: Tx, orderNo: string, verdict: Verdict, at: Date): Promise<Decided> {
  const blocked = verdict.isPassed ? await blacklistHit(tx, orderNo, at) : null;
  const met = verdict.isPassed && blocked === null ? await meetRiskList(tx, orderNo, at) : null;
  const [found] = await readApplications(tx, sql`o.order_no = ${orderNo}`, 1);
  const application = needed(found, `the application ${orderNo}`);
  const listType = blocked === null ? (met?.listType ?? null) : 'BLACK';
  const scored = await scoreApplication(tx, application, at);
  const known = scored ? { ...application, modelScore: scored.score, modelLevel: scored.modelLevel } : application;
  const facts = factsOf(known, { scorerRefused: !verdict.isPassed, listType });
  const set = await setAt(tx, application, at);
  const isStopped = await isHalted(tx, at);
  const read = evaluate(set?.value.rules ?? (await rulesWithoutSet(tx, application.merchantNo)), facts);
  const isListed = listType === 'BLACK';
  const isUnscored = scored !== null && scored.modelLevel === null && read.decision === 'PASS';
  const decision = isListed ? 'REFUSE' : isStopped || isUnscored ? 'MANUAL' : read.decision;
  const by = isListed || isStopped || isUnscored ? null : read.decidedBy;
  const byWhat = isListed ? GUARD.ruleName : isUnscored && !isStopped ? NO_SCORE.ruleName : (by?.ruleName ?? null);
  const ownCode = by?.fieldKey === 'scorerRefused' ? (verdict.refuseCode ?? by.refuseCode) : (by?.refuseCode ?? null);
  const refuseCode = isListed ? BLACKLIST_REFUSE_CODE : decision === 'REFUSE' ? ownCode : null;
  await tx
    .insertInto('riskEvaluation')
    .values({
      orderNo,
      merchantNo: application.merchantNo,
      ruleId: set?.ruleId ?? null,
      versionNo: set?.versionNo ?? null,
      decision,
      decidedBy: byWhat,
      refuseCode,
      isHalted: isStopped,
      facts: JSON.stringify(facts),
      lines: JSON.stringify([
        { ...GUARD, value: listType, isHit: isListed },
        ...read.lines,
        ...(scored ? [{ ...NO_SCORE, value: scored.modelLevel, isHit: scored.modelLevel === null }] : []),
      ]),
      score: scored ? JSON.stringify(scored) : null,
      evaluatedAt: at,
    })
    .execute();
  return { decision, refuseCode, coolOffDays: by?.coolOffDays ?? 0, met, modelLevel: scored?.modelLevel ?? null };
}

/** What decides without a rule set: the company's default rules, for a merchant that takes them. */
async function rulesWithoutSet(tx: Tx, merchantNo: string) {
  const { takesDefaultRules } = await tx
    .selectFrom('merchant')
    .select('takesDefaultRules')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirstOrThrow();
  return takesDefaultRules ? DEFAULT_RULES : NO_RULES;
}

/** Whether an application is decided as it comes, without waiting for an external scorer. */
export async function isDecidedAtOnce(
  tx: Tx,
  order: { readonly merchantNo: string; readonly productNo: string },
  at: Date,
): Promise<boolean> {
  return (await setAt(tx, order, at))?.value.awaitsScorer === false;
}
