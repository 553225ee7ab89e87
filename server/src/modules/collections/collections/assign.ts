import type { Tx } from '../../../db/database.ts';
import type { AssignmentCause } from '../../../db/collection-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { caseMachine } from './case.machine.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { aiSharesAt } from './ai-share.ts';
import { DivisionPlanner, type Given } from './division-plan.ts';
import { divisionAt } from './division-rule.ts';
import { type CaseReach, type CollectionCase, lockCase, moveCase } from './cases.ts';
import { checkCollector, collectorsFor, lockCollector } from './collectors.ts';
import { waitingCase } from './waiting-cases.ts';

/** Who does it, when and why; nobody for the division by rules. */
export interface Handing {
  readonly by: string | null;
  readonly at: Date;
  readonly reason?: string;
  /** Where rules chose the person. */
  readonly chosen?: Pick<Given, 'ruleName' | 'why' | 'facts'> | undefined;
  /** The item of the policy's run that it belongs to. */
  readonly runItemId?: number | undefined;
}

interface OpenAssignment {
  readonly assignmentId: number;
  readonly userNo: string;
  readonly previousId: number | null;
}

export async function openAssignment(tx: Tx, caseNo: string): Promise<OpenAssignment | null> {
  const row = await tx
    .selectFrom('caseAssignment')
    .select(['assignmentId', 'userNo', 'previousId'])
    .where('caseNo', '=', caseNo)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function beginAssignment(
  tx: Tx,
  one: Pick<CollectionCase, 'caseNo' | 'caseLevel'>,
  to: { readonly userNo: string; readonly cause: AssignmentCause; readonly previousId: number | null },
  { by, at, reason, chosen, runItemId }: Handing,
): Promise<void> {
  const { caseNo, caseLevel } = one;
  await tx
    .insertInto('caseAssignment')
    .values({
      caseNo,
      caseLevel,
      ...to,
      assignedBy: by,
      assignedAt: at,
      reason: reason ?? null,
      policyName: chosen?.ruleName ?? null,
      runItemId: runItemId ?? null,
      why: chosen?.why ?? null,
      whyFacts: chosen ? JSON.stringify(chosen.facts) : null,
    })
    .execute();
}

export async function endAssignment(
  tx: Tx,
  assignmentId: number,
  endCause: string,
  { by, at }: Handing,
): Promise<void> {
  await tx
    .updateTable('caseAssignment')
    .set({ endedAt: at, endedBy: by, endCause })
    .where('assignmentId', '=', assignmentId)
    .execute();
}

const moved = ({ by, at, reason }: Handing) => ({ userNo: by ?? undefined, at, reason });

/**
 * Gives a case from the pool to a collector.
 * @throws AppError CASE_NOT_FOUND, ILLEGAL_TRANSITION, and why this person gets no case
 */
export async function distributeCase(
  tx: Tx,
  caseNo: string,
  userNo: string,
  reach: CaseReach,
  handing: Handing,
): Promise<CollectionCase> {
  await lockCollector(tx, userNo);
  const one = await lockCase(tx, caseNo, reach);
  advance(caseMachine, one.caseStatus, 'distribute');
  await checkCollector(tx, userNo, one, handing.at);
  return await handOut(tx, one, userNo, 'DISTRIBUTED', handing);
}

async function handOut(
  tx: Tx,
  one: CollectionCase,
  userNo: string,
  cause: 'DISTRIBUTED' | 'DIVIDED',
  handing: Handing,
): Promise<CollectionCase> {
  await beginAssignment(tx, one, { userNo, cause, previousId: null }, handing);
  return await moveCase(tx, one, {
    command: 'distribute',
    ...moved(handing),
    change: { collectorUserNo: userNo, collectionLevel: one.caseLevel },
  });
}

/**
 * Gives a case from the pool to whoever has the least open work for what they can take. All of a merchant's
 * divisions go one after the other, or two would find the same desk empty.
 * @throws AppError COLLECTOR_NONE where nobody can take it now
 */
export async function divideCase(tx: Tx, caseNo: string, reach: CaseReach, handing: Handing): Promise<CollectionCase> {
  const facts = await waitingCase(tx, caseNo);
  if (!facts) throw new AppError('CASE_NOT_FOUND');
  const { merchantNo } = facts;
  await lockCollector(tx, `of ${merchantNo}`);
  const planner = new DivisionPlanner({
    division: await divisionAt(tx, merchantNo, handing.at),
    day: businessDateOf(handing.at),
    people: await collectorsFor(tx, { merchantNo, at: handing.at }),
    ...(await aiSharesAt(tx, merchantNo, handing.at)),
    // What nobody divides waits for a person, who may still leave the choice to the rules.
    isAsked: handing.by !== null,
  });
  const [given] = planner.plan([facts]).given;
  const chosen = given?.userNo ?? null;
  if (chosen !== null) await lockCollector(tx, chosen);
  const one = await lockCase(tx, caseNo, reach);
  advance(caseMachine, one.caseStatus, 'distribute');
  if (chosen === null) throw new AppError('COLLECTOR_NONE');
  // Somebody may have given them another case by hand before they were locked.
  await checkCollector(tx, chosen, one, handing.at);
  return await handOut(tx, one, chosen, 'DIVIDED', { ...handing, chosen: given });
}

/**
 * Hands a case in work to another collector; cancelling gives it back.
 * @throws AppError CASE_RETAINED, CASE_SAME_COLLECTOR, ILLEGAL_TRANSITION, and why this person gets no case
 */
export async function redistributeCase(
  tx: Tx,
  caseNo: string,
  userNo: string,
  reach: CaseReach,
  handing: Handing,
): Promise<CollectionCase> {
  await lockCollector(tx, userNo);
  const one = await lockCase(tx, caseNo, reach);
  if (one.caseStatus === 'RETAINED') throw new AppError('CASE_RETAINED');
  advance(caseMachine, one.caseStatus, 'redistribute');
  const current = await openAssignment(tx, caseNo);
  if (!current || current.userNo === userNo) throw new AppError('CASE_SAME_COLLECTOR');
  await checkCollector(tx, userNo, one, handing.at);
  await endAssignment(tx, current.assignmentId, 'REDISTRIBUTED', handing);
  const to = { userNo, cause: 'REDISTRIBUTED', previousId: current.assignmentId } as const;
  await beginAssignment(tx, one, to, handing);
  return await moveCase(tx, one, {
    command: 'redistribute',
    ...moved(handing),
    change: { collectorUserNo: userNo, collectionLevel: one.caseLevel },
  });
}

/**
 * Cancels an allocation: the case goes back to whom it was taken from, or to the pool where there was nobody
 * or they can no longer work.
 * @throws AppError CASE_RETAINED, CASE_MOVED, ILLEGAL_TRANSITION
 */
export async function cancelAllocation(
  tx: Tx,
  caseNo: string,
  reach: CaseReach,
  handing: Handing,
): Promise<CollectionCase> {
  const expected = await previousOf(tx, caseNo);
  if (expected) await lockCollector(tx, expected.userNo);
  const one = await lockCase(tx, caseNo, reach);
  if (one.caseStatus === 'RETAINED') throw new AppError('CASE_RETAINED');
  advance(caseMachine, one.caseStatus, 'cancelAllocationToPool');
  const previous = await previousOf(tx, caseNo);
  if (previous?.userNo !== expected?.userNo) throw new AppError('CASE_MOVED');
  const current = await openAssignment(tx, caseNo);
  if (!current) throw new AppError('CASE_MOVED');
  await endAssignment(tx, current.assignmentId, 'CANCELLED', handing);
  if (!previous || !(await canWork(tx, previous.userNo, one.merchantNo, handing.at))) {
    return await moveCase(tx, one, {
      command: 'cancelAllocationToPool',
      ...moved(handing),
      change: { collectorUserNo: null },
    });
  }
  const to = { userNo: previous.userNo, cause: 'RESTORED', previousId: previous.previousId } as const;
  await beginAssignment(tx, one, to, handing);
  return await moveCase(tx, one, {
    command: 'cancelAllocationToPrevious',
    ...moved(handing),
    change: { collectorUserNo: previous.userNo },
  });
}

/** The assignment that the open one replaced. */
async function previousOf(tx: Tx, caseNo: string): Promise<OpenAssignment | null> {
  const row = await tx
    .selectFrom('caseAssignment as current')
    .innerJoin('caseAssignment as before', 'before.assignmentId', 'current.previousId')
    .select(['before.assignmentId', 'before.userNo', 'before.previousId'])
    .where('current.caseNo', '=', caseNo)
    .where('current.endedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** What one had, one may have back: neither shift nor cap stands against it. */
export async function canWork(tx: Tx, userNo: string, merchantNo: string, at: Date): Promise<boolean> {
  const [found] = await collectorsFor(tx, { merchantNo, at, userNo });
  return found?.personnelStatus === 'NORMAL' && found.employeeStatus === 'ON_THE_JOB' && found.worksForMerchant;
}
