import type { ParsedRequestOf, payment, ReplyOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { casesAfterPayment } from '../../collections/collections/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { type LockedLoan, lockLoan, oldestOpen, reachBill, recordOnLoan, settleAtZero } from '../payments/index.ts';
import { autoSettleFamily } from './auto-settle-rules.ts';
import { newestApplication, waiveLeft } from './waive-left.ts';

const REASON = 'ZERO_SETTLE';
const payload = z.strictObject({ billNo: z.string(), makerUserNo: z.string() });

/** A rest that one person wants waived and another agrees to: the bill is closed with it. */
export const zeroSettleKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'payment.zeroSettle',
  family: 'zeroSettle',
  title: { en: 'Zero settlement', zh: '零额结清' },
  checkerCode: 'afterLoan:zeroSettle:audit',
  lapsesAfterHours: 24,
  payload,
  async describe(db, { billNo }, scope) {
    const { orderNo, merchantNo } = await reachBill(db, scope, billNo);
    const { billStatus, outstandingCents } = await db
      .selectFrom('bill')
      .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
      .select(['billStatus', 'outstandingCents'])
      .where('bill.billNo', '=', billNo)
      .executeTakeFirstOrThrow();
    return {
      subjectNo: billNo,
      subjectName: `${orderNo}, ${billNo}`,
      before: { outstandingCents },
      after: { outstandingCents: 0, waivedCents: outstandingCents },
      concerns: [],
      merchantNos: [merchantNo],
      state: { billStatus, outstandingCents },
    };
  },
  async apply({ billNo, makerUserNo }, call) {
    const { tx, caller } = call;
    const { orderNo, merchantNo } = await reachBill(tx, caller.scope, billNo);
    const now = new Date();
    const loan = await lockLoan(tx, orderNo, businessDateOf(now));
    const rest = await waivableRest(tx, loan, billNo, now);
    // At the request nobody has agreed yet: that it could be waived is all there is to try.
    if (caller.userNo === makerUserNo) return { billNo, billStatus: 'ACTIVE' };
    const about = { action: 'payment.zeroSettleWaived', orderNo, merchantNo, flowNos: [] };
    await recordOnLoan(call, about, async () => {
      const people = { makerUserNo, checkerUserNo: caller.userNo };
      await waiveLeft(tx, { ...rest, ...people, loan, billNo, reason: REASON, now });
      await casesAfterPayment(tx, orderNo, now);
    });
    return { billNo, billStatus: 'SETTLED' };
  },
};

/**
 * What may be waived of a bill to close it: a rest of a payment, without principal and excise, up to the cap of the
 * automatic rule of its product.
 * @throws AppError EARLIER_BILL_OPEN, RESIDUAL_NOT_WAIVABLE
 */
async function waivableRest(tx: Tx, loan: LockedLoan, billNo: string, now: Date) {
  const { orderNo, merchantNo, productNo } = loan.order;
  const bill = loan.open.find((one) => one.billNo === billNo);
  const outstandingCents = bill ? totalOf(bill.outstanding) : 0;
  const refusal = new AppError('RESIDUAL_NOT_WAIVABLE', { facts: { outstandingCents } });
  if (!bill) throw refusal;
  if (loan.open[0] !== bill) throw new AppError('EARLIER_BILL_OPEN', { facts: oldestOpen(loan) });
  const rules = await rulesAt(tx, autoSettleFamily, now, merchantNo);
  const rule =
    rules.find(({ value }) => value.productNos.includes(productNo)) ??
    rules.find(({ value }) => value.productNos.length === 0);
  const { outstanding } = bill;
  const isWithin = outstanding.PRINCIPAL === 0 && outstanding.EXCISE === 0;
  if (!rule || !isWithin || outstandingCents > rule.value.residualMaxCents) throw refusal;
  const applicationNo = await newestApplication(tx, orderNo);
  if (applicationNo === null) throw refusal;
  const remark = `${rule.ruleId}, version ${rule.versionNo}, by hand`;
  return { outstanding, applicationNo, capCents: rule.value.residualMaxCents, remark };
}

/**
 * Closes a bill on which nothing is owed, or whose rest credit pays, at once. A rest that can be waived awaits an
 * approver.
 * @throws AppError as `settleAtZero`; EARLIER_BILL_OPEN; BAD_REQUEST without a reason for the waiver; CHANGE_WAITING
 */
export async function settleByHand(
  { billNo, reason = '' }: ParsedRequestOf<typeof payment.zeroSettle>,
  call: CommandContext,
): Promise<ReplyOf<typeof payment.zeroSettle>> {
  const { tx, caller } = call;
  try {
    return { ...(await settleAtZero({ billNo }, call)), changeNo: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'RESIDUAL_NOT_WAIVABLE') throw error;
  }
  const { orderNo } = await reachBill(tx, caller.scope, billNo);
  const now = new Date();
  await waivableRest(tx, await lockLoan(tx, orderNo, businessDateOf(now)), billNo, now);
  if (reason === '') {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'reason', msg: 'Content cannot be blank' }] });
  }
  const changeNo = await requestChange(zeroSettleKind, { billNo, makerUserNo: caller.userNo }, call, reason);
  return { billNo, billStatus: 'ACTIVE', changeNo };
}
