import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  selected,
  textFilter,
} from '../list.ts';
import { historyEntry } from './history.ts';
import { messageChannel, messageLanguage, nodeCode, smsKind } from './message-nodes.ts';

export const MESSAGE_TEMPLATE_PAGE = '/AdminContent/OperationSystem/MessageTemplateConfiguration';
/** The configuration's key. Its subjects are templates: `ALL_` and the code. */
export const MESSAGE_TEMPLATE_KEY = 'message.template';
export const templateSubject = (templateCode: string): string => `ALL_${templateCode}`;
const seen = { page: [MESSAGE_TEMPLATE_PAGE] } as const;

/** TEMPLATE_STATUS */
export const templateStatus = z.enum(['ENABLED', 'DISABLED']);

const content = z._default(z.string().check(z.trim(), z.maxLength(1_000, 'At most 1,000 characters')), '');
const subjectLine = z._default(z.string().check(z.trim(), z.maxLength(120, 'At most 120 characters')), '');
const templateName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters'));

/** What a template says, with `{{variables}}` of its node; a version each. */
export const messageTexts = z.strictObject({
  templateName,
  /** Empty: all merchants. */
  merchantNos: z._default(z.array(businessNo).check(z.maxLength(200)), []),
  en: content,
  sw: content,
  zh: content,
  /** Of e-mails. */
  subjectEn: subjectLine,
  subjectSw: subjectLine,
  subjectZh: subjectLine,
});
export type MessageTexts = z.output<typeof messageTexts>;

export const templateRow = z.object({
  templateCode: z.string(),
  /** The subject of its versions. */
  subjectNo: z.string(),
  templateName: z.string(),
  nodeCode,
  channelType: messageChannel,
  smsKind,
  merchantNos: z.array(z.string()),
  languages: z.array(messageLanguage),
  /** Of the longest language; 0 where it is no SMS. */
  parts: z.number(),
  /** Null: it says what the product started with. */
  versionNo: z.nullable(z.number()),
  texts: messageTexts,
  hasOpenVersion: z.boolean(),
  sentLast30Days: z.number(),
  /** Enabled nodes that send it, each merchant with a setting of its own counted. */
  usedByCount: z.number(),
  /** Of those whom it was sent to by SMS in 30 days, who opted out within 7 days of it; null where it went to nobody. */
  optOutPercent: z.nullable(z.number()),
  /** 1,000 texts of its longest language at the average price of the enabled SMS accounts; null where it is no SMS. */
  costPerThousandCents: z.nullable(z.number()),
  status: templateStatus,
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['save', 'copy', 'testSend', 'enable', 'disable'])),
});
export type TemplateRow = z.output<typeof templateRow>;

const filters = z.strictObject({
  templateCode: textFilter,
  templateName: textFilter,
  nodeCode: z.optional(nodeCode),
  channelType: z.optional(messageChannel),
  smsKind: z.optional(smsKind),
  merchantNo: z.optional(businessNo),
  language: z.optional(messageLanguage),
  status: z.optional(templateStatus),
});
const SORTS = ['templateCode', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'messageTemplate.page',
  method: 'POST',
  path: 'message/template/page',
  access: seen,
  kind: 'query',
  summary: 'The texts that business nodes and staff send',
  request: listRequest(filters, SORTS),
  reply: listReply(templateRow),
});

export const exportList = defineEndpoint({
  name: 'messageTemplate.export',
  method: 'POST',
  path: 'message/template/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected templates as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'messageTemplate.detail',
  method: 'GET',
  path: 'message/template/{templateCode}',
  access: seen,
  kind: 'query',
  summary: 'A template, the nodes that send it and what was done to it',
  request: z.object({ templateCode: businessNo }),
  reply: z.object({
    row: templateRow,
    usedBy: z.array(z.object({ nodeCode, merchantNo: z.string() })),
    history: z.array(historyEntry),
  }),
});

export const preview = defineEndpoint({
  name: 'messageTemplate.preview',
  method: 'GET',
  path: 'message/template/preview/{templateCode}/{orderNo}',
  access: seen,
  kind: 'query',
  summary:
    'A template as the customer of an order would read it now, by language; names masked where the role masks them. Empty where its node has nothing to say of the order. NOT_FOUND',
  request: z.object({ templateCode: businessNo, orderNo: businessNo }),
  reply: z.array(z.object({ language: messageLanguage, text: z.string() })),
});

export const add = defineEndpoint({
  name: 'messageTemplate.add',
  method: 'POST',
  path: 'message/template/add',
  access: { code: ['operation:messageTemplate:save'] },
  kind: 'command',
  preview: true,
  summary: 'Adds a template, disabled; its texts are a version. MESSAGE_CHANNEL_NOT_OF_NODE',
  request: z.strictObject({ templateName, nodeCode, channelType: messageChannel }),
  reply: z.object({ templateCode: z.string(), subjectNo: z.string() }),
});

const named = z.strictObject({ templateCode: businessNo, version: z.int() });

export const copy = defineEndpoint({
  name: 'messageTemplate.copy',
  method: 'POST',
  path: 'message/template/copy',
  access: { code: ['operation:messageTemplate:copy'] },
  kind: 'command',
  preview: true,
  summary: 'Copies a template under a code of its own, disabled. NOT_FOUND, STALE',
  request: named,
  reply: z.object({ templateCode: z.string(), subjectNo: z.string() }),
});

export const enable = defineEndpoint({
  name: 'messageTemplate.enable',
  method: 'POST',
  path: 'message/template/enable',
  access: { code: ['operation:messageTemplate:enable'] },
  kind: 'command',
  preview: true,
  summary: 'Asks another person to enable a template. STALE, NOTHING_CHANGES, MESSAGE_LANGUAGE_MISSING',
  request: z.strictObject({ ...named.shape, reason }),
  reply: z.object({ templateCode: z.string(), changeNo: z.string() }),
});

export const disable = defineEndpoint({
  name: 'messageTemplate.disable',
  method: 'POST',
  path: 'message/template/disable',
  access: { code: ['operation:messageTemplate:enable'] },
  kind: 'command',
  preview: true,
  summary: 'Sends a template no more. STALE, NOTHING_CHANGES, MESSAGE_TEMPLATE_IN_USE, MESSAGE_TEMPLATE_OF_RULE',
  request: named,
  reply: z.object({ templateCode: z.string() }),
});

const many = z.strictObject({ templateCodes: selected });

export const copyMany = defineEndpoint({
  name: 'messageTemplate.copyMany',
  method: 'POST',
  path: 'message/template/copy/batch',
  access: { code: ['operation:messageTemplate:copy'] },
  kind: 'command',
  summary: 'Copies selected templates under codes of their own, for merchants that are named, by a job',
  request: z.strictObject({
    ...many.shape,
    /** The copies’ merchants; empty: those of each source. */
    merchantNos: z.array(businessNo).check(z.maxLength(200)),
  }),
  reply: exportReply,
});

export const disableMany = defineEndpoint({
  name: 'messageTemplate.disableMany',
  method: 'POST',
  path: 'message/template/disable/batch',
  access: { code: ['operation:messageTemplate:enable'] },
  kind: 'command',
  summary: 'Sends selected templates no more, by a job; one that an enabled node needs stays',
  request: many,
  reply: exportReply,
});

export const enableMany = defineEndpoint({
  name: 'messageTemplate.enableMany',
  method: 'POST',
  path: 'message/template/enable/batch',
  access: { code: ['operation:messageTemplate:enable'] },
  kind: 'command',
  summary: 'Asks another person to enable each of the selected templates, by a job',
  request: z.strictObject({ ...many.shape, reason }),
  reply: exportReply,
});

const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
export const testSend = defineEndpoint({
  name: 'messageTemplate.testSend',
  method: 'POST',
  path: 'message/template/testSend',
  access: { code: ['operation:messageTemplate:save'] },
  kind: 'command',
  summary:
    'Sends a template with example values: e-mail to the caller’s own address, else to the caller’s own phone or a test user’s; beside SMS by the accounts of the app that is named. NOT_FOUND, REFERENCE_UNKNOWN, MESSAGE_TEST_NOBODY, MESSAGE_CHANNEL_CLOSED, MESSAGE_TEST_NO_DEVICE, MESSAGE_TEST_NO_EMAIL',
  request: z.strictObject({
    templateCode: businessNo,
    language: messageLanguage,
    /** Null for e-mail. */
    phone: z._default(z.nullable(phone), null),
    /** The app; null for SMS and for e-mails to staff. */
    merchantNo: z._default(z.nullable(businessNo), null),
  }),
  reply: z.object({ isSent: z.boolean(), fault: z.nullable(z.string()) }),
});
