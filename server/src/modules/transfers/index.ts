export { cashTransferMachine } from './cash-transfer.machine.ts';
