import { chargeOff, deduction } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { askForCancel, askForChargeOff, checkChargeOff } from './charge-off-commands.ts';
import { askForDeductions, decide } from './deduction-commands.ts';
import type { System } from './reach.ts';
import { findChargeOffs } from './read-charge-offs.ts';
import { findDeductions, quoteDeduction, readDeduction } from './read-deductions.ts';

function deductionRoutes(of: typeof deduction.byOrder, system: System) {
  return [
    implement(of.page, async (request, call) => findDeductions(system, request, call)),
    implement(of.detail, async ({ deductionNo }, call) => readDeduction(system, deductionNo, call)),
    implement(of.quote, async ({ orderNo }, call) => quoteDeduction(system, orderNo, call)),
    implement(of.apply, async (form, call) => askForDeductions(system, form, call)),
    implement(of.approve, async (request, call) => decide(system, request, true, call)),
    implement(of.reject, async (request, call) => decide(system, request, false, call)),
  ];
}

function chargeOffRoutes(of: typeof chargeOff.byOrder, system: System) {
  return [
    implement(of.page, async (request, call) => findChargeOffs(system, request, call)),
    implement(of.apply, async (form, call) => askForChargeOff(system, form, call)),
    implement(of.check, async (form, call) => checkChargeOff(system, form, call)),
    implement(of.cancel, async (form, call) => askForCancel(system, form, call)),
  ];
}

/** Waivers and losses: each system has its own entry points to the same commands. */
export const routes = [
  ...deductionRoutes(deduction.byOrder, 'ORDER'),
  ...deductionRoutes(deduction.byBill, 'BILL'),
  ...chargeOffRoutes(chargeOff.byOrder, 'ORDER'),
  ...chargeOffRoutes(chargeOff.byBill, 'BILL'),
];
