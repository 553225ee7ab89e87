export { deductionMachine } from './deduction.machine.ts';
export { refusalOfChecker, refusalOfWaiver } from './limits.ts';
