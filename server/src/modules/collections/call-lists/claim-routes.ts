import { attributedOrder, callActivity, followApproval, inboundConfig } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import {
  activities,
  activityExport,
  moveActivity,
  offeredActivities,
  offeredCoupons,
  saveActivity,
} from './activities.ts';
import { approvalExport, followApplications, readApplication } from './approval-list.ts';
import { applyForFollow, decideFollow, decideMany, withdrawFollow } from './approvals.ts';
import { inboundRules, moveRule, ruleExport, saveRule, simulateRule } from './inbound.ts';
import { readLoss } from './lost-claims.ts';
import { attributedLoans, incomingExport, incomingOrders, loanExport, readAttributed, summaryOf } from './orders.ts';

const { myIncoming, myLoan } = attributedOrder;

/** What came of calls, and whose it is. */
export const claimRoutes = [
  implement(myIncoming.page, incomingOrders.page),
  implement(myIncoming.exportList, incomingExport.queue),
  implement(myIncoming.summary, (_nothing, call) => summaryOf(false, call)),
  implement(myIncoming.detail, ({ orderNo }, call) => readAttributed(false, orderNo, call)),
  implement(myLoan.page, attributedLoans.page),
  implement(myLoan.exportList, loanExport.queue),
  implement(myLoan.summary, (_nothing, call) => summaryOf(true, call)),
  implement(myLoan.detail, ({ orderNo }, call) => readAttributed(true, orderNo, call)),
  implement(followApproval.page, followApplications.page),
  implement(followApproval.exportList, approvalExport.queue),
  implement(followApproval.detail, ({ applyNo }, call) => readApplication(applyNo, call)),
  implement(followApproval.apply, applyForFollow),
  implement(followApproval.approve, ({ applyNo, keepDays, remark }, call) =>
    decideFollow(applyNo, { isApproved: true, keepDays, remark }, call),
  ),
  implement(followApproval.reject, ({ applyNo, reason }, call) =>
    decideFollow(applyNo, { isApproved: false, remark: reason }, call),
  ),
  implement(followApproval.decideMany, decideMany),
  implement(followApproval.withdraw, withdrawFollow),
  implement(followApproval.read, readLoss),
  implement(inboundConfig.page, inboundRules.page),
  implement(inboundConfig.exportList, ruleExport.queue),
  implement(inboundConfig.save, saveRule),
  implement(inboundConfig.approve, ({ ruleNo, isApproved, reason }, call) =>
    moveRule(ruleNo, isApproved ? 'approve' : 'reject', call, reason),
  ),
  implement(inboundConfig.enable, ({ ruleNo }, call) => moveRule(ruleNo, 'enable', call)),
  implement(inboundConfig.disable, ({ ruleNo }, call) => moveRule(ruleNo, 'disable', call)),
  implement(callActivity.page, activities.page),
  implement(callActivity.exportList, activityExport.queue),
  implement(callActivity.options, (_nothing, call) => offeredActivities(call)),
  implement(callActivity.coupons, (_nothing, call) => offeredCoupons(call)),
  implement(callActivity.save, saveActivity),
  implement(callActivity.approve, ({ activityNo, isApproved, reason }, call) =>
    moveActivity(activityNo, isApproved ? 'approve' : 'reject', call, reason),
  ),
  implement(callActivity.enable, ({ activityNo }, call) => moveActivity(activityNo, 'enable', call)),
  implement(callActivity.disable, ({ activityNo }, call) => moveActivity(activityNo, 'disable', call)),
  implement(inboundConfig.simulate, ({ ruleNo }, call) => simulateRule(ruleNo, call)),
];
