import type { Tx } from '../../../db/database.ts';
import type { CaseLevelName, CaseStatus } from '../../../db/collection-schema.ts';
import { publishEvent } from '../../platform/audit/index.ts';

/** A move of a case that no person requested: a row of its history, and as such an event. */
export interface CaseStep {
  readonly caseNo: string;
  readonly merchantNo: string;
  /** `level` where the state stays and the level moves. */
  readonly command: string;
  /** Null for a case that begins. */
  readonly fromStatus: CaseStatus | null;
  readonly toStatus: CaseStatus;
  readonly fromLevel: CaseLevelName | null;
  readonly caseLevel: CaseLevelName;
}

/**
 * Whoever follows a case hears that a payment, a rollback, a night or a rule opened, moved or closed it: one event a row
 * of its history, all of a batch in one statement. What people do is told by the audit row of their command.
 */
export async function publishMoves(tx: Tx, steps: readonly CaseStep[]): Promise<void> {
  await publishEvent(
    tx,
    steps.map(({ caseNo, merchantNo, command, fromStatus, toStatus, fromLevel, caseLevel }) => ({
      topic: `case.${command}`,
      subjectType: 'case',
      subjectNo: caseNo,
      merchantNo,
      ...(fromStatus !== null && { before: { caseStatus: fromStatus, caseLevel: fromLevel } }),
      after: { caseStatus: toStatus, caseLevel },
    })),
  );
}
