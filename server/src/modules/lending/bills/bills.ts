import type { Insertable, Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { BillTable } from '../../../db/loan-schema.ts';
import { openBillBalances } from '../../platform/ledger/index.ts';
import type { BillStatus } from '../../../state-machine/machines/bill.machine.ts';
import type { InDuplum } from './in-duplum.ts';

export type Bill = Selectable<BillTable>;
export type NewBill = Omit<Insertable<BillTable>, 'billNo'>;

/** Makes bills with a balance of 0 each; the first posting follows in the same transaction. */
export async function createBills(tx: Tx, bills: readonly NewBill[]): Promise<string[]> {
  const rows = await tx
    .insertInto('bill')
    .values([...bills])
    .returning('billNo')
    .execute();
  const billNos = rows.map(({ billNo }) => billNo);
  await openBillBalances(tx, billNos);
  return billNos;
}

/** The bills of an order, by term and age. */
export async function ordersBills(db: Queryable, orderNo: string): Promise<Bill[]> {
  return await db
    .selectFrom('bill')
    .selectAll()
    .where('orderNo', '=', orderNo)
    .orderBy('termNo')
    .orderBy('billNo')
    .execute();
}

/** Writes a state that the machine allowed, with what goes along. */
export async function setBillStatus(
  tx: Tx,
  bill: Pick<Bill, 'billNo'>,
  billStatus: BillStatus,
  change: { readonly actualDate?: string | null } = {},
): Promise<void> {
  await tx
    .updateTable('bill')
    .set((eb) => ({ ...change, billStatus, version: eb('version', '+', 1) }))
    .where('billNo', '=', bill.billNo)
    .execute();
}

/** The in-duplum count as the pure rules take it. */
export function inDuplumOf(bill: Pick<Bill, 'inDuplumBaseCents' | 'inDuplumChargedCents'>): InDuplum | null {
  const { inDuplumBaseCents: baseCents, inDuplumChargedCents: chargedCents } = bill;
  return baseCents === null || chargedCents === null ? null : { baseCents, chargedCents };
}
