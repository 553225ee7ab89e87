import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { messageDelivery, sendingOutcome } from './message-account.contract.ts';
import { messageChannel, nodeCode, smsKind } from './message-nodes.ts';
import { MESSAGE_TEMPLATE_PAGE } from './message-template.contract.ts';
import { timeOfDay } from './sms-routes.ts';

export const BUSINESS_NODE_PAGE = '/AdminContent/OperationSystem/BusinessNode';
/** The configuration's key. Its subjects are a merchant, or `ALL`, and a node: `M0001_ORDER_RETURNED`. */
export const MESSAGE_POINT_KEY = 'message.point';
const seen = { page: [BUSINESS_NODE_PAGE] } as const;

const loanCents = z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00));

const daysLate = z.int().check(z.minimum(0, '0 to 999'), z.maximum(999, '0 to 999'));
/** STOP_WHEN: nothing is owed on the loan any more (of the customer where the moment is of no loan), or the customer wants no offers. */
export const stopWhen = z.enum(['SETTLED', 'OPTED_OUT']);
export type StopWhen = z.output<typeof stopWhen>;

/** What goes out at a node: templates in their order, one of a channel; the first that reaches the person is sent. */
export const messagePoint = z
  .strictObject({
    isEnabled: z.boolean(),
    templateCodes: z
      .array(businessNo)
      .check(z.minLength(1, 'Choose at least 1'), z.maxLength(5, 'At most 5'))
      .check(z.refine((all) => new Set(all).size === all.length, 'Each template once')),
    /** Of queued nodes: so long after its moment. Absent: at once. */
    delayMinutes: z.optional(z.int().check(z.minimum(0, '0 to 10,080'), z.maximum(10_080, '0 to 10,080'))),
    /** Of queued nodes: the hours of the day (EAT) within contact hours; both or neither. */
    fromTime: z.optional(timeOfDay),
    toTime: z.optional(timeOfDay),
    /** Of queued nodes: the LOAN_TYPE it is limited to. Absent: all types. */
    loanType: z.optional(z.enum(['FIRST', 'REPEAT'])),
    /** Of queued nodes about a loan: the amounts it is limited to. Absent: all. */
    loanCentsFrom: z.optional(loanCents),
    loanCentsTo: z.optional(loanCents),
    /** Queued nodes only: how many days the customer's oldest unpaid bill is past due (0 if none is). If missing, any number. */
    dpdFrom: z.optional(daysLate),
    dpdTo: z.optional(daysLate),
    /** Of queued nodes: what makes a message that waits be dropped. */
    stopWhen: z.optional(z.array(stopWhen).check(z.maxLength(2))),
  })
  .check((context) => {
    const { fromTime, toTime, loanCentsFrom, loanCentsTo, dpdFrom, dpdTo } = context.value;
    const fault = (field: string, message: string) =>
      context.issues.push({ code: 'custom', input: context.value, path: [field], message });
    if (loanCentsFrom !== undefined && loanCentsTo !== undefined && loanCentsFrom > loanCentsTo) {
      fault('loanCentsTo', 'Cannot be below the least');
    }
    if (dpdFrom !== undefined && dpdTo !== undefined && dpdFrom > dpdTo) fault('dpdTo', 'Cannot be below the least');
    if ((fromTime === undefined) !== (toTime === undefined)) {
      fault(fromTime === undefined ? 'fromTime' : 'toTime', 'Content cannot be blank');
    } else if (fromTime !== undefined && toTime !== undefined) {
      if (fromTime < '08:00') fault('fromTime', '08:00 or later');
      if (toTime > '19:00') fault('toTime', '19:00 or earlier');
      if (fromTime >= toTime) fault('toTime', 'Must be after the start');
    }
  });
export type MessagePoint = z.output<typeof messagePoint>;

/** NODE_AUDIENCE */
export const nodeAudience = z.enum(['STAFF', 'CUSTOMER']);
/** NODE_STATUS */
export const nodeStatus = z.enum(['ENABLED', 'DISABLED']);

export const pointRow = z.object({
  subjectNo: z.string(),
  nodeCode,
  /** Null: every merchant without a setting of its own. */
  merchantNo: z.nullable(z.string()),
  merchantName: z.nullable(z.string()),
  audience: nodeAudience,
  smsKind,
  point: messagePoint,
  templateNames: z.array(z.string()),
  /** Of its templates, in the order in which they are tried. */
  channels: z.array(messageChannel),
  /** Null where it goes out at once. */
  delayMinutes: z.nullable(z.number()),
  variables: z.array(z.object({ name: z.string(), example: z.string() })),
  isStatutory: z.boolean(),
  /** Null: what the product started with. */
  versionNo: z.nullable(z.number()),
  hasOpenVersion: z.boolean(),
  sentToday: z.number(),
  failedToday: z.number(),
  status: nodeStatus,
  allowedActions: z.array(z.enum(['save'])),
});
export type PointRow = z.output<typeof pointRow>;

const filters = z.strictObject({
  nodeCode: z.optional(nodeCode),
  audience: z.optional(nodeAudience),
  merchantNo: z.optional(businessNo),
  channelType: z.optional(messageChannel),
  templateCode: textFilter,
  status: z.optional(nodeStatus),
});
export type PointFilters = z.output<typeof filters>;
const SORTS = ['nodeCode', 'sentToday'] as const;

export const page = defineEndpoint({
  name: 'messagePoint.page',
  method: 'POST',
  path: 'message/point/page',
  access: seen,
  kind: 'query',
  summary: 'The moments at which a message goes out, with what goes out',
  request: listRequest(filters, SORTS),
  reply: listReply(pointRow),
});

export const exportList = defineEndpoint({
  name: 'messagePoint.export',
  method: 'POST',
  path: 'message/point/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected nodes as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

/** One try to send a message by one account; a message is tried by the next only where the one before did not take it. */
export const deliveryHop = z.object({
  at: z.string(),
  accountCode: z.string(),
  /** Of an SMS by a route; null by the app’s own account. */
  routeNo: z.nullable(z.string()),
  /** SENDING_OUTCOME */
  outcome: sendingOutcome,
  /** What the provider said of it, in its own words. */
  fault: z.nullable(z.string()),
  /** Of the provider’s report; null while none has arrived. */
  delivery: z.nullable(messageDelivery),
});

export const deliveries = defineEndpoint({
  name: 'messagePoint.deliveries',
  method: 'POST',
  path: 'message/point/delivery/page',
  access: { page: [BUSINESS_NODE_PAGE, MESSAGE_TEMPLATE_PAGE] },
  kind: 'query',
  summary:
    'The newest 50 messages of a node or of one of its templates, phones masked, each with the accounts that were tried',
  request: z.strictObject({ nodeCode, merchantNo: z.optional(businessNo), templateCode: z.optional(businessNo) }),
  reply: z.array(
    z.object({
      at: z.string(),
      channelType: messageChannel,
      /** Masked. */
      destination: z.string(),
      templateCode: z.string(),
      /** MESSAGE_OUTCOME */
      outcome: z.enum(['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'REFUSED', 'UNKNOWN']),
      /** The earliest first; empty where the server’s own gateway sent it, or nothing did yet. */
      hops: z.array(deliveryHop),
    }),
  ),
});

export const options = defineEndpoint({
  name: 'messagePoint.options',
  method: 'GET',
  path: 'message/point/options/{nodeCode}',
  access: seen,
  kind: 'query',
  summary: 'The enabled templates that a node may send',
  request: z.object({ nodeCode }),
  reply: z.array(z.object({ templateCode: z.string(), templateName: z.string(), channelType: messageChannel })),
});

export const dryRun = defineEndpoint({
  name: 'messagePoint.dryRun',
  method: 'POST',
  path: 'message/point/dryRun',
  access: { code: ['operation:messagePoint:save'] },
  kind: 'query',
  summary: 'How many messages a queued node would have sent in the last 24 hours. REFERENCE_UNKNOWN, NOT_FOUND',
  request: z.strictObject({
    nodeCode,
    /** Null: every merchant that the caller sees. */
    merchantNo: z.nullable(businessNo),
    loanType: z.nullable(z.enum(['FIRST', 'REPEAT'])),
    loanCentsFrom: z.optional(loanCents),
    loanCentsTo: z.optional(loanCents),
    dpdFrom: z.optional(daysLate),
    dpdTo: z.optional(daysLate),
  }),
  reply: z.object({ messages: z.number() }),
});

/** MESSAGE_MOMENT: COMING is a moment that lies ahead, while nothing changes; the others are kept as they were found. */
export const momentStatus = z.enum(['QUEUED', 'SENT', 'SKIPPED', 'DROPPED', 'COMING']);
export const timeline = defineEndpoint({
  name: 'messagePoint.timeline',
  method: 'GET',
  path: 'message/point/timeline/{orderNo}',
  access: seen,
  kind: 'query',
  summary:
    'The nodes that an order passed, and those that come while its bills stay unpaid, with the texts as its customer reads them; names masked where the role masks them. NOT_FOUND',
  request: z.object({ orderNo: businessNo }),
  /** The earliest first. */
  reply: z.array(
    z.object({
      nodeCode,
      /** The order or a bill of it. */
      subjectNo: z.string(),
      /** When it left or leaves; for the others when it happened. */
      at: z.string(),
      momentStatus,
      /** Why it was dropped. */
      fault: z.nullable(z.string()),
      channelType: z.nullable(messageChannel),
      /** Null where nothing is written. */
      text: z.nullable(z.string()),
    }),
  ),
});
