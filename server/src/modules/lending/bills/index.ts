// Bills of a loan: schedule, late fees, in duplum, roll-over and recognised losses.

export { billMachine, FINAL_BILL_STATES } from '../../../state-machine/machines/bill.machine.ts';
export type { BillStatus } from '../../../state-machine/machines/bill.machine.ts';
export { chargeOffApplicationMachine } from '../../../state-machine/machines/charge-off-application.machine.ts';
export { chargeWithin, freezeInDuplum, roomOf } from './in-duplum.ts';
export type { Charge, InDuplum } from './in-duplum.ts';
export { catchUp, lateFeeOf, overdueDay } from './late-fee.ts';
export type { LateFeePolicy, OverdueBill, OverdueDay } from './late-fee.ts';
export { quoteRollover } from './rollover.ts';
export type { RolloverQuote, RolloverTerms } from './rollover.ts';
export { createBills, inDuplumOf, ordersBills, setBillStatus } from './bills.ts';
export type { Bill, NewBill } from './bills.ts';
