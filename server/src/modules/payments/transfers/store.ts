import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { CashTransferTable } from '../../../db/transfer-schema.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import type { BankAccount } from '../../platform/ledger/index.ts';

export type CashTransfer = Selectable<CashTransferTable>;

/** @throws AppError TRANSFER_NOT_FOUND */
export async function lockTransfer(tx: Tx, transferNo: string, scope: DataScope = 'all'): Promise<CashTransfer> {
  const row = await tx
    .selectFrom('cashTransfer')
    .selectAll()
    .where('transferNo', '=', transferNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || !seesMerchant(scope, row.merchantNo)) throw new AppError('TRANSFER_NOT_FOUND');
  noteState(tx, `transfer ${transferNo}`, row.version);
  return row;
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
