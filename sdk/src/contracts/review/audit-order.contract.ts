import * as z from 'zod/mini';
import {
  abridgedRow,
  abridgmentFilters,
  manageFilters,
  manageRow,
  myFilters,
  myRow,
  orderStatusChoice,
  toldSentence,
} from './audit-order.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, selected } from '../list.ts';
import { ORDER_DETAIL_PAGE } from './order-detail.contract.ts';
import { loanType, orderStatus } from './order-file.ts';

export const ORDER_ALLOCATION_PAGE = '/AdminContent/AuditSystem/OrderAllocation';
export const MY_AUDIT_PAGE = '/AdminContent/AuditSystem/MyAudit';
export const ORDER_MANAGEMENT_PAGE = '/AdminContent/AuditSystem/OrderManagement';
export const ORDER_ABRIDGMENT_PAGE = '/AdminContent/AuditSystem/OrderManagementAbridgment';

const managed = { page: [ORDER_MANAGEMENT_PAGE] } as const;
const mine = { page: [MY_AUDIT_PAGE] } as const;
const abridged = { page: [ORDER_ABRIDGMENT_PAGE] } as const;
const oneOrder = z.object({ orderNo: businessNo });

export const MANAGE_SORTS = ['applyTime', 'auditTime', 'lendingTime'] as const;

export const manageList = defineEndpoint({
  name: 'auditOrder.manageList',
  method: 'POST',
  path: 'loans/audit/manage/list',
  access: managed,
  kind: 'query',
  summary: 'Every order within the scope; counted exactly up to 10,000',
  request: listRequest(manageFilters, MANAGE_SORTS),
  reply: listReply(manageRow),
});

export const find = defineEndpoint({
  name: 'auditOrder.find',
  method: 'POST',
  path: 'loans/audit/find',
  access: { page: [ORDER_DETAIL_PAGE] },
  kind: 'query',
  summary: 'The newest orders of a number, a phone or an ID number, within the scope; at most 8. REVEAL_BUDGET',
  request: z
    .strictObject({
      orderNo: z.optional(z.string().check(z.regex(/^LO\d{10}$/))),
      phone: z.optional(z.string().check(z.regex(/^254\d{9}$/))),
      idCardNo: z.optional(z.string().check(z.regex(/^\d{7,9}$/))),
    })
    .check(z.refine((by) => Object.values(by).filter(Boolean).length === 1, { message: 'All options must be filled' })),
  reply: z.array(
    z.object({
      orderNo: z.string(),
      /** Masked where the role masks names. */
      customerName: z.string(),
      productName: z.string(),
      /** The state in the caller’s language. */
      statusLabel: z.string(),
      applyTime: z.string(),
    }),
  ),
});

/** What else of the list's filters a sum goes by; those that name single orders or people are none. */
const {
  refuseCode,
  incomingChannel,
  promotionChannel,
  lendingChannel,
  whitelistFlag,
  modelLevel,
  auditorUserNo,
  dataSource,
} = manageFilters.shape;
const summedFilters = {
  refuseCode,
  incomingChannel,
  promotionChannel,
  lendingChannel,
  whitelistFlag,
  modelLevel,
  auditorUserNo,
  dataSource,
};

const statusSum = z.object({ orderStatus, count: z.number(), loanAmountCents: z.number() });
/** A day's applications and how far they have come by now. */
const funnelDay = z.object({
  /** EAT. */
  day: z.string(),
  applied: z.number(),
  /** Let through by the machine. */
  toReview: z.number(),
  passed: z.number(),
  disbursed: z.number(),
});

export const manageSummary = defineEndpoint({
  name: 'auditOrder.manageSummary',
  method: 'GET',
  path: 'loans/audit/manage/summary',
  access: managed,
  kind: 'query',
  summary: 'Count and sum per status of the newest 100,000 orders that match, and a funnel by day',
  request: z.object({
    merchantNo: z.optional(businessNo),
    productNo: z.optional(businessNo),
    loanType: z.optional(loanType),
    orderStatus: z.optional(orderStatusChoice),
    ...summedFilters,
    applyFrom: z.optional(z.iso.date()),
    applyTo: z.optional(z.iso.date()),
    auditFrom: z.optional(z.iso.date()),
    auditTo: z.optional(z.iso.date()),
    lendingFrom: z.optional(z.iso.date()),
    lendingTo: z.optional(z.iso.date()),
  }),
  reply: z.object({
    statuses: z.array(statusSum),
    /** The newest day first; at most 31. */
    days: z.array(funnelDay),
    /** False where there are more orders than were added up. */
    isExact: z.boolean(),
  }),
});

export const statusTypeGroups = defineEndpoint({
  name: 'auditOrder.statusTypeGroups',
  method: 'GET',
  path: 'orderStatus/typeGroups',
  access: {
    page: [
      ORDER_MANAGEMENT_PAGE,
      ORDER_ABRIDGMENT_PAGE,
      ORDER_ALLOCATION_PAGE,
      MY_AUDIT_PAGE,
      '/AdminContent/AfterLoanSystem/LoanManagement',
    ],
  },
  kind: 'query',
  summary: 'The states of an order in the groups that people look for, in the caller’s language',
  request: z.object({}),
  reply: z.array(
    z.object({
      orderStatusType: z.object({ label: z.string(), value: z.string() }),
      orderStatus: z.array(z.object({ label: z.string(), value: orderStatus })),
    }),
  ),
});

export const choices = defineEndpoint({
  name: 'auditOrder.choices',
  method: 'GET',
  path: 'loans/audit/manage/choices',
  access: {
    page: [
      ORDER_MANAGEMENT_PAGE,
      ORDER_ABRIDGMENT_PAGE,
      ORDER_ALLOCATION_PAGE,
      MY_AUDIT_PAGE,
      '/AdminContent/AuditSystem/AuditConfiguration',
      '/AdminContent/AuditSystem/RejectOrderReview',
    ],
  },
  kind: 'query',
  summary: 'Products, reviewers and promotion channels of the caller’s merchants, to filter orders by',
  request: z.object({}),
  reply: z.object({
    products: z.array(z.object({ productNo: z.string(), productName: z.string(), merchantName: z.string() })),
    reviewers: z.array(z.object({ userNo: z.string(), realName: z.string() })),
    /** Those of the dictionary PROMOTION_CHANNEL, and the merchants’ own of LaunchManagement. */
    promotionChannels: z.array(z.object({ code: z.string(), label: z.string() })),
  }),
});

export const log = defineEndpoint({
  name: 'auditOrder.log',
  method: 'GET',
  path: 'loans/audit/detail/log/{orderNo}',
  access: managed,
  kind: 'query',
  summary: 'What happened to an order and who had it, the newest first. ORDER_NOT_FOUND',
  request: oneOrder,
  reply: z.array(
    z.object({
      at: z.string(),
      /** A command of the order’s machine. */
      command: z.string(),
      fromStatus: orderStatus,
      toStatus: orderStatus,
      /** Null where it happened automatically. */
      byName: z.nullable(z.string()),
      /** Who got it, or who had it until then. */
      auditorName: z.nullable(z.string()),
      remark: z.nullable(z.string()),
    }),
  ),
});

const exportOf = <Filters extends z.ZodMiniType, Sort extends z.ZodMiniType>(filters: Filters, sort: Sort) =>
  z.strictObject({
    format: z.enum(['csv', 'xlsx']),
    filters,
    sort,
    /** With it, just these of what the filters match. */
    orderNos: z.optional(selected),
  });

export const manageExport = defineEndpoint({
  name: 'auditOrder.manageExport',
  method: 'POST',
  path: 'loans/audit/manage/export',
  access: { code: ['audit:order:export'] },
  kind: 'command',
  summary: 'Exactly the filtered or selected orders as a file, made by a job, masked as the list is',
  request: exportOf(manageFilters, manageList.request.shape.sort),
  reply: z.object({ jobNo: z.string() }),
});

export const abridgmentList = defineEndpoint({
  name: 'auditOrder.abridgmentList',
  method: 'POST',
  path: 'loans/audit/manage/abridgment/list',
  access: abridged,
  kind: 'query',
  summary: 'Orders for those who answer “where is my application?”: no ID, no reasons, no auditor',
  request: listRequest(abridgmentFilters, ['applyTime', 'lendingTime']),
  reply: listReply(abridgedRow),
});

export const abridgmentDetail = defineEndpoint({
  name: 'auditOrder.abridgmentDetail',
  method: 'GET',
  path: 'loans/audit/manage/abridgment/{orderNo}',
  access: abridged,
  kind: 'query',
  summary:
    'The way of one order so far and what the customer may be told; opening it is logged. ORDER_NOT_OF_MERCHANTS',
  request: oneOrder,
  reply: z.object({
    order: abridgedRow,
    /** The oldest first. */
    path: z.array(z.object({ orderStatus, at: z.string() })),
    sentence: toldSentence,
  }),
});

export const abridgmentExport = defineEndpoint({
  name: 'auditOrder.abridgmentExport',
  method: 'POST',
  path: 'loans/audit/manage/abridgment/export',
  access: { code: ['audit:order:export'] },
  kind: 'command',
  summary: 'The short list as a file, made by a job: the columns of the list and no others',
  request: exportOf(abridgmentFilters, abridgmentList.request.shape.sort),
  reply: z.object({ jobNo: z.string() }),
});

const MY_SORTS = ['applyTime', 'allotTime', 'leaseEndsAt', 'auditTime'] as const;

export const myPage = defineEndpoint({
  name: 'auditOrder.myPage',
  method: 'POST',
  path: 'loans/audit/my/page',
  access: mine,
  kind: 'query',
  summary: 'The caller’s own orders: those under review, or those decided',
  request: listRequest(myFilters, MY_SORTS),
  reply: listReply(myRow),
});

export const myExport = defineEndpoint({
  name: 'auditOrder.myExport',
  method: 'POST',
  path: 'loans/audit/my/export',
  access: { code: ['audit:order:export'] },
  kind: 'command',
  summary: 'The caller’s own filtered or selected orders as a file, made by a job',
  request: exportRequest(myFilters, MY_SORTS),
  reply: exportReply,
});

/** Orders that one request gives back. */
export const MAX_RELEASED = 200;

export const myRelease = defineEndpoint({
  name: 'auditOrder.myRelease',
  method: 'POST',
  path: 'loans/audit/my/release',
  access: { code: ['audit:order:release'] },
  kind: 'command',
  preview: true,
  summary: 'Gives own orders back to allocation: one at once, several by a job. ORDER_WENT_BACK, ORDER_NOT_YOURS',
  request: z.strictObject({
    orderNos: z.array(businessNo).check(z.minLength(1, 'SELECTION_EMPTY'), z.maxLength(MAX_RELEASED)),
    reason,
  }),
  reply: z.object({ jobNo: z.nullable(z.string()) }),
});

export const mySummary = defineEndpoint({
  name: 'auditOrder.mySummary',
  method: 'GET',
  path: 'loans/audit/my/summary',
  access: mine,
  kind: 'query',
  summary: 'The caller’s day (EAT): how much is done, how well, what is next',
  request: z.object({}),
  reply: z.object({
    /** Null where the caller is no reviewer. */
    dailyCap: z.nullable(z.number()),
    openCount: z.number(),
    doneToday: z.number(),
    /** Share of the decisions of the last 7 days that passed, 0 to 1; null without decisions. */
    passRate: z.nullable(z.number()),
    /** Of the decisions of the last 7 days; null without any. */
    medianSeconds: z.nullable(z.number()),
    /** The oldest pending order: what “Start next” takes. */
    nextOrderNo: z.nullable(z.string()),
    /** When that was applied for; absent where none is pending. */
    oldestApplyTime: z.optional(z.string()),
    /** Follow-ups of the caller that are due by the end of the day, the earliest first. */
    reminders: z.array(z.object({ orderNo: z.string(), content: z.string(), remindAt: z.string() })),
  }),
});

const followUp = z.object({
  followNo: z.string(),
  orderNo: z.string(),
  content: z.string(),
  remindAt: z.nullable(z.string()),
  byName: z.string(),
  createdAt: z.string(),
});

export const followUpSave = defineEndpoint({
  name: 'auditOrder.followUpSave',
  method: 'POST',
  path: 'loans/audit/followRecords/save',
  access: { code: ['audit:followUp:save'] },
  kind: 'command',
  summary: 'Notes something about an order under review. ORDER_NOT_FOUND, ORDER_NOT_UNDER_REVIEW',
  request: z.strictObject({
    orderNo: businessNo,
    content: reason,
    /** When to be reminded of it; in the future. */
    remindAt: z.optional(z.iso.datetime({ offset: true })),
  }),
  reply: followUp,
});

export const followUpList = defineEndpoint({
  name: 'auditOrder.followUpList',
  method: 'POST',
  path: 'loans/audit/followRecords/list',
  access: { page: ['/AdminContent/OrderDetailAudit/OrderDetail'] },
  kind: 'query',
  summary: 'What was noted about an order, the newest first. ORDER_NOT_FOUND',
  request: z.strictObject({ orderNo: businessNo }),
  reply: z.array(followUp),
});
