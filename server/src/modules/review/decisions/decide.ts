import { needed } from '../../../needed.ts';
import type { orderAudit } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { requestChange } from '../../platform/changes/index.ts';
import { type OrderRecord } from '../order-file/index.ts';
import { lockCredit } from '../../lending/credit/index.ts';
import { recallOrder, refuseUnpayableNet } from '../../lending/orders/index.ts';
import { applyDecision } from './apply.ts';
import { isAiEmployee } from './ai.ts';
import { boundsOf, isFaceCompulsory, type Rules, rulesOf } from './bounds.ts';
import { answersOf, checkFilled, type Decision, isAccountChanged, leafOf, withAttachments } from './check-form.ts';
import { checkPayee } from './check-payee.ts';
import { dropDrafts, keepReview } from './keep.ts';
import { lockOwn, type OwnOrder, renewLease, waitingReview } from './lease.ts';
import { nextOrderOf } from './next-order.ts';
import { payoutChangeKind } from './payout-change.ts';
import { isSentAutomatically, routeOf } from './route.ts';
import { sameDecision } from './same-decision.ts';
import { autoSendOf } from './send.ts';
import { notifyReturned } from './notify-returned.ts';

type Form = orderAudit.AuditForm | orderAudit.RejectForm;

/**
 * Decides on an order that the caller has under review. Said twice (two tabs, a click repeated), it is decided
 * once and answered the same.
 * @throws AppError BAD_REQUEST beside each field, and what `lockOwn`, the amount and the account are refused for
 */
export async function decide(form: Form, call: CommandCall): Promise<orderAudit.Decided> {
  const { tx, caller } = call;
  const earlier = await sameDecision(form, call);
  if (earlier !== null) return earlier;
  const own = await lockOwn(call, form.orderNo);
  if (await waitingReview(tx, form.orderNo)) throw new AppError('PAYOUT_CHANGE_WAITS');
  const rules = await rulesOf(tx, own.record);
  const typed = decisionOf(form, rules);
  checkFilled(typed, rules, await isFaceCompulsory(tx, form.orderNo, rules));
  const decision = { ...typed, steps: await withAttachments(tx, typed) };
  const refusal = decision.refuseCode === null ? null : await leafOf(tx, decision.refuseCode);
  if (decision.auditResult === 'PASS') await checkPass(call, decision, own.record);
  const facts = {
    denialReason: refusal?.denialReason ?? null,
    coolOffDays: refusal?.coolOffDays ?? 0,
  };
  if (!rules.aiMayDecide && (await isAiEmployee(tx, caller.userNo))) {
    return await propose(call, own, decision, facts.denialReason);
  }
  if (isAccountChanged(decision) && decision.auditResult === 'PASS') {
    return await awaitApproval(call, own, decision);
  }
  const reviewNo = await keepReview(tx, own, decision, caller.userNo, {
    status: 'DECIDED',
    denialReason: facts.denialReason,
  });
  const moved = await applyDecision(call, decision, caller.userNo, {
    returnDays: rules.returnDays,
    coolOffDays: facts.coolOffDays,
  });
  await dropDrafts(tx, form.orderNo);
  if (decision.auditResult === 'REJECT') await tellCustomer(call, form.orderNo);
  const isSent = moved.orderStatus === 'PENDING_DISBURSEMENT' && (await sendLater(call, own));
  return {
    ...(await answer(call, decision, reviewNo)),
    orderStatus: moved.orderStatus,
    waitsFor: null,
    isSent,
  };
}

function decisionOf(form: Form, rules: Rules): Decision {
  const isPass = 'auditResult' in form && form.auditResult === 'PASS';
  return {
    orderNo: form.orderNo,
    auditResult: 'auditResult' in form ? form.auditResult : 'REJECT',
    approvedCents: isPass ? (form.approvedAmountCents ?? null) : null,
    faceConsistency: form.faceConsistency ?? null,
    changeBankCard: form.changeBankCard ?? null,
    changePayoutType: form.changePayoutType ?? null,
    payee: isPass && isChange(form) ? (form.payee ?? null) : null,
    refuseCode: isPass ? null : (form.refuseCode ?? null),
    remark: form.remark === undefined || form.remark === '' ? null : form.remark,
    steps: answersOf(rules.steps, form.steps),
  };
}

const isChange = (form: Form) => form.changeBankCard === true || form.changePayoutType === true;

/** @throws AppError FACE_INCONSISTENT, APPROVED_OUT_OF_BOUNDS, NET_NOT_PAYABLE and what `checkPayee` throws */
async function checkPass({ tx }: Pick<CommandCall, 'tx'>, decision: Decision, order: OrderRecord): Promise<void> {
  if (decision.faceConsistency === 'INCONSISTENT') {
    throw new AppError('FACE_INCONSISTENT', { fields: ['faceConsistency'] });
  }
  await lockCredit(tx, order.customerNo);
  const { maximumCents, merchantMinimumCents } = await boundsOf(tx, order, new Date());
  const approvedCents = needed(decision.approvedCents, 'the approved amount');
  if (approvedCents <= 0 || approvedCents > maximumCents) {
    throw new AppError('APPROVED_OUT_OF_BOUNDS', {
      facts: { bound: shillings(maximumCents), maximumCents },
      fields: ['approvedAmountCents'],
    });
  }
  if (merchantMinimumCents !== null && approvedCents < merchantMinimumCents) {
    const facts = { bound: shillings(merchantMinimumCents) };
    throw new AppError('APPROVED_BELOW_LIMIT', { facts, fields: ['approvedAmountCents'] });
  }
  // Within what this customer may have, so that what is proposed can be approved.
  const leastCents = Math.max(order.terms.minPrincipalCents, merchantMinimumCents ?? 0);
  refuseUnpayableNet(approvedCents, order.terms, { leastCents, mostCents: maximumCents });
  await checkPayee(tx, decision, order);
}

const SHILLINGS = new Intl.NumberFormat('en-KE', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const shillings = (cents: number): string => SHILLINGS.format(cents / 100);

/** What a machine thinks of an order: kept, and the order goes on to a person, who sees it. */
async function propose(
  call: CommandCall,
  own: OwnOrder,
  decision: Decision,
  denialReason: string | null,
): Promise<orderAudit.Decided> {
  const { tx, caller } = call;
  const reviewNo = await keepReview(tx, own, decision, caller.userNo, {
    status: 'PROPOSED',
    denialReason,
  });
  const remark = `Proposal ${reviewNo}: ${decision.auditResult}`;
  const moved = await recallOrder(tx, decision.orderNo, {
    userNo: caller.userNo,
    ending: 'RELEASED',
    remark,
  });
  await dropDrafts(tx, decision.orderNo);
  await writeAudit(tx, call, {
    action: 'orderAudit.propose',
    subjectType: 'order',
    subjectNo: decision.orderNo,
    before: { orderStatus: 'PENDING_REVIEW' },
    after: { orderStatus: moved.orderStatus, auditResult: decision.auditResult, reviewNo },
  });
  return {
    ...(await answer(call, decision, reviewNo)),
    orderStatus: moved.orderStatus,
    waitsFor: 'A_PERSON',
    isSent: false,
  };
}

/** The pass waits: the order stays where it is, its lease suspended, until somebody else has looked. */
async function awaitApproval(call: CommandCall, own: OwnOrder, decision: Decision): Promise<orderAudit.Decided> {
  const { tx, caller } = call;
  const reviewNo = await keepReview(tx, own, decision, caller.userNo, {
    status: 'WAITING',
    denialReason: null,
  });
  await renewLease(tx, own.locked, null);
  const changeNo = await requestChange(payoutChangeKind, { reviewNo }, call);
  await tx.updateTable('orderReview').set({ changeNo }).where('reviewNo', '=', reviewNo).execute();
  return {
    ...(await answer(call, decision, reviewNo)),
    orderStatus: own.locked.orderStatus,
    waitsFor: 'SECOND_PERSON',
    changeNo,
    isSent: false,
  };
}

/** A station without SMS tells nobody; the customer finds it in the app. */
async function tellCustomer({ tx, services, afterCommit }: CommandCall, orderNo: string) {
  if (!services.engine.gateways.sms) return;
  if (await notifyReturned(tx, orderNo)) afterCommit(() => services.engine.dispatch());
}

/** Sends after the commit where the merchant's route does; answers whether. */
async function sendLater(call: CommandCall, { locked }: OwnOrder): Promise<boolean> {
  const { tx, caller, db, services, log } = call;
  const route = await routeOf(tx, locked);
  if (!isSentAutomatically(route, caller.userNo, locked, services)) return false;
  call.afterCommit(async () => await autoSendOf({ db, services, log }, locked.orderNo));
  return true;
}

async function answer(
  { tx, caller }: CommandCall,
  { orderNo, auditResult }: Decision,
  reviewNo: string,
): Promise<Pick<orderAudit.Decided, 'orderNo' | 'auditResult' | 'reviewNo' | 'nextOrderNo'>> {
  return { orderNo, auditResult, reviewNo, nextOrderNo: await nextOrderOf(tx, caller.userNo, orderNo) };
}
