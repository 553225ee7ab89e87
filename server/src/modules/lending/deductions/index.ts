// Waivers as the books see them: requested, approved, applied, reversed.

export { deductionMachine } from '../../../state-machine/machines/deduction.machine.ts';
export {
  applyForDeduction,
  decideDeduction,
  expireDeductions,
  lockDeduction,
  markDeductionApplied,
  reverseDeductionsOf,
} from './deductions.ts';
export type { Deduction, NewDeduction } from './deductions.ts';
export { refusalOfChecker, refusalOfWaiver } from './limits.ts';
