export { refundBatch } from './batch.ts';
export { refusalOfRefundAmount, refusalOfRefundPayout } from './limits.ts';
export type { RefundForPayout, RefundPolicy } from './limits.ts';
export { refundVerificationMachine } from './refund-verification.machine.ts';
export { refundMachine } from './refund.machine.ts';
export { agreeToOtherPayee, applyForRefund, decideRefund, payRefund, refundPayout, verifyRefund } from './refunds.ts';
export type { NewRefund } from './refunds.ts';
export { routes } from './routes.ts';
