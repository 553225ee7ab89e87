import type { deduction, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { checkCodes } from '../../platform/dictionaries/index.ts';
import type { Bill } from '../../lending/bills/index.ts';
import { applyForDeduction, decideDeduction, lockDeduction, refusalOfWaiver } from '../../lending/deductions/index.ts';
import {
  type Amounts,
  amounts,
  type BillBalance,
  type Component,
  NEVER_WAIVED,
  partsOf,
  totalOf,
} from '../../platform/ledger/index.ts';
import { lockLoan } from '../payments/index.ts';
import { businessDateOf, daysPastDue } from '../../platform/policy/index.ts';
import { reachOrderOf, type System, waiverCapOf } from './reach.ts';
import { type AskedWaiver, type FittingStrategy, strategyFor } from './strategies.ts';

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
 * @throws AppError REFERENCE_UNKNOWN, ORDER_NOT_FOUND, BILL_NOT_FOUND, DEDUCTION_OLDER_DUE, ILLEGAL_TRANSITION for a bill that is not
 *   active, and of `applyForDeduction`
 */
export async function requestWaivers(
  system: System,
  form: deduction.DeductionForm,
  call: CommandContext,
): Promise<{ deductionNos: string[] }> {
  const { tx, caller } = call;
  const { orderNo, merchantNo } = await reachOrderOf(tx, caller.scope, system, form.orderNo);
  await checkCodes(tx, { reason: ['DEDUCTION_REASON', form.reason] });
  const loan = await lockLoan(tx, orderNo, businessDateOf(new Date()));
  const roleCapCents = await waiverCapOf(tx, caller);
  const deductionNos: string[] = [];
  if (system === 'BILL') refuseUncovered(loan, form);
  for (const [billNo, items = []] of Map.groupBy(form.items, (item) => item.billNo)) {
    const field = `items.${form.items.findIndex((item) => item.billNo === billNo)}`;
    const bill = loan.bills.find((one) => one.billNo === billNo);
    const balance = loan.balances.get(billNo);
    if (!bill || !balance) throw new AppError('BILL_NOT_FOUND', { fields: [`${field}.billNo`] });
    refuseInactive(bill, [`${field}.billNo`]);
    const waived = amountsOf(items);
    refuseBeside(form.items, billNo, { waived, outstanding: balance.outstanding, roleCapCents });
    const at = new Date();
    const fitting =
      system === 'BILL'
        ? await strategyFor(tx, await askedOf(tx, loan, { bill, balance, waived }, form), caller.userNo, at)
        : null;
    const deductionNo = await applyForDeduction(tx, {
      bill: { billNo, orderNo, merchantNo },
      balance,
      waived,
      reason: form.reason,
      remark: form.remark,
      expectedPayCents: form.expectedPayCents,
      applicantUserNo: caller.userNo,
      roleCapCents,
      strategy: fitting && { ruleId: fitting.rule.ruleId, versionNo: fitting.rule.versionNo },
    });
    await writeAudit(tx, call, {
      action: 'deduction.apply',
      subjectType: 'deduction',
      subjectNo: deductionNo,
      merchantNo,
      after: { deductionStatus: 'PENDING', orderNo, billNo, ...shown(waived) },
      reason: form.remark,
    });
    if (fitting?.isApproved === true) await approveByStrategy(deductionNo, fitting.rule, { balance, waived, at }, call);
    deductionNos.push(deductionNo);
  }
  return { deductionNos };
}

/**
 * Says what cannot be waived beside the lines it is about: the component that is refused, or all of the bill's.
 * @throws AppError of `refusalOfWaiver`
 */
function refuseBeside(
  all: readonly (Item & { readonly billNo: string })[],
  billNo: string,
  of: { readonly waived: Amounts; readonly outstanding: Amounts; readonly roleCapCents: number | null },
): void {
  const { waived, outstanding, roleCapCents } = of;
  const refusal = refusalOfWaiver(waived, outstanding, roleCapCents);
  if (refusal === null) return;
  const isAbout = ({ component }: Item): boolean => {
    if (refusal === 'DEDUCTION_COMPONENT') return NEVER_WAIVED.has(component);
    return refusal !== 'DEDUCTION_ABOVE_COMPONENT' || waived[component] > outstanding[component];
  };
  const fields = all.flatMap((item, index) =>
    item.billNo === billNo && isAbout(item) ? [`items.${index}.amountCents`] : [],
  );
  throw new AppError(refusal, { fields });
}

/**
 * By bill: what a customer pays reaches the older bills first, so a waiver on a later one is of use only where they are
 * covered, too.
 * @throws AppError DEDUCTION_OLDER_DUE
 */
function refuseUncovered(loan: Awaited<ReturnType<typeof lockLoan>>, form: deduction.DeductionForm): void {
  const asked = new Set(form.items.map(({ billNo }) => billNo));
  const newest = loan.bills
    .filter(({ billNo }) => asked.has(billNo))
    .reduce((latest, { dueDate }) => (dueDate > latest ? dueDate : latest), '');
  const olderCents = loan.bills
    .filter(({ billNo, billStatus, dueDate }) => billStatus === 'ACTIVE' && dueDate < newest && !asked.has(billNo))
    .reduce((sum, { billNo }) => sum + owedOn(loan, billNo), 0);
  if (olderCents === 0 || (form.expectedPayCents ?? 0) >= olderCents) return;
  throw new AppError('DEDUCTION_OLDER_DUE', {
    fields: ['expectedPayCents'],
    facts: { amount: (olderCents / 100).toFixed(2) },
  });
}

const owedOn = ({ balances }: Awaited<ReturnType<typeof lockLoan>>, billNo: string): number => {
  const owed = balances.get(billNo)?.outstanding;
  return owed === undefined ? 0 : totalOf(owed);
};

/** What a strategy looks at. */
async function askedOf(
  tx: Tx,
  loan: Awaited<ReturnType<typeof lockLoan>>,
  { bill, balance, waived }: { readonly bill: Bill; readonly balance: BillBalance; readonly waived: Amounts },
  form: deduction.DeductionForm,
): Promise<AskedWaiver> {
  const today = businessDateOf(new Date());
  const { merchantNo, productNo, customerNo } = await tx
    .selectFrom('loanOrder')
    .select(['merchantNo', 'productNo', 'customerNo'])
    .where('orderNo', '=', form.orderNo)
    .executeTakeFirstOrThrow();
  const open = await tx
    .selectFrom('caseBill as cb')
    .innerJoin('collectionCase as c', 'c.caseNo', 'cb.caseNo')
    .select('c.caseLevel')
    .where('cb.billNo', '=', bill.billNo)
    .where('cb.isOpen', '=', true)
    .executeTakeFirst();
  const overdue = loan.bills.filter(({ dueDate }) => dueDate <= today || dueDate === bill.dueDate);
  return {
    merchantNo,
    productNo,
    customerNo,
    caseLevel: open?.caseLevel ?? null,
    dpd: Math.max(0, daysPastDue(bill.dueDate, today)),
    waived,
    outstanding: balance.outstanding,
    overdueCents: overdue.reduce((sum, { billNo }) => sum + owedOn(loan, billNo), 0),
    expectedPayCents: form.expectedPayCents ?? null,
  };
}

/** Within a strategy that two people agreed to, its approver stands as the waiver's. */
async function approveByStrategy(
  deductionNo: string,
  { ruleId, versionNo, merchantNo, checkerUserNo, value }: FittingStrategy['rule'],
  { balance, waived, at }: { readonly balance: BillBalance; readonly waived: Amounts; readonly at: Date },
  call: CommandContext,
): Promise<void> {
  await decideDeduction(call.tx, deductionNo, {
    isApproved: true,
    userNo: checkerUserNo,
    reason: value.ruleName,
    roleCapCents: value.capPerBillCents,
    balance,
    at,
  });
  await writeAudit(call.tx, call, {
    action: 'deduction.approve',
    subjectType: 'deduction',
    subjectNo: deductionNo,
    merchantNo,
    before: { deductionStatus: 'PENDING' },
    after: { deductionStatus: 'APPROVED', strategy: `${ruleId} ${versionNo}`, ...shown(waived) },
  });
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
