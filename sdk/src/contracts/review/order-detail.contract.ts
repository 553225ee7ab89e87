import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { historyEntry } from '../platform/history.ts';
import { messageChannel, nodeCode } from '../platform/message-nodes.ts';
import { businessNo, reason } from '../list.ts';
import {
  appRow,
  bankCard,
  borrowing,
  bvnFacts,
  contactRow,
  closeContactRow,
  deviceFacts,
  operatorFacts,
  orderEntry,
  shownPlace,
  planBill,
  repaymentCodeInfo,
  reviewRecord,
  reviewRound,
  sameTrait,
} from './order-file.ts';
import { revealRow } from '../platform/reveal.contract.ts';

/**
 * The order's file. The page is everybody's; what a caller gets of it is asked for each call: orders of their
 * data scope alone, ORDER_NOT_FOUND for others, nothing but header and plan for roles that hide the rest.
 */
export const ORDER_DETAIL_PAGE = '/AdminContent/OrderDetailAudit/OrderDetail';
const seen = { page: [ORDER_DETAIL_PAGE] } as const;
const oneOrder = z.object({ orderNo: businessNo });
const at = (name: string) => `loans/audit/detail/${name}/{orderNo}`;

/** A provider's answer; `content` null where it was not delivered (yet). */
const delivered = <Content extends z.ZodMiniType>(content: Content) =>
  z.object({
    /** When it was requested; null where it never was. */
    askedAt: z.nullable(z.string()),
    deliveredAt: z.nullable(z.string()),
    content: z.nullable(content),
  });

export const entry = defineEndpoint({
  name: 'orderDetail.entry',
  method: 'GET',
  path: at('entry'),
  access: seen,
  kind: 'query',
  summary: 'Header, path and the first tab of one order, masked as the caller is masked',
  request: oneOrder,
  reply: orderEntry,
});

export const contacts = defineEndpoint({
  name: 'orderDetail.contacts',
  method: 'GET',
  path: at('contacts'),
  access: seen,
  kind: 'query',
  summary: 'Emergency contacts, and which other orders name the same number. ADDRESS_BOOK_HIDDEN',
  request: oneOrder,
  reply: delivered(z.array(contactRow)),
});

export const instancyContacts = defineEndpoint({
  name: 'orderDetail.instancyContacts',
  method: 'GET',
  path: 'loans/audit/instancyContacts/{orderNo}',
  access: seen,
  kind: 'query',
  summary: 'The emergency contacts alone. ADDRESS_BOOK_HIDDEN',
  request: oneOrder,
  reply: z.array(z.omit(contactRow, { sameNumberOrders: true })),
});

export const closeContacts = defineEndpoint({
  name: 'orderDetail.closeContacts',
  method: 'GET',
  path: 'loans/audit/closeContacts/{orderNo}',
  access: seen,
  kind: 'query',
  summary: 'Whom the customer talks to most, by number of contacts. ADDRESS_BOOK_HIDDEN',
  request: oneOrder,
  reply: delivered(z.array(closeContactRow)),
});

export const operator = defineEndpoint({
  name: 'orderDetail.operator',
  method: 'GET',
  path: 'loans/audit/operator/{orderNo}',
  access: seen,
  kind: 'query',
  summary: 'What the mobile operator knows of the number',
  request: oneOrder,
  reply: delivered(operatorFacts),
});

export const appList = defineEndpoint({
  name: 'orderDetail.appList',
  method: 'GET',
  path: at('appList'),
  access: seen,
  kind: 'query',
  summary: 'Applications on the customer’s phone, lending and gambling ones first',
  request: oneOrder,
  reply: delivered(z.array(appRow)),
});

export const location = defineEndpoint({
  name: 'orderDetail.location',
  method: 'GET',
  path: at('location'),
  access: seen,
  kind: 'query',
  summary: 'Where the application was made, and how far that is from home and employer',
  request: oneOrder,
  reply: delivered(z.array(shownPlace)),
});

export const device = defineEndpoint({
  name: 'orderDetail.device',
  method: 'GET',
  path: at('device'),
  access: seen,
  kind: 'query',
  summary: 'The phone it was applied for with, and other orders from it',
  request: oneOrder,
  reply: delivered(z.extend(deviceFacts, { sameDeviceOrders: z.array(sameTrait) })),
});

export const bvn = defineEndpoint({
  name: 'orderDetail.bvn',
  method: 'GET',
  path: 'loans/audit/bvn/{orderNo}',
  access: seen,
  kind: 'query',
  summary: 'What the bank verification says of the names',
  request: oneOrder,
  reply: delivered(bvnFacts),
});

export const bank = defineEndpoint({
  name: 'orderDetail.bank',
  method: 'GET',
  path: at('bank'),
  access: seen,
  kind: 'query',
  summary: 'The customer’s bank card and its verification',
  request: oneOrder,
  reply: delivered(bankCard),
});

export const borrowHistory = defineEndpoint({
  name: 'orderDetail.borrowHistory',
  method: 'GET',
  path: at('borrowHistory'),
  access: seen,
  kind: 'query',
  summary: 'The customer’s other orders, newest first, with totals and the worst days past due',
  request: oneOrder,
  reply: borrowing,
});

export const planBillList = defineEndpoint({
  name: 'orderDetail.planBillList',
  method: 'GET',
  path: at('planBillList'),
  access: seen,
  kind: 'query',
  summary: 'The repayment plan, a bill a row',
  request: oneOrder,
  reply: z.array(planBill),
});

export const record = defineEndpoint({
  name: 'orderDetail.record',
  method: 'GET',
  path: at('record'),
  access: seen,
  kind: 'query',
  summary: 'Every decision on the order with its answers, newest first',
  request: oneOrder,
  reply: z.object({ records: z.array(reviewRecord), rounds: z.array(reviewRound) }),
});

export const logList = defineEndpoint({
  name: 'orderDetail.logList',
  method: 'GET',
  path: at('logList'),
  access: seen,
  kind: 'query',
  summary: 'What was done with the order, newest first',
  request: oneOrder,
  reply: z.array(historyEntry),
});

export const messages = defineEndpoint({
  name: 'orderDetail.messages',
  method: 'GET',
  path: at('messages'),
  access: seen,
  kind: 'query',
  summary:
    'What the order’s customer was written about it, the newest 100 first; names masked where the role masks them',
  request: oneOrder,
  reply: z.array(
    z.object({
      messageId: z.string(),
      at: z.string(),
      /** MESSAGE_CHANNEL */
      channelType: messageChannel,
      /** The name that the customer sees; null where the server’s own gateway sent it, or nothing did yet. */
      sender: z.nullable(z.string()),
      /** MESSAGE_NODE; null for what staff sent. */
      nodeCode: z.nullable(nodeCode),
      /** CONTACT_PURPOSE */
      purpose: z.string(),
      /** MESSAGE_OUTCOME */
      outcome: z.enum(['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN']),
      /** Null where its words were not kept. */
      text: z.nullable(z.string()),
    }),
  ),
});

export const viewingSensitiveInfoRecord = defineEndpoint({
  name: 'orderDetail.viewingSensitiveInfoRecord',
  method: 'POST',
  path: 'loans/audit/viewingSensitiveInfoRecord',
  access: seen,
  kind: 'query',
  summary: 'Who saw which value of this order’s customer in full, and what for',
  request: z.strictObject({ orderNo: businessNo }),
  reply: z.array(revealRow),
});

export const phone = defineEndpoint({
  name: 'orderDetail.phone',
  method: 'GET',
  path: 'loans/audit/detail/phone',
  access: { code: ['audit:sensitive:reveal'] },
  kind: 'query',
  summary: 'The borrower’s phone in full, for show and copy; recorded and counted as a reveal',
  request: z.object({ orderNo: businessNo, purpose: z.string().check(z.maxLength(64)) }),
  reply: z.string(),
});

/** 254 and nine digits; seven to nine digits. */
const correctedPhone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const correctedIdCard = z.string().check(z.trim(), z.regex(/^\d{7,9}$/, '7 to 9 digits, e.g. 23456789'));

export const updateForm = z.strictObject({
  orderNo: businessNo,
  /** Of the order as it was read; another answers STALE. */
  version: z.int(),
  /** Of the address tree: `047-274`. */
  addressCode: z.optional(z.string().check(z.regex(/^\d{3}(-\d{3})?$/, 'Invalid value'))),
  addressLine: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  employerName: z.optional(z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(128))),
  incomeCents: z.optional(z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(100_000_000_00))),
  email: z.optional(z.string().check(z.trim(), z.maxLength(120), z.email('Invalid email address'))),
  phone: z.optional(correctedPhone),
  idCardNo: z.optional(correctedIdCard),
  reason,
});

export const update = defineEndpoint({
  name: 'orderDetail.update',
  method: 'POST',
  path: 'loans/audit/detail/update/{orderNo}',
  access: { code: ['audit:order:update'] },
  kind: 'command',
  preview: true,
  summary:
    'Corrects entry data of an order under one’s own review. ORDER_NOT_YOURS, STALE, PHONE_OF_ANOTHER, ID_CARD_OF_ANOTHER, CUSTOMER_BLACKLISTED',
  request: updateForm,
  reply: z.object({ orderNo: z.string(), version: z.number(), changed: z.array(z.string()) }),
});

export const faceSearch = defineEndpoint({
  name: 'orderDetail.faceSearch',
  method: 'POST',
  path: 'loans/audit/detail/faceSearch',
  access: { code: ['audit:face:search'] },
  kind: 'command',
  summary: 'Other orders with this face, of the caller’s merchants; logged',
  request: z.strictObject({ orderNo: businessNo }),
  reply: z.array(sameTrait),
});

export const readLanguage = defineEndpoint({
  name: 'orderDetail.readLanguage',
  method: 'GET',
  path: 'loans/audit/language/{orderNo}',
  access: seen,
  kind: 'query',
  summary: 'The language the customer speaks, and those to choose from',
  request: oneOrder,
  reply: z.object({
    speakingLanguage: z.nullable(z.string()),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
});

export const setLanguage = defineEndpoint({
  name: 'orderDetail.setLanguage',
  method: 'POST',
  path: 'loans/audit/language/{orderNo}',
  access: { code: ['audit:order:update'] },
  kind: 'command',
  summary: 'Notes the language the customer speaks: allocation looks for a reviewer who does',
  request: z.strictObject({
    orderNo: businessNo,
    speakingLanguage: z.string().check(z.regex(/^[a-z]{2,4}$/, 'Invalid value')),
  }),
  reply: z.object({ speakingLanguage: z.string() }),
});

export const readRepaymentCode = defineEndpoint({
  name: 'orderDetail.readRepaymentCode',
  method: 'GET',
  path: 'loans/audit/repaymentCode/{orderNo}',
  access: { code: ['audit:order:repaymentCode'] },
  kind: 'query',
  summary: 'What the customer types to pay this order',
  request: oneOrder,
  reply: repaymentCodeInfo,
});

export const issueRepaymentCode = defineEndpoint({
  name: 'orderDetail.issueRepaymentCode',
  method: 'POST',
  path: 'loans/audit/repaymentCode/{orderNo}',
  access: { code: ['audit:order:repaymentCode'] },
  kind: 'command',
  preview: true,
  summary: 'A new repayment code; the old one still finds the order. ILLEGAL_TRANSITION unless DISBURSED',
  request: z.strictObject({ orderNo: businessNo }),
  reply: repaymentCodeInfo,
});

export const orderConfig = defineEndpoint({
  name: 'orderDetail.orderConfig',
  method: 'GET',
  path: 'loans/audit/peopleAuditConfig/order/{orderNo}',
  access: seen,
  kind: 'query',
  summary: 'The review configuration as it was when the order was allocated',
  request: oneOrder,
  /** Null for an order that was never assigned. */
  reply: z.object({ config: orderEntry.shape.reviewConfig }),
});

export const image = defineEndpoint({
  name: 'orderDetail.image',
  method: 'GET',
  path: 'noAuth/orderImage',
  access: 'public',
  kind: 'query',
  replyForm: 'file',
  summary: 'A picture by the signed address that a reveal answered: one viewer, one minute, their name drawn into it',
  request: z.object({ token: z.string().check(z.maxLength(600)) }),
  reply: z.unknown(),
});
