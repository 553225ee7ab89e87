import { sql } from 'kysely';
import { needed } from '../../../needed.ts';
import type { Tx } from '../../../db/database.ts';
import { BLACKLIST_REFUSE_CODE, blacklistHit } from '../../parties/blacklist/index.ts';
import { type MetEntry, meetRiskList } from '../../parties/risk-lists/index.ts';
import { readApplications } from './applications.ts';
import { DEFAULT_RULES, GUARD } from './default-rules.ts';
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
}

/**
 * Decides an application by the lists, the rule set of its product and what an external scorer said, and keeps the
 * decision with every line it was read from. Whoever the scorer refused is not looked up on lists.
 */
export async function decideByRules(tx: Tx, orderNo: string, verdict: Verdict, at: Date): Promise<Decided> {
  const blocked = verdict.isPassed ? await blacklistHit(tx, orderNo, at) : null;
  const met = verdict.isPassed && blocked === null ? await meetRiskList(tx, orderNo, at) : null;
  const [found] = await readApplications(tx, sql`o.order_no = ${orderNo}`, 1);
  const application = needed(found, `the application ${orderNo}`);
  const listType = blocked === null ? (met?.listType ?? null) : 'BLACK';
  const facts = factsOf(application, { scorerRefused: !verdict.isPassed, listType });
  const set = await setAt(tx, application, at);
  const isStopped = await isHalted(tx, at);
  const read = evaluate(set?.value.rules ?? DEFAULT_RULES, facts);
  const isListed = listType === 'BLACK';
  const decision = isListed ? 'REFUSE' : isStopped ? 'MANUAL' : read.decision;
  const by = isListed || isStopped ? null : read.decidedBy;
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
      decidedBy: isListed ? GUARD.ruleName : (by?.ruleName ?? null),
      refuseCode,
      isHalted: isStopped,
      facts: JSON.stringify(facts),
      lines: JSON.stringify([{ ...GUARD, value: listType, isHit: isListed }, ...read.lines]),
      evaluatedAt: at,
    })
    .execute();
  return { decision, refuseCode, coolOffDays: by?.coolOffDays ?? 0, met };
}

/** Whether an application is decided as it comes, without waiting for an external scorer. */
export async function isDecidedAtOnce(
  tx: Tx,
  order: { readonly merchantNo: string; readonly productNo: string },
  at: Date,
): Promise<boolean> {
  return (await setAt(tx, order, at))?.value.awaitsScorer === false;
}
