import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { type CaseReach, lockCase } from '../../collections/collections/index.ts';
import { lockOrder } from '../../lending/orders/index.ts';

/**
 * One's own case under lock, its order first, as payments lock them.
 * @throws AppError CASE_NOT_FOUND, CASE_NOT_YOURS, ILLEGAL_TRANSITION
 */
export async function workedCase(
  caseId: string,
  caseScope: CaseReach['caseScope'],
  { tx, caller }: Pick<CommandCall, 'tx' | 'caller'>,
): Promise<{ readonly orderNo: string; readonly billNos: readonly string[] }> {
  const known = await tx.selectFrom('collectionCase').select('orderNo').where('caseNo', '=', caseId).executeTakeFirst();
  if (!known) throw new AppError('CASE_NOT_FOUND');
  const { orderNo } = known;
  await lockOrder(tx, orderNo);
  const { caseStatus } = await lockCase(tx, caseId, { caseScope, caller, isOwn: true });
  if (caseStatus === 'POOL' || caseStatus === 'CLOSED') {
    const facts = { subject: 'case', state: caseStatus, command: 'prompt' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  return { orderNo, billNos: await billsOf(tx, caseId) };
}

async function billsOf(tx: Tx, caseNo: string): Promise<string[]> {
  const rows = await tx.selectFrom('caseBill').select('billNo').where('caseNo', '=', caseNo).execute();
  return rows.map(({ billNo }) => billNo);
}
