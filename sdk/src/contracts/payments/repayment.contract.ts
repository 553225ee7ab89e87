export * from './repayment-bills.ts';
export * from './repayment-orders.ts';
export * from './repayment-merge.ts';
export { repayChannel } from './repayment-words.ts';
