import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { CashTransferTable } from './tables.ts';
import { lockOne } from '../../../db/lock-one.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import type { BankAccount } from '../../platform/ledger/index.ts';

export type CashTransfer = Selectable<CashTransferTable>;

/** @throws AppError TRANSFER_NOT_FOUND */
export async function lockTransfer(tx: Tx, transferNo: string, scope: DataScope = 'all'): Promise<CashTransfer> {
  return await lockOne(tx, tx.selectFrom('cashTransfer').selectAll().where('transferNo', '=', transferNo), {
    missing: 'TRANSFER_NOT_FOUND',
    subject: `transfer ${transferNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}

/** Writes what changes of a locked transfer. */
export async function setTransfer(
  tx: Tx,
  transferNo: string,
  change: Partial<Omit<CashTransfer, 'transferNo' | 'version'>>,
): Promise<void> {
  await tx
    .updateTable('cashTransfer')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('transferNo', '=', transferNo)
    .execute();
}

// The account stands on the row as this module checked it.
export const bankOf = (accountCode: string): BankAccount => accountCode as BankAccount;
