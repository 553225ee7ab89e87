import { consumptionPrice, prepaid } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { type CommandCall, implement } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { areAttached } from '../../platform/files/index.ts';
import { chargeByHand } from './charge.ts';
import { requestCreditLine, readAccount } from './credit-line.ts';
import { requestReversal, decideReversal } from './consumptions.ts';
import { consumptionExport, rechargeExport } from './export.ts';
import { consumptions, readConsumption, sumConsumptions } from './read-consumptions.ts';
import { readRecharge, readRechargePeople, recharges } from './read-recharges.ts';
import { applyForRecharge, decideRecharge } from './recharges.ts';
import { reverseMany } from './reverse-many.ts';
import { askToReverse } from './reverse-recharge.ts';
import { sendStatement, statementFile } from './statement.ts';
import { ruleRoutes } from '../../platform/rules/index.ts';
import { priceImpact } from './price-impact.ts';
import { readPaces } from './price-paces.ts';
import { priceFamily } from './prices.ts';
import type { Consumption } from './store.ts';
import { VOUCHER } from './vouchers.ts';

async function publishConsumption(
  call: CommandCall,
  action: string,
  before: Consumption['consumptionStatus'],
  { recordNo, merchantNo, consumptionStatus, amountCents }: Consumption,
  reason?: string,
) {
  await writeAudit(call.tx, call, {
    action: `consumptionRecord.${action}`,
    subjectType: 'consumption',
    subjectNo: recordNo,
    merchantNo,
    before: { consumptionStatus: before },
    after: { consumptionStatus, amountCents },
    ...(reason !== undefined && { reason }),
  });
  return { recordNo, consumptionStatus };
}

export const routes = [
  implement(consumptionPrice.impact, priceImpact),
  implement(consumptionPrice.paces, readPaces),
  ...ruleRoutes(priceFamily),
  implement(prepaid.statement, statementFile),
  implement(prepaid.statementSend, sendStatement),
  implement(prepaid.rechargePage, recharges.page),
  implement(prepaid.rechargeExport, rechargeExport.queue),
  implement(prepaid.rechargePeople, readRechargePeople),
  implement(prepaid.recharge, ({ rechargeNo }, call) => readRecharge(rechargeNo, call)),
  implement(prepaid.rechargeApply, async ({ paidAt, payerAccount = '', ...form }, call) => {
    const { tx, caller } = call;
    if (!(await areAttached(tx, VOUCHER, form.voucherIds))) {
      throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['voucherIds'] });
    }
    const rechargeNo = await applyForRecharge(tx, {
      ...form,
      payerAccount,
      paidAt: new Date(paidAt),
      applicantUserNo: caller.userNo,
      scope: caller.scope,
      at: new Date(),
    });
    const { merchantNo, amountCents, paymentChannel, paymentCode } = form;
    await writeAudit(tx, call, {
      action: 'rechargeRecord.apply',
      subjectType: 'recharge',
      subjectNo: rechargeNo,
      merchantNo,
      after: { rechargeStatus: 'PENDING', amountCents, paymentChannel, paymentCode },
    });
    return { rechargeNo, rechargeStatus: 'PENDING' as const };
  }),
  implement(prepaid.rechargeAudit, async ({ rechargeNo, isApproved, remark }, call) => {
    const { tx, caller } = call;
    const { userNo, scope } = caller;
    const decision = { isApproved, userNo, scope, remark: remark ?? null, at: new Date() };
    const done = await decideRecharge(tx, rechargeNo, decision);
    const { merchantNo, rechargeStatus, balanceAfterCents, amountCents, flow } = done;
    if (flow) {
      await writeAudit(tx, call, {
        action: 'flow.reversed',
        subjectType: 'flow',
        subjectNo: flow.flowNo,
        merchantNo,
        before: { amountCents, flowStatus: flow.flowStatus },
        after: { amountCents, flowStatus: 'REVERSED' },
        reason: rechargeNo,
      });
    }
    await writeAudit(tx, call, {
      action: `rechargeRecord.${isApproved ? 'approve' : 'reject'}`,
      subjectType: 'recharge',
      subjectNo: rechargeNo,
      merchantNo,
      before: { rechargeStatus: 'PENDING' },
      after: { rechargeStatus, amountCents, balanceAfterCents },
      ...(remark !== undefined && { reason: remark }),
    });
    return { rechargeNo, rechargeStatus, balanceAfterCents };
  }),
  implement(prepaid.rechargeReverse, askToReverse),
  implement(prepaid.consumptionPage, consumptions.page),
  implement(prepaid.consumptionExport, consumptionExport.queue),
  implement(prepaid.consumptionReverseMany, reverseMany),
  implement(prepaid.consumptionSummary, ({ filters }, call) => sumConsumptions(filters, call)),
  implement(prepaid.consumption, ({ recordNo }, call) => readConsumption(recordNo, call)),
  implement(prepaid.consumptionCharge, chargeByHand),
  implement(prepaid.account, ({ merchantNo }, call) => readAccount(merchantNo, call)),
  implement(prepaid.creditLine, requestCreditLine),
  implement(prepaid.consumptionReverse, async ({ recordNo, reverseReason, remark }, call) => {
    const { tx, caller } = call;
    const { userNo, scope } = caller;
    const requested = { reason: reverseReason, remark, userNo, scope, at: new Date() };
    const done = await requestReversal(tx, recordNo, requested);
    return await publishConsumption(call, 'reverse', 'CHARGED', done, remark);
  }),
  implement(prepaid.consumptionAudit, async ({ recordNo, isApproved, remark }, call) => {
    const { tx, caller } = call;
    const { userNo, scope } = caller;
    const decision = { isApproved, userNo, scope, remark: remark ?? null, at: new Date() };
    const done = await decideReversal(tx, recordNo, decision);
    const action = isApproved ? 'approve' : 'reject';
    return await publishConsumption(call, action, 'REVERSING', done, remark);
  }),
];
