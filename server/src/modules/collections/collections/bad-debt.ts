import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { businessDateOf, daysPastDue, policyOn } from '../../platform/policy/index.ts';
import { canWork, endAssignment, openAssignment } from './assign.ts';
import { caseMachine } from './case.machine.ts';
import { type CaseReach, type CollectionCase, lockCase, moveCase } from './cases.ts';

export interface BadDebtEntry {
  readonly badDebtReason: string;
  readonly remark: string;
  /** Files that prove it; needed before the pool's days past due. */
  readonly evidence: readonly string[];
  readonly by: string;
  readonly at: Date;
}

/**
 * Takes a case into the pool of bad debt. Nothing is posted; whoever has the case keeps it until it comes back.
 * @throws AppError BAD_DEBT_TOO_EARLY, ILLEGAL_TRANSITION
 */
export async function enterBadDebt(
  tx: Tx,
  caseNo: string,
  reach: CaseReach,
  entry: BadDebtEntry,
): Promise<CollectionCase> {
  const one = await lockCase(tx, caseNo, reach);
  const { badDebtReason, remark, evidence, by, at } = entry;
  advance(caseMachine, one.caseStatus, 'enterBadDebt');
  const today = businessDateOf(at);
  const { policy } = await policyOn(tx, today);
  const { poolFromDpd } = policy.badDebt;
  if (daysPastDue(one.oldestDueOn, today) < poolFromDpd && evidence.length === 0) {
    throw new AppError('BAD_DEBT_TOO_EARLY', {
      fields: ['evidence'],
      facts: { fromDpd: poolFromDpd },
    });
  }
  return await moveCase(tx, one, {
    command: 'enterBadDebt',
    userNo: by,
    at,
    reason: remark,
    change: {
      statusBeforeBadDebt: one.caseStatus === 'RETAINED' ? 'RETAINED' : 'COLLECTING',
      badDebtReason,
      badDebtRemark: remark,
      badDebtEvidence: [...evidence],
      badDebtEnteredAt: at,
      badDebtEnteredBy: by,
    },
  });
}

/**
 * A file proves something of one order, and one thing alone.
 * @throws AppError BAD_DEBT_EVIDENCE, BAD_DEBT_EVIDENCE_USED
 */
export async function refuseEvidence(
  tx: Tx,
  caseNo: string,
  { badDebtReason, evidence }: Pick<BadDebtEntry, 'badDebtReason' | 'evidence'>,
): Promise<void> {
  const wanted = [...new Set(evidence)];
  if (wanted.length === 0) return;
  const { found } = await tx
    .selectFrom('attachment as a')
    .innerJoin('collectionCase as c', 'c.orderNo', 'a.subjectNo')
    .select((eb) => eb.fn.countAll<number>().as('found'))
    .where('c.caseNo', '=', caseNo)
    .where('a.subjectType', '=', 'order')
    .where('a.attachmentNo', 'in', wanted)
    .where('a.deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (found < wanted.length) throw new AppError('BAD_DEBT_EVIDENCE', { fields: ['evidence'] });
  const { rows } = await sql<{ caseNo: string }>`select o.case_no from collection_case c
    join collection_case o on o.order_no = c.order_no and o.case_no <> c.case_no
    where c.case_no = ${caseNo} and o.bad_debt_reason <> ${badDebtReason}
      and o.bad_debt_evidence && ${wanted}::text[] order by o.case_no limit 1`.execute(tx);
  const [used] = rows;
  if (used) throw new AppError('BAD_DEBT_EVIDENCE_USED', { fields: ['evidence'], facts: { caseNo: used.caseNo } });
}

/**
 * Returns a case to collection, in the state it was in. Where its collector can no longer work, or it had none,
 * it goes on to the pool.
 * @throws AppError BAD_DEBT_CHARGED_OFF, ILLEGAL_TRANSITION
 */
export async function leaveBadDebt(
  tx: Tx,
  caseNo: string,
  reach: CaseReach,
  { by, at, reason }: { readonly by: string; readonly at: Date; readonly reason?: string },
): Promise<CollectionCase> {
  const one = await lockCase(tx, caseNo, reach);
  const isRetained = one.statusBeforeBadDebt === 'RETAINED';
  const command = isRetained ? 'leaveBadDebtToRetained' : 'leaveBadDebtToCollecting';
  advance(caseMachine, one.caseStatus, command);
  await refuseChargedOff(tx, caseNo);
  const current = await openAssignment(tx, caseNo);
  const isWorkable = current !== null && (await canWork(tx, current.userNo, one.merchantNo, at));
  const back = await moveCase(tx, one, {
    command: isWorkable && isRetained ? command : 'leaveBadDebtToCollecting',
    userNo: by,
    at,
    reason,
    change: { statusBeforeBadDebt: null },
  });
  if (isWorkable) return back;
  if (current) await endAssignment(tx, current.assignmentId, 'SENT_BACK', { by, at });
  return await moveCase(tx, back, {
    command: 'cancelAllocationToPool',
    userNo: by,
    at,
    change: { collectorUserNo: null },
  });
}

async function refuseChargedOff(tx: Tx, caseNo: string): Promise<void> {
  const lost = await tx
    .selectFrom('caseBill as c')
    .innerJoin('bill as b', 'b.billNo', 'c.billNo')
    .select('b.billNo')
    .where('c.caseNo', '=', caseNo)
    .where('b.billStatus', '=', 'CHARGED_OFF')
    .limit(1)
    .executeTakeFirst();
  if (lost) throw new AppError('BAD_DEBT_CHARGED_OFF');
}
