// Closes a business day: interest and late fees of every open bill.

export { accruedThrough } from './accrued-through.ts';
export { catchUpBill, catchUpLoan } from './catch-up-bill.ts';
export { rewindLoan } from './rewind-loan.ts';
export { runEndOfDay } from './run.ts';
export type { EndOfDayResult } from './run.ts';
