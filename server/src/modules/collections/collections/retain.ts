import type { Tx } from '../../../db/database.ts';
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
  return await moveCase(tx, one, { command: 'cancelRetention', userNo: by, at, reason });
}
