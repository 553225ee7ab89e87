import type { Tx } from '../../../db/database.ts';
import { beginAssignment, endAssignment, openAssignment } from './assign.ts';
import { type CollectionCase, moveCase, stepOf } from './cases.ts';
import { lockCollector } from './collectors.ts';
import { type CaseStep, publishMoves } from './publish-moves.ts';

export interface SentBack {
  readonly toPool: number;
  readonly handedOver: number;
  readonly retained: number;
}

/**
 * What becomes of the work of somebody who is frozen: cases in work go to the pool, or to a collector who is
 * named; retained ones go to the principal of the group and stay retained, or stay where there is none.
 * Called in the transaction that freezes the record, whose audit row says nothing of the cases: each is notified of here.
 */
export async function sendBackCases(
  tx: Tx,
  userNo: string,
  options: {
    readonly by: string;
    readonly at: Date;
    readonly toUserNo?: string;
    readonly principalUserNo?: string | null;
  },
): Promise<SentBack> {
  const { by, at, toUserNo, principalUserNo } = options;
  const heirs = [toUserNo, principalUserNo].filter((heir) => heir !== undefined && heir !== null);
  for (const person of [...new Set([userNo, ...heirs])].toSorted()) await lockCollector(tx, person);
  const cases = await tx
    .selectFrom('collectionCase')
    .selectAll()
    .where('collectorUserNo', '=', userNo)
    .where('caseStatus', 'in', ['COLLECTING', 'RETAINED'])
    .orderBy('caseNo')
    .forNoKeyUpdate()
    .execute();
  const done = { toPool: 0, handedOver: 0, retained: 0 };
  const steps: CaseStep[] = [];
  for (const one of cases) {
    const current = await openAssignment(tx, one.caseNo);
    if (!current) continue;
    const isRetained = one.caseStatus === 'RETAINED';
    const heir = isRetained ? principalUserNo : toUserNo;
    if (isRetained && (heir === undefined || heir === null)) continue;
    await endAssignment(tx, current.assignmentId, 'SENT_BACK', { by, at });
    if (heir === undefined || heir === null) {
      const change = { collectorUserNo: null };
      const command = 'cancelAllocationToPool';
      const after = await moveCase(tx, one, { command, userNo: by, at, change });
      steps.push(stepOf(command, one, after));
      done.toPool += 1;
      continue;
    }
    const to = { userNo: heir, cause: 'TAKEN_OVER', previousId: null } as const;
    await beginAssignment(tx, one, to, { by, at });
    if (isRetained) {
      await keepRetained(tx, one, heir);
      done.retained += 1;
    } else {
      const change = { collectorUserNo: heir };
      const command = 'redistribute';
      const after = await moveCase(tx, one, { command, userNo: by, at, change });
      steps.push(stepOf(command, one, after));
      done.handedOver += 1;
    }
  }
  await publishMoves(tx, steps);
  return done;
}

/** The person changes, the state does not: no command of the machine. */
async function keepRetained(tx: Tx, one: CollectionCase, heir: string): Promise<void> {
  await tx
    .updateTable('collectionCase')
    .set((eb) => ({ collectorUserNo: heir, version: eb('version', '+', 1) }))
    .where('caseNo', '=', one.caseNo)
    .execute();
}
