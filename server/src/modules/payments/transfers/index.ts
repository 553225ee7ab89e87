export { cashTransferMachine } from './cash-transfer.machine.ts';
export { releaseTransfersKind } from './batch.ts';
export { routes } from './routes.ts';
export { transferPayout } from './transfer-payout.ts';
export { askReturn, decideTransfer, giveUpTransfer, releaseTransfer } from './transfers.ts';
