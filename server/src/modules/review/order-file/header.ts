import type { orderFile } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import type { OrderRecord } from './find-order.ts';
import { nameFor } from './masked.ts';

type Timeline = orderFile.OrderEntry['timeline'];

/** The order's path through its states, oldest first. */
export async function timelineOf(db: Queryable, orderNo: string): Promise<Timeline> {
  const rows = await db
    .selectFrom('orderEvent')
    .leftJoin('appUser', 'appUser.userNo', 'orderEvent.userNo')
    .select(['orderEvent.eventId', 'orderEvent.at', 'orderEvent.command', 'orderEvent.toStatus'])
    .select(['orderEvent.remark', 'appUser.realName as byName'])
    .where('orderEvent.orderNo', '=', orderNo)
    .orderBy('orderEvent.at')
    .orderBy('orderEvent.eventId')
    .execute();
  return rows.map(({ eventId, at, toStatus, ...row }) => ({
    ...row,
    eventId: String(eventId),
    at: at.toISOString(),
    // The column's check keeps it to the machine's states.
    toStatus: toStatus as Timeline[number]['toStatus'],
  }));
}

/** What the caller may do with the order now: by code, by whose it is, by its state. */
export function actionsOn(caller: Caller, order: OrderRecord): orderFile.OrderAction[] {
  const may = (code: string) => caller.codes.has(code);
  const isUnderReview = order.orderStatus === 'PENDING_REVIEW';
  const isOwn = isUnderReview && order.auditorUserNo === caller.userNo;
  const can: Record<orderFile.OrderAction, boolean> = {
    review: isOwn && may('audit:order:audit'),
    update: isOwn && may('audit:order:update'),
    setLanguage: may('audit:order:update'),
    release: isOwn && may('audit:order:release'),
    followUp: isUnderReview && may('audit:followUp:save'),
    issueRepaymentCode: order.orderStatus === 'DISBURSED' && may('audit:order:repaymentCode'),
    reveal: may('audit:sensitive:reveal'),
    faceSearch: may('audit:face:search'),
    upload: may('audit:attach:upload'),
  };
  const shown = [
    'review',
    'update',
    'setLanguage',
    'release',
    'followUp',
    'issueRepaymentCode',
    'reveal',
    'faceSearch',
    'upload',
  ] as const;
  return shown.filter((action) => can[action]);
}

export function headerOf(caller: Caller, order: OrderRecord, timeline: Timeline): orderFile.OrderHeader {
  return {
    orderNo: order.orderNo,
    thirdPartyOrderNo: order.thirdPartyOrderNo,
    orderStatus: order.orderStatus,
    stateSince: timeline.at(-1)?.at ?? order.applyTime.toISOString(),
    merchantNo: order.merchantNo,
    merchantName: order.merchantName,
    productName: order.productName,
    customerName: nameFor(caller, order.customerName),
    loanType: order.loanType,
    whitelistFlag: order.isWhitelisted,
    isBlacklisted: order.isBlacklisted,
    modelLevel: order.modelLevel,
    pricingVersionNo: order.pricingVersionNo,
    vipLevelNo: order.vipLevelNo,
    loanAmountCents: order.appliedCents,
    approvedAmountCents: order.approvedCents,
    auditorUserNo: order.auditorUserNo,
    auditorName: order.auditorName,
    openedAt: order.openedAt?.toISOString() ?? null,
    leaseEndsAt: order.leaseEndsAt?.toISOString() ?? null,
    returnedUntil: order.returnedUntil?.toISOString() ?? null,
    version: order.version,
    allowedActions: actionsOn(caller, order),
  };
}
