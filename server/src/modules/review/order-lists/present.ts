import type { auditOrders } from '@kituo/sdk/contracts';
import type { Caller } from '../../../http/implement.ts';
import { maskIdCard, maskName, maskPhone, maskText } from '../../platform/masking/index.ts';
import type { OrderRecord } from './read.ts';

/** Fields of an order that a data rule can mask; phones and ID numbers are masked anyway. */
export const MASKABLE_ORDER_FIELDS = ['customerName', 'thirdPartyOrderNo'] as const;

/** The commands on orders that lists offer, each with the code it takes and the state it needs. */
export function actionsOn(
  caller: Pick<Caller, 'codes' | 'userNo'>,
  { orderStatus, auditorUserNo }: Pick<OrderRecord, 'orderStatus' | 'auditorUserNo'>,
): auditOrders.OrderAction[] {
  const { codes } = caller;
  const isReviewed = orderStatus === 'PENDING_REVIEW';
  const isOwn = isReviewed && auditorUserNo === caller.userNo;
  const isRefused = orderStatus === 'MACHINE_REFUSED' || orderStatus === 'REFUSED';
  const can: Readonly<Record<auditOrders.OrderAction, boolean>> = {
    review: isOwn && codes.has('audit:order:audit'),
    allocate: orderStatus === 'TO_ALLOCATE' && codes.has('audit:order:allot'),
    reallocate: isReviewed && codes.has('audit:order:allot'),
    recall: isReviewed && codes.has('audit:order:recall'),
    release: isOwn && codes.has('audit:order:release'),
    followUp: isReviewed && codes.has('audit:followUp:save'),
    applyReReview: isRefused && codes.has('audit:orderReview:apply'),
    detail: true,
    log: true,
  };
  const order = [
    'review',
    'allocate',
    'reallocate',
    'recall',
    'release',
    'followUp',
    'applyReReview',
    'detail',
    'log',
  ] as const;
  return order.filter((action) => can[action]);
}

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** The customer's name as this caller sees it. */
export function shownName(caller: Pick<Caller, 'isMasked' | 'maskedFields'>, name: string): string {
  return caller.isMasked || caller.maskedFields.has('customerName') ? maskName(name) : name;
}

function basicsOf(caller: Caller, record: OrderRecord) {
  return {
    orderNo: record.orderNo,
    merchantNo: record.merchantNo,
    merchantName: record.merchantName,
    productNo: record.productNo,
    productName: record.productName,
    customerName: shownName(caller, record.customerName),
    phone: maskPhone(record.phone),
    loanType: record.loanType,
    loanAmountCents: record.appliedCents,
    applyTime: record.applyTime.toISOString(),
    orderStatus: record.orderStatus,
  };
}

export function presentManaged(caller: Caller, record: OrderRecord): auditOrders.ManageRow {
  const { thirdPartyOrderNo } = record;
  const hidesPartner = thirdPartyOrderNo !== null && caller.maskedFields.has('thirdPartyOrderNo');
  return {
    ...basicsOf(caller, record),
    thirdPartyOrderNo: hidesPartner ? maskText(thirdPartyOrderNo) : thirdPartyOrderNo,
    idCardNo: maskIdCard(record.idCardNo),
    approvedAmountCents: record.approvedCents,
    term: record.termDays,
    installments: record.installments,
    auditTime: iso(record.auditTime),
    lendingTime: iso(record.lendingTime),
    refuseCode: record.refuseCode,
    denialReason: record.denialReason,
    incomingChannel: record.incomingChannel,
    promotionChannel: record.promotionChannel,
    lendingChannel: record.lendingChannel,
    whitelistFlag: record.isWhitelisted,
    modelLevel: record.modelLevel,
    auditorUserNo: record.auditorUserNo ?? record.reviewerUserNo,
    auditorName: record.auditorRealName ?? record.reviewerRealName,
    dataSource: record.dataSource,
    allowedActions: actionsOn(caller, record),
  };
}

/** How long an order may wait until its row turns amber, then red. */
export interface WaitingTargets {
  readonly amberAfterMinutes: number;
  readonly redAfterMinutes: number;
}

export function presentAllotted(caller: Caller, targets: WaitingTargets, record: OrderRecord): auditOrders.AllotRow {
  const since = record.queuedAt ?? record.applyTime;
  const later = (minutes: number) => new Date(since.getTime() + minutes * 60_000).toISOString();
  return {
    ...basicsOf(caller, record),
    term: record.termDays,
    modelLevel: record.modelLevel,
    whitelistFlag: record.isWhitelisted,
    waitingSince: since.toISOString(),
    amberAt: later(targets.amberAfterMinutes),
    redAt: later(targets.redAfterMinutes),
    auditorUserNo: record.auditorUserNo,
    auditorName: record.auditorRealName,
    allotTime: iso(record.allottedAt),
    openedAt: iso(record.openedAt),
    leaseEndsAt: iso(record.leaseEndsAt),
    allowedActions: actionsOn(caller, record),
  };
}

/** A decision of the caller's: of an order they have still to decide there is none. */
export interface OwnDecision {
  readonly auditResult: auditOrders.MyRow['auditResult'];
  readonly auditTime: Date;
  readonly durationSeconds: number;
}

export function presentOwn(caller: Caller, decision: OwnDecision | null, record: OrderRecord): auditOrders.MyRow {
  const isPassed = decision?.auditResult === 'PASS';
  return {
    ...basicsOf(caller, record),
    idCardNo: maskIdCard(record.idCardNo),
    modelLevel: record.modelLevel,
    dataSource: record.dataSource,
    allotTime: iso(record.allottedAt),
    openedAt: iso(record.openedAt),
    leaseEndsAt: iso(record.leaseEndsAt),
    auditResult: decision?.auditResult ?? null,
    approvedAmountCents: isPassed ? record.approvedCents : null,
    auditTime: iso(decision?.auditTime ?? null),
    durationSeconds: decision?.durationSeconds ?? null,
    allowedActions: actionsOn(caller, record),
  };
}
