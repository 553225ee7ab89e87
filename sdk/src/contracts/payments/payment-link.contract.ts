import * as z from 'zod/mini';
import { caseId } from '../collections/collection.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, reason } from '../list.ts';
import { billNo, promptStatus, requestedCents } from './payment-prompt.contract.ts';

const LINK = {
  ANY: 'afterLoan:repayLink:create',
  ORDER: 'collection:repayLink:create',
  BILL: 'collectionStage:repayLink:create',
} as const;
const NUMBER = {
  ANY: 'afterLoan:virtualAccount:create',
  ORDER: 'collection:virtualAccount:create',
  BILL: 'collectionStage:virtualAccount:create',
} as const;
const ALL_LINKS = { code: [LINK.ANY, LINK.ORDER, LINK.BILL] } as const;

/** PAYMENT_LINK_STATUS. EXPIRED is one that is open past its end. */
export const linkStatus = z.enum(['OPEN', 'PAID', 'REVOKED', 'EXPIRED']);
const language = z.enum(['en', 'sw']);

const reached = z.object({
  billNo: z.string(),
  dueDate: z.string(),
  /** True where what is paid recovers a loss. */
  isClaim: z.boolean(),
  amountCents: z.number(),
  parts: z.array(z.object({ component: z.string(), amountCents: z.number() })),
});

/** Left out: all that may be asked for. */
const askedCents = z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000_00)));
const reachReply = z.object({
  fromCents: z.number(),
  toCents: z.number(),
  bills: z.array(reached),
  /** More than is owed, by the last cents of a shilling: the customer’s credit. */
  surplusCents: z.number(),
});

export const reach = defineEndpoint({
  name: 'paymentLink.reach',
  method: 'GET',
  path: 'rePayManage/link/reach',
  access: { code: [LINK.ANY] },
  kind: 'query',
  summary: 'What a link of an order may ask for, and the bills and components that an amount would pay',
  request: z.strictObject({
    orderNo: businessNo,
    /** The last bill that it is to reach: those before it are paid first. Left out: every bill. */
    billNo: z.optional(businessNo),
    amountCents: askedCents,
  }),
  reply: reachReply,
});

const reachOf = (name: string, path: string, code: string) =>
  defineEndpoint({
    name,
    method: 'GET',
    path,
    access: { code: [code] },
    kind: 'query',
    summary:
      'What a link of a case may ask for, and the bills and components that an amount would pay. LINK_NO_ACCOUNT',
    request: z.strictObject({ caseId, amountCents: askedCents }),
    reply: reachReply,
  });
export const reachOfCase = reachOf('caseRepay.linkReach', 'caseRepay/link/reach', LINK.ORDER);
export const reachOfStageCase = reachOf('caseRepayStage.linkReach', 'caseRepay/stage/link/reach', LINK.BILL);

const made = z.object({
  linkNo: z.string(),
  /** The signed address of its page. */
  url: z.string(),
  amountCents: z.number(),
  expiresAt: z.string(),
  /** The contact attempt of its SMS; null where none was requested. */
  attemptId: z.nullable(z.number()),
});
export type MadeLink = z.output<typeof made>;

/** `billNo`: the last bill that the amount may reach, the oldest first. */
const facts = { billNo, amountCents: requestedCents, sendSms: z.boolean(), language };
const BOUNDS = 'LINK_AMOUNT_RANGE, WHOLE_SHILLINGS, LINK_NO_ACCOUNT, CONTACT_…';

export const create = defineEndpoint({
  name: 'paymentLink.create',
  method: 'POST',
  path: 'rePayManage/link/create',
  access: { code: [LINK.ANY] },
  kind: 'command',
  preview: true,
  summary: `Creates a payment link that is valid until 23:59 EAT, and sends it by SMS. ${BOUNDS}`,
  request: z.strictObject({ orderNo: businessNo, ...facts }),
  reply: made,
});

export const createOfCase = defineEndpoint({
  name: 'caseRepay.linkCreate',
  method: 'POST',
  path: 'caseRepay/link/create',
  access: { code: [LINK.ORDER] },
  kind: 'command',
  preview: true,
  summary: `Creates a payment link for a case of one’s own or of one’s group, up to what its bills owe. ${BOUNDS}`,
  request: z.strictObject({ caseId, ...facts }),
  reply: made,
});

export const createOfStageCase = defineEndpoint({
  name: 'caseRepayStage.linkCreate',
  method: 'POST',
  path: 'caseRepay/stage/link/create',
  access: { code: [LINK.BILL] },
  kind: 'command',
  preview: true,
  summary: `Creates a payment link for a case of one’s own or of one’s group, up to what its bills owe. ${BOUNDS}`,
  request: z.strictObject({ caseId, ...facts }),
  reply: made,
});

const linkRow = z.object({
  linkNo: z.string(),
  orderNo: z.string(),
  billNo: z.nullable(z.string()),
  amountCents: z.number(),
  linkStatus,
  expiresAt: z.string(),
  /** Null once nobody can pay by it. */
  url: z.nullable(z.string()),
  madeByName: z.string(),
  createdAt: z.string(),
  /** Of its newest SMS. */
  sentAt: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  version: z.int(),
  /** How the customer’s last attempt to pay by it went. */
  lastPrompt: z.nullable(z.object({ promptNo: z.string(), promptStatus, paymentCode: z.nullable(z.string()) })),
  allowedActions: z.array(z.enum(['linkSend', 'linkRevoke'])),
});
export type LinkRow = z.output<typeof linkRow>;

export const ofOrder = defineEndpoint({
  name: 'paymentLink.ofOrder',
  method: 'GET',
  path: 'rePayManage/link/of/{orderNo}',
  access: ALL_LINKS,
  kind: 'query',
  summary: 'The newest 50 payment links of an order',
  request: z.strictObject({ orderNo: businessNo }),
  reply: z.object({ links: z.array(linkRow) }),
});

export const send = defineEndpoint({
  name: 'paymentLink.send',
  method: 'POST',
  path: 'rePayManage/link/send',
  access: { code: [LINK.ANY] },
  kind: 'command',
  preview: true,
  summary: 'Sends an open payment link to the customer by SMS. LINK_EXPIRED, ILLEGAL_TRANSITION, STALE, CONTACT_…',
  request: z.strictObject({ linkNo: businessNo, version: z.int(), language }),
  reply: z.object({ linkNo: z.string(), attemptId: z.number() }),
});

export const revoke = defineEndpoint({
  name: 'paymentLink.revoke',
  method: 'POST',
  path: 'rePayManage/link/revoke',
  access: { code: [LINK.ANY] },
  kind: 'command',
  preview: true,
  summary: 'Revokes an open payment link: its page no longer takes payments. ILLEGAL_TRANSITION, STALE',
  request: z.strictObject({ linkNo: businessNo, version: z.int(), reason }),
  reply: z.object({ linkNo: z.string(), linkStatus }),
});

export const sendPayoff = defineEndpoint({
  name: 'paymentLink.sendPayoff',
  method: 'POST',
  path: 'rePayManage/payoff/send',
  access: { code: [LINK.ANY] },
  kind: 'command',
  preview: true,
  summary:
    'Sends the customer by SMS what settles the loan on one of the next 14 days. ILLEGAL_TRANSITION where nothing is owed, CONTACT_…',
  request: z.strictObject({ orderNo: businessNo, day: z.iso.date(), language }),
  reply: z.object({
    orderNo: z.string(),
    day: z.string(),
    /** In whole shillings, as M-Pesa pays. */
    payoffCents: z.number(),
    attemptId: z.number(),
  }),
});

const number = z.object({
  orderNo: z.string(),
  virtualNo: z.string(),
  accountName: z.string(),
  /** The paybill it is paid in to; null for a bank account. */
  shortCode: z.nullable(z.string()),
});

const NUMBER_FAULTS = 'VIRTUAL_ACCOUNT_EXISTS, VIRTUAL_NO_RANGE, VIRTUAL_RANGE_FULL';

export const virtualCreate = defineEndpoint({
  name: 'virtualAccount.create',
  method: 'POST',
  path: 'rePayManage/virtualAccount/create',
  access: { code: [NUMBER.ANY] },
  kind: 'command',
  preview: true,
  summary: `Issues the order’s virtual account number, one an order. ${NUMBER_FAULTS}`,
  request: z.strictObject({ orderNo: businessNo }),
  reply: number,
});

export const virtualCreateOfCase = defineEndpoint({
  name: 'caseRepay.virtualAccountCreate',
  method: 'POST',
  path: 'caseRepay/virtualAccount/create',
  access: { code: [NUMBER.ORDER] },
  kind: 'command',
  preview: true,
  summary: `Issues the virtual account number of the order of a case of one’s own or of one’s group. ${NUMBER_FAULTS}`,
  request: z.strictObject({ caseId }),
  reply: number,
});

export const virtualCreateOfStageCase = defineEndpoint({
  name: 'caseRepayStage.virtualAccountCreate',
  method: 'POST',
  path: 'caseRepay/stage/virtualAccount/create',
  access: { code: [NUMBER.BILL] },
  kind: 'command',
  preview: true,
  summary: `Issues the virtual account number of the order of a case of one’s own or of one’s group. ${NUMBER_FAULTS}`,
  request: z.strictObject({ caseId }),
  reply: number,
});

export const virtualOfOrder = defineEndpoint({
  name: 'virtualAccount.ofOrder',
  method: 'GET',
  path: 'rePayManage/virtualAccount/of/{orderNo}',
  access: { code: [NUMBER.ANY, NUMBER.ORDER, NUMBER.BILL, ...ALL_LINKS.code] },
  kind: 'query',
  summary: 'The virtual account number of an order; null before one is issued',
  request: z.strictObject({ orderNo: businessNo }),
  reply: z.object({ number: z.nullable(number) }),
});
