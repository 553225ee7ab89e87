import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { MerchantConsumptionTable, MerchantPrepaidTable, MerchantRechargeTable } from './tables.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';

export type Prepaid = Selectable<MerchantPrepaidTable>;
export type Recharge = Selectable<MerchantRechargeTable>;
export type Consumption = Selectable<MerchantConsumptionTable>;

/** @throws AppError RECHARGE_NOT_FOUND */
export async function lockRecharge(tx: Tx, rechargeNo: string, scope: DataScope = 'all'): Promise<Recharge> {
  return await lockOne(tx, tx.selectFrom('merchantRecharge').selectAll().where('rechargeNo', '=', rechargeNo), {
    missing: 'RECHARGE_NOT_FOUND',
    subject: `recharge ${rechargeNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}

/** @throws AppError CONSUMPTION_NOT_FOUND */
export async function lockConsumption(tx: Tx, recordNo: string, scope: DataScope = 'all'): Promise<Consumption> {
  return await lockOne(tx, tx.selectFrom('merchantConsumption').selectAll().where('recordNo', '=', recordNo), {
    missing: 'CONSUMPTION_NOT_FOUND',
    subject: `consumption ${recordNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}

/** Locks a merchant's prepaid account, which is opened with its first use; a record's own row is locked before. */
export async function lockPrepaid(tx: Tx, merchantNo: string): Promise<Prepaid> {
  await tx
    .insertInto('merchantPrepaid')
    .values({ merchantNo })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const account = await tx
    .selectFrom('merchantPrepaid')
    .selectAll()
    .where('merchantNo', '=', merchantNo)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  noteState(tx, `prepaid ${merchantNo}`, account.version);
  return account;
}

/**
 * Moves a locked account's balance by so much, signed. @returns the balance with it.
 * @throws AppError PREPAID_SHORT where neither balance nor credit line reach
 */
export async function movePrepaid(tx: Tx, account: Prepaid, byCents: number): Promise<number> {
  const { merchantNo, balanceCents, creditLineCents } = account;
  const after = balanceCents + byCents;
  if (byCents < 0 && after < -creditLineCents) {
    const available = ((balanceCents + creditLineCents) / 100).toFixed(2);
    throw new AppError('PREPAID_SHORT', { facts: { available } });
  }
  await tx
    .updateTable('merchantPrepaid')
    .set((eb) => ({ balanceCents: after, version: eb('version', '+', 1) }))
    .where('merchantNo', '=', merchantNo)
    .execute();
  return after;
}
