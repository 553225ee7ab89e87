import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { type NewFollowUp, saveFollowUp } from './follow-ups.ts';

const AREA = { ORDER: 'collection', BILL: 'collectionStage' } as const;

/**
 * One contact about several cases of a borrower: a record each, in the order of their numbers.
 * @throws AppError CASE_NOT_FOUND, CASE_NOT_YOURS, FORBIDDEN, BAD_REQUEST for a case of somebody else
 */
export async function saveAlso(
  tx: Tx,
  { caseId, also, caller }: { readonly caseId: string; readonly also: readonly string[]; readonly caller: Caller },
  followUp: NewFollowUp,
): Promise<void> {
  if (also.length === 0) return;
  const rows = await tx
    .selectFrom('collectionCase')
    .select(['caseNo', 'caseScope', 'customerNo'])
    .where('caseNo', 'in', [caseId, ...also])
    .orderBy('caseNo')
    .execute();
  if (rows.length !== new Set([caseId, ...also]).size) throw new AppError('CASE_NOT_FOUND');
  if (new Set(rows.map(({ customerNo }) => customerNo)).size > 1) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'alsoCaseIds', msg: 'Cases of one borrower only' }] });
  }
  for (const { caseNo, caseScope } of rows) {
    if (caseNo === caseId) continue;
    if (!caller.codes.has(`${AREA[caseScope]}:followUp:save`)) throw new AppError('FORBIDDEN');
    await saveFollowUp(tx, caseNo, { caseScope, caller, isOwn: true }, followUp);
  }
}
