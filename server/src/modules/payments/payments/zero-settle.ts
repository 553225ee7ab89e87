import type { ParsedRequestOf, payment, ReplyOf } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../../http/implement.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { billMachine, setBillStatus } from '../../lending/bills/index.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { closeWhenDone } from './apply-payment.ts';
import { lockLoan } from './loan-lock.ts';
import { reachBill } from './reach.ts';
import { recordOnLoan } from './record-loan.ts';
import { applyCredit, freeCredit } from './use-credit.ts';

/**
 * Closes a bill on which nothing is owed, or whose rest one of the customer's own surpluses pays in full. A
 * rest that is to be waived needs a waiver with its own approver, and then a SETTLE.
 * @throws AppError BILL_NOT_FOUND, ILLEGAL_TRANSITION, EARLIER_BILL_OPEN, RESIDUAL_NOT_WAIVABLE
 */
export async function settleAtZero(
  { billNo }: Pick<ParsedRequestOf<typeof payment.zeroSettle>, 'billNo'>,
  call: CommandContext,
): Promise<Omit<ReplyOf<typeof payment.zeroSettle>, 'changeNo'>> {
  const { tx, caller } = call;
  const { orderNo, merchantNo } = await reachBill(tx, caller.scope, billNo);
  const today = businessDateOf(new Date());
  const loan = await lockLoan(tx, orderNo, today);
  const bill = loan.bills.find((one) => one.billNo === billNo);
  const balance = loan.balances.get(billNo);
  if (!bill || !balance) throw new AppError('BILL_NOT_FOUND');
  const billStatus = advance(billMachine, bill.billStatus, 'settle');
  const owedCents = totalOf(balance.outstanding);
  const sources = owedCents === 0 ? [] : await freeCredit(tx, loan.order.customerNo);
  const source = sources.find(({ freeCents }) => freeCents >= owedCents);
  if (owedCents > 0 && !source) {
    throw new AppError('RESIDUAL_NOT_WAIVABLE', { facts: { outstandingCents: owedCents } });
  }
  const flowNos = source ? [source.flowNo] : [];
  const about = { action: 'payment.zeroSettle', orderNo, merchantNo, flowNos };
  await recordOnLoan(call, about, async () => {
    if (source) {
      await applyCredit(tx, {
        orderNo,
        billNo,
        repayType: 'SETTLE',
        flowNo: source.flowNo,
        amountCents: owedCents,
        makerUserNo: caller.userNo,
        idempotencyKey: `zero-settle/${billNo}/${balance.version}`,
      });
      return;
    }
    await setBillStatus(tx, bill, billStatus, { actualDate: today });
    await closeWhenDone(tx, loan, [billNo]);
  });
  return { billNo, billStatus };
}
