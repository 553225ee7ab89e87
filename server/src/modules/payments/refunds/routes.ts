import { refund } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { refundBatch } from './batch.ts';
import { findRefunds, readCredit, readRefund } from './read-refunds.ts';
import { checkPayee, decide, ignoreVerification, releaseRefund, submitRefund, verifyPayee } from './refund-commands.ts';

export const routes = [
  implement(refund.page, async (request, call) => findRefunds(request, 'newest', call)),
  implement(refund.auditPage, async (request, call) => findRefunds(request, 'longest waiting', call)),
  implement(refund.detail, async ({ refundNo }, call) => readRefund(refundNo, call)),
  implement(refund.creditPage, readCredit),
  implement(refund.submit, submitRefund),
  implement(refund.verify, verifyPayee),
  implement(refund.ignoreVerify, ignoreVerification),
  implement(refund.approve, async (request, call) => decide(request, true, call)),
  implement(refund.reject, async (request, call) => decide(request, false, call)),
  implement(refund.payeeCheck, checkPayee),
  implement(refund.payout, async (request, call) => releaseRefund(request, 'payout', call)),
  implement(refund.reRefund, async (request, call) => releaseRefund(request, 'reRefund', call)),
  implement(refund.batchApprove, ({ refundNos, reason }, call) => refundBatch.ask('approve', refundNos, reason, call)),
  implement(refund.batchPayout, ({ refundNos, reason }, call) => refundBatch.ask('payout', refundNos, reason, call)),
  implement(refund.batchReRefund, ({ refundNos, reason }, call) =>
    refundBatch.ask('reRefund', refundNos, reason, call),
  ),
];
