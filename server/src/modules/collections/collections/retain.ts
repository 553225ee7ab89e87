import type { Tx } from '../../../db/database.ts';
import { endAssignment, openAssignment } from './assign.ts';
import { type CaseReach, type CollectionCase, lockCase, moveCase } from './cases.ts';

interface Decision {
  readonly by: string;
  readonly at: Date;
  readonly reason?: string | undefined;
}

/** Freezes a case's level: it stays where it is, through any number of ends of day, until that is cancelled. */
export async function retainCase(
  tx: Tx,
  caseNo: string,
  reach: CaseReach,
  { by, at, reason }: Decision,
): Promise<CollectionCase> {
  const one = await lockCase(tx, caseNo, reach);
  return await moveCase(tx, one, { command: 'retain', userNo: by, at, reason });
}

/** The level moves again from the next end of day on. */
export async function cancelRetention(
  tx: Tx,
  caseNo: string,
  reach: CaseReach,
  { by, at, reason }: Decision,
): Promise<CollectionCase> {
  const one = await lockCase(tx, caseNo, reach);
  const after = await moveCase(tx, one, { command: 'cancelRetention', userNo: by, at, reason });
  const current = await openAssignment(tx, caseNo);
  if (current === null || !(await isFrozen(tx, current.userNo))) return after;
  // Who had it was frozen meanwhile and nobody took it over: in work it would wait for them.
  await endAssignment(tx, current.assignmentId, 'SENT_BACK', { by, at });
  const change = { collectorUserNo: null };
  return await moveCase(tx, after, { command: 'cancelAllocationToPool', userNo: by, at, change });
}

async function isFrozen(tx: Tx, userNo: string): Promise<boolean> {
  const record = await tx
    .selectFrom('personnel')
    .select('personnelStatus')
    .where('userNo', '=', userNo)
    .where('personnelKind', '=', 'COLLECTOR')
    .executeTakeFirst();
  return record?.personnelStatus === 'FROZEN';
}
