import { needed } from '../../../needed.ts';
import type { Tx } from '../../../db/database.ts';
import { noteState } from '../../../db/tx-notes.ts';
import type { Bill } from '../../lending/bills/index.ts';
import { catchUpLoan } from '../../lending/end-of-day/index.ts';
import {
  type BillBalance,
  DEFAULT_ALLOCATION_ORDER,
  isAllocationOrder,
  lockBills,
  totalOf,
} from '../../platform/ledger/index.ts';
import { paymentDay } from '../../lending/maturity/index.ts';
import { type LoanOrder, lockOrder } from '../../lending/orders/index.ts';
import { addDays, type BusinessDate } from '../../platform/policy/index.ts';
import { type OpenBill, oldestFirst } from './allocation.ts';
import type { ClaimedBill } from './recoveries.ts';

/** A loan under lock: the order, its bills and what each owes, with every charge in up to a day. */
export interface LockedLoan {
  readonly order: LoanOrder;
  readonly bills: readonly Bill[];
  readonly balances: ReadonlyMap<string, BillBalance>;
  /** Bills that still ask something of the customer, oldest first; charged-off ones are not among them. */
  readonly open: readonly OpenBill[];
  /** Charged-off bills of which something is still claimed. */
  readonly claims: readonly ClaimedBill[];
}

/**
 * Locks the order, then its bills in the order of their numbers: every command does, so none waits for
 * another in a circle. Days that the end of day has not come to yet are charged first.
 * @param counted The day that is settled for; a moment: the day that a payment made then counts for.
 */
export async function lockLoan(tx: Tx, orderNo: string, counted: BusinessDate | Date): Promise<LockedLoan> {
  const order = await lockOrder(tx, orderNo);
  const today = counted instanceof Date ? paymentDay(counted, order.dueCutoff) : counted;
  const bills = await catchUpLoan(tx, orderNo, addDays(today, -1));
  const list = await lockBills(
    tx,
    bills.map(({ billNo }) => billNo),
  );
  // With the days charged that were still to be: an end of day in between moves nothing.
  for (const { billNo, version } of list) noteState(tx, `bill ${billNo}`, version);
  const balances = new Map(list.map((balance) => [balance.billNo, balance]));
  const open = bills
    .filter(({ billStatus }) => billStatus === 'ACTIVE')
    .map((bill) => openBillOf(bill, balances.get(bill.billNo)));
  const claims = bills.flatMap(({ billNo, billStatus, dueDate }) => {
    const claimCents = needed(balances.get(billNo), `the balance of ${billNo}`).claimCents;
    return billStatus === 'CHARGED_OFF' && claimCents > 0 ? [{ billNo, dueDate, claimCents }] : [];
  });
  return { order, bills, balances, open: oldestFirst(open), claims };
}

function openBillOf(bill: Bill, balance: BillBalance | undefined): OpenBill {
  if (!balance) throw new Error(`bill ${bill.billNo} has no balance`);
  const { billNo, dueDate } = bill;
  const asked: readonly string[] = bill.allocationOrder;
  return {
    billNo,
    dueDate,
    order: isAllocationOrder(asked) ? asked : DEFAULT_ALLOCATION_ORDER,
    outstanding: balance.outstanding,
  };
}

/** Facts of EARLIER_BILL_OPEN: the bill that any payment reaches first. */
export function oldestOpen({
  open,
  bills,
}: Pick<LockedLoan, 'open' | 'bills'>): Readonly<Record<string, string | number>> {
  const [first] = open;
  if (!first) return {};
  const term = bills.find(({ billNo }) => billNo === first.billNo)?.termNo ?? 0;
  return { billNo: first.billNo, term, amount: (totalOf(first.outstanding) / 100).toFixed(2) };
}
