import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { noteState } from '../../../db/tx-notes.ts';
import type { WalletTable, WalletWithdrawalTable } from './tables.ts';
import { lockOne } from '../../../db/lock-one.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';

export type Wallet = Selectable<WalletTable>;
export type WalletWithdrawal = Selectable<WalletWithdrawalTable>;

/** Locks a withdrawal. @throws AppError WITHDRAWAL_NOT_FOUND */
export async function lockWithdrawal(tx: Tx, withdrawNo: string, scope: DataScope = 'all'): Promise<WalletWithdrawal> {
  return await lockOne(tx, tx.selectFrom('walletWithdrawal').selectAll().where('withdrawNo', '=', withdrawNo), {
    missing: 'WITHDRAWAL_NOT_FOUND',
    subject: `withdrawal ${withdrawNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}

/** Writes what changes of a locked withdrawal. */
export async function setWithdrawal(
  tx: Tx,
  withdrawNo: string,
  change: Partial<Pick<WalletWithdrawal, 'withdrawStatus' | 'cancelReason' | 'cancelledAt' | 'successTime'>>,
): Promise<void> {
  await tx
    .updateTable('walletWithdrawal')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('withdrawNo', '=', withdrawNo)
    .execute();
}

/** Locks a customer's wallet; a withdrawal's own row is locked before it. Undefined where there is none yet. */
export async function lockWallet(tx: Tx, customerNo: string): Promise<Wallet | undefined> {
  const wallet = await tx
    .selectFrom('wallet')
    .selectAll()
    .where('customerNo', '=', customerNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (wallet) noteState(tx, `wallet ${customerNo}`, wallet.version);
  return wallet;
}

/** Moves a wallet's balance and hold by so much, signed. The database refuses to go below 0. */
export async function moveWallet(
  tx: Tx,
  customerNo: string,
  by: { readonly balanceCents?: number; readonly heldCents?: number },
): Promise<void> {
  await tx
    .updateTable('wallet')
    .set((eb) => ({
      balanceCents: eb('balanceCents', '+', by.balanceCents ?? 0),
      heldCents: eb('heldCents', '+', by.heldCents ?? 0),
      version: eb('version', '+', 1),
    }))
    .where('customerNo', '=', customerNo)
    .execute();
}
