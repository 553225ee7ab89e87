import { refund } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { refundBatch } from './batch.ts';
import { refundExport } from './export.ts';
import { readApplicants, readRefund } from './read-refund.ts';
import { readCredit, refunds, refundsToCheck } from './read-refunds.ts';
import { checkPayee, decide, ignoreVerification, releaseRefund, submitRefund, verifyPayee } from './refund-commands.ts';

export const routes = [
  implement(refund.page, refunds.page),
  implement(refund.exportList, refundExport.queue),
  implement(refund.auditPage, refundsToCheck.page),
  implement(refund.detail, readRefund),
  implement(refund.people, readApplicants),
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
