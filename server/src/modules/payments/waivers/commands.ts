import type { deduction, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import type { Bill } from '../../lending/bills/index.ts';
import { applyForDeduction, decideDeduction, lockDeduction } from '../../lending/deductions/index.ts';
import { type Amounts, amounts, type Component, partsOf, totalOf } from '../../platform/ledger/index.ts';
import { lockLoan } from '../payments/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { reachOrderOf, type System, waiverCapOf } from './reach.ts';

type Decided = ReplyOf<(typeof deduction.byOrder)['approve']>;

interface Item {
  readonly component: Component;
  readonly amountCents: number;
}

/** The items as amounts; a component named twice is summed. */
function amountsOf(items: readonly Item[]): Amounts {
  const sums: Partial<Record<Component, number>> = {};
  for (const { component, amountCents } of items) {
    sums[component] = (sums[component] ?? 0) + amountCents;
  }
  return amounts(sums);
}

/**
 * Asks for waivers, one a bill, all or none.
 * @throws AppError ORDER_NOT_FOUND, BILL_NOT_FOUND, ILLEGAL_TRANSITION for a bill that is not active, and of
 *   `applyForDeduction`
 */
export async function requestWaivers(
  system: System,
  form: deduction.DeductionForm,
  call: CommandContext,
): Promise<{ deductionNos: string[] }> {
  const { tx, caller } = call;
  const { orderNo, merchantNo } = await reachOrderOf(tx, caller.scope, system, form.orderNo);
  const loan = await lockLoan(tx, orderNo, businessDateOf(new Date()));
  const roleCapCents = await waiverCapOf(tx, caller);
  const deductionNos: string[] = [];
  for (const [billNo, items = []] of Map.groupBy(form.items, (item) => item.billNo)) {
    const field = `items.${form.items.findIndex((item) => item.billNo === billNo)}`;
    const bill = loan.bills.find((one) => one.billNo === billNo);
    const balance = loan.balances.get(billNo);
    if (!bill || !balance) throw new AppError('BILL_NOT_FOUND', { fields: [`${field}.billNo`] });
    refuseInactive(bill, [`${field}.billNo`]);
    const waived = amountsOf(items);
    const deductionNo = await applyForDeduction(tx, {
      bill: { billNo, orderNo, merchantNo },
      balance,
      waived,
      reason: form.reason,
      remark: form.remark,
      expectedPayCents: form.expectedPayCents,
      applicantUserNo: caller.userNo,
      roleCapCents,
    });
    await writeAudit(tx, call, {
      action: 'deduction.apply',
      subjectType: 'deduction',
      subjectNo: deductionNo,
      merchantNo,
      after: { deductionStatus: 'PENDING', orderNo, billNo, ...shown(waived) },
      reason: form.remark,
    });
    deductionNos.push(deductionNo);
  }
  return { deductionNos };
}

/** Just the components that are waived, and their sum. */
const shown = (waived: Amounts): Record<string, number> => ({
  ...Object.fromEntries(partsOf(waived).map(({ component, amountCents }) => [component, amountCents])),
  totalCents: totalOf(waived),
});

/** Of a bill that is settled, extended or lost, nothing is left to waive. @throws AppError ILLEGAL_TRANSITION */
function refuseInactive({ billStatus }: Bill, fields?: readonly string[]): void {
  if (billStatus === 'ACTIVE') return;
  const facts = { subject: 'bill', state: billStatus, command: 'deduct' };
  throw new AppError('ILLEGAL_TRANSITION', { facts, ...(fields && { fields }) });
}

/**
 * Agrees to a waiver, or to less of it, or rejects it.
 * @throws AppError DEDUCTION_NOT_FOUND outside the caller's scope, ILLEGAL_TRANSITION for a bill that is not active,
 *   and of `decideDeduction`
 */
export async function decide(
  system: System,
  request: Partial<ParsedRequestOf<(typeof deduction.byOrder)['approve']>> & {
    readonly deductionNo: string;
  },
  isApproved: boolean,
  call: CommandContext,
): Promise<Decided> {
  const { tx, caller } = call;
  const { deductionNo, items, reason } = request;
  const known = await tx
    .selectFrom('deduction')
    .select('orderNo')
    .where('deductionNo', '=', deductionNo)
    .executeTakeFirst();
  if (!known) throw new AppError('DEDUCTION_NOT_FOUND');
  const missing = 'DEDUCTION_NOT_FOUND';
  const order = await reachOrderOf(tx, caller.scope, system, known.orderNo, missing);
  const { orderNo, merchantNo } = order;
  const loan = await lockLoan(tx, orderNo, businessDateOf(new Date()));
  const before = await lockDeduction(tx, deductionNo);
  const bill = loan.bills.find(({ billNo }) => billNo === before.billNo);
  const balance = loan.balances.get(before.billNo);
  if (!bill || !balance) throw new AppError('BILL_NOT_FOUND');
  // A waiver that is decided already says so first.
  if (isApproved && before.deductionStatus === 'PENDING') refuseInactive(bill);
  await decideDeduction(tx, deductionNo, {
    isApproved,
    userNo: caller.userNo,
    reason,
    lowered: items && amountsOf(items),
    roleCapCents: await waiverCapOf(tx, caller),
    balance,
  });
  const after = await lockDeduction(tx, deductionNo);
  await writeAudit(tx, call, {
    action: isApproved ? 'deduction.approve' : 'deduction.reject',
    subjectType: 'deduction',
    subjectNo: deductionNo,
    merchantNo,
    before: { deductionStatus: before.deductionStatus, ...shown(before.waived) },
    after: { deductionStatus: after.deductionStatus, ...shown(after.waived) },
    ...(reason !== undefined && { reason }),
  });
  return {
    deductionNo,
    deductionStatus: after.deductionStatus,
    approvedCents: isApproved ? after.totalCents : null,
    lapsesAt: after.lapsesAt?.toISOString() ?? null,
  };
}
