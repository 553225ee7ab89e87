// Bills of a loan: schedule, late fees, in duplum, roll-over and recognised losses.

export { billMachine, FINAL_BILL_STATES } from './bill.machine.ts';
export type { BillStatus } from './bill.machine.ts';
export { chargeOffApplicationMachine } from './charge-off-application.machine.ts';
export { chargeWithin, freezeInDuplum, roomOf } from './in-duplum.ts';
export type { Charge, InDuplum } from './in-duplum.ts';
export { catchUp, lateFeeOf, overdueDay } from './late-fee.ts';
export type { LateFeePolicy, OverdueBill, OverdueDay } from './late-fee.ts';
export { quoteRollover } from './rollover.ts';
export type { RolloverQuote, RolloverTerms } from './rollover.ts';
export { createBills, inDuplumOf, ordersBills, setBillStatus } from './bills.ts';
export type { Bill, NewBill } from './bills.ts';
export { applyForChargeOff, cancelChargeOff, decideChargeOff, lockChargeOff } from './charge-off.ts';
