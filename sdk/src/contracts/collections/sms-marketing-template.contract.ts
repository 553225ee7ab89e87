import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  textFilter,
} from '../list.ts';
import { wordAction } from '../platform/sensitive-word.contract.ts';
import { historyEntry } from '../platform/history.ts';

export const SMS_MARKETING_TEMPLATE_PAGE = '/AdminContent/MarketingManagement/SmsMarketingTemplate';
const AT = 'marketingManage/smsTemplate';
const seen = { page: [SMS_MARKETING_TEMPLATE_PAGE] } as const;

/** MARKETING_TEMPLATE_STATUS. An enabled text never changes: an edit of it is a new version, drafted. */
export const templateStatus = z.enum(['DRAFT', 'PENDING_APPROVAL', 'ENABLED', 'DISABLED']);
/** MARKETING_SCENE. */
export const marketingScene = z.enum(['DORMANT', 'REPEAT_LOAN', 'LIMIT_RAISED', 'COUPON', 'CAMPAIGN']);
/** MARKETING_LANGUAGE. */
export const marketingLanguage = z.enum(['en', 'sw']);

/** What a text may name; filled in for each recipient. */
export const TEMPLATE_VARIABLES = ['firstName', 'amount', 'productName', 'link', 'validUntil', 'optOutLink'] as const;
/** Those that an SMS task fills in: other senders refuse texts that name them. */
export const TASK_VARIABLES = ['link', 'validUntil', 'optOutLink'] as const;
/** What previews, tests and counts of a text fill in. */
export const SAMPLE_VALUES: Readonly<Record<string, string>> = {
  firstName: 'Wanjiku',
  amount: 'KES 15,000',
  productName: 'Salary advance',
  link: 'https://kituo.co.ke/offer',
  validUntil: '31 Dec 2026',
  optOutLink: 'https://kituo.co.ke/o/Q2xvc2VkISEh',
};
/** Put after every text, and counted with it. */
export const OPT_OUT_TEXT = ' STOP to opt out';
export const MAX_SEGMENTS = 4;
const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/** Pure. The variables that a text names, each once. */
export const variablesIn = (content: string): string[] => [
  ...new Set([...content.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

/** Pure. A text with its values and how to opt out; a variable without a value is left out. */
export function fillIn(
  content: string,
  values: Readonly<Record<string, string>> = SAMPLE_VALUES,
  optOutText: string = OPT_OUT_TEXT,
): string {
  return `${content.replace(VARIABLE, (_all, name: string) => values[name] ?? '')}${optOutText}`;
}

export const templateNo = z.string().check(z.regex(/^ST\d+$/));
const content = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(600, 'At most 600 characters'));
const form = {
  merchantNo: businessNo,
  templateName: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
  scene: marketingScene,
  language: marketingLanguage,
  content,
};
const ACTIONS = ['update', 'submit', 'approve', 'return', 'copy', 'enable', 'disable', 'test'] as const;
/** Test messages that a person may send a day (EAT). */
export const MAX_TESTS_PER_DAY = 10;

export const templateRow = z.object({
  templateNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  templateName: z.string(),
  scene: marketingScene,
  language: marketingLanguage,
  content: z.string(),
  /** As much of the text as a list has room for. */
  contentPreview: z.string(),
  /** With the opt-out text. */
  segmentCount: z.number(),
  /** Of the merchant's route; null where none is enabled. */
  senderId: z.nullable(z.string()),
  status: templateStatus,
  versionNo: z.number(),
  usedInTasks: z.number(),
  createdByName: z.string(),
  approvedByName: z.nullable(z.string()),
  updatedAt: z.string(),
  /** Goes back with a change; one in between answers STALE. */
  version: z.number(),
  allowedActions: z.array(z.enum(ACTIONS)),
});
export type TemplateRow = z.output<typeof templateRow>;

const filters = z.strictObject({
  templateNo: textFilter,
  templateName: textFilter,
  language: z.optional(marketingLanguage),
  merchantNo: z.optional(businessNo),
  status: z.optional(templateStatus),
  scene: z.optional(marketingScene),
  createdBy: z.optional(businessNo),
  updatedAt: dayRange,
});
const SORTS = ['templateName', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'smsMarketingTemplate.page',
  method: 'POST',
  path: `${AT}/page`,
  access: seen,
  kind: 'query',
  summary: 'Texts for marketing by SMS',
  request: listRequest(filters, SORTS),
  reply: listReply(templateRow),
});

export const detail = defineEndpoint({
  name: 'smsMarketingTemplate.detail',
  method: 'GET',
  path: `${AT}/{templateNo}`,
  access: seen,
  kind: 'query',
  summary: 'A text with its versions and what was done to it',
  request: z.object({ templateNo }),
  reply: z.object({
    row: templateRow,
    versions: z.array(z.object({ versionNo: z.number(), content: z.string(), approvedAt: z.string() })),
    /** The text with sample values and the opt-out text, as a phone shows it. */
    sample: z.string(),
    /** What campaigns that sent it came to, the newest first. */
    results: z.array(
      z.object({
        taskNo: z.string(),
        taskName: z.string(),
        sent: z.number(),
        delivered: z.number(),
        failed: z.number(),
        /** Loans disbursed of applications within the task's window. */
        disbursed: z.number(),
      }),
    ),
    history: z.array(historyEntry),
  }),
});

export const check = defineEndpoint({
  name: 'smsMarketingTemplate.check',
  method: 'POST',
  path: `${AT}/check`,
  access: seen,
  kind: 'query',
  summary: 'What speaks against a text, and how many SMS it is sent as',
  request: z.strictObject({ merchantNo: businessNo, content }),
  reply: z.object({
    segmentCount: z.number(),
    encoding: z.enum(['GSM-7', 'Unicode']),
    /** Of the merchant's route, put after every text and counted with it. */
    optOutText: z.string(),
    /** The first character that makes it dearer. */
    dearest: z.nullable(z.string()),
    unknownVariables: z.array(z.string()),
    /** Links on domains that are not allowed. */
    foreignLinks: z.array(z.string()),
    hasLenderName: z.boolean(),
    words: z.array(z.object({ word: z.string(), action: wordAction })),
    /** The text with sample values and the opt-out text. */
    sample: z.string(),
  }),
});

/**
 * Errors: REFERENCE_UNKNOWN, MARKETING_VARIABLE_UNKNOWN, MARKETING_LENDER_MISSING, MARKETING_TOO_LONG, SENSITIVE_WORD,
 * MARKETING_WORD_WARNED, MARKETING_LINK_FOREIGN;
 * of a change also MARKETING_TEMPLATE_NOT_FOUND, STALE, ILLEGAL_TRANSITION.
 */
export const save = defineEndpoint({
  name: 'smsMarketingTemplate.save',
  method: 'POST',
  path: `${AT}/save`,
  access: { code: ['marketing:template:save'] },
  kind: 'command',
  preview: true,
  summary: 'Drafts a text or changes it; of an enabled one the next version is drafted',
  request: z.strictObject({
    templateNo: z.optional(templateNo),
    version: z.optional(z.int()),
    ...form,
    /** That words with a warning stay: without it they are refused. */
    acceptsWarnings: z.optional(z.boolean()),
  }),
  reply: z.object({ templateNo: z.string(), version: z.number() }),
});

const step = <const Name extends string>(does: Name, code: string, summary: string) =>
  defineEndpoint({
    name: `smsMarketingTemplate.${does}`,
    method: 'POST',
    path: `${AT}/${does}`,
    access: { code: [code] },
    kind: 'command',
    preview: true,
    summary,
    request: z.strictObject({ templateNo, reason: z.optional(reason) }),
    reply: z.object({ templateNo: z.string(), status: templateStatus, version: z.number() }),
  });

export const submit = step('submit', 'marketing:template:save', 'Sends a draft for approval');
export const approve = step('approve', 'marketing:template:approve', 'Enables a text that another person wrote');
export const sendBack = step('return', 'marketing:template:approve', 'Returns a text to its draft');
export const copy = step('copy', 'marketing:template:copy', 'Drafts a text like this one');
export const enable = step('enable', 'marketing:template:enable', 'Offers a text to tasks again');
export const disable = step('disable', 'marketing:template:enable', 'Tasks cannot use the text; those that run pause');

export const people = defineEndpoint({
  name: 'smsMarketingTemplate.people',
  method: 'GET',
  path: `${AT}/people`,
  access: seen,
  kind: 'query',
  summary: 'Who wrote texts of the caller’s merchants, and whom a test may be sent to',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string(), isAuthor: z.boolean(), hasPhone: z.boolean() })),
});

/** Errors: MARKETING_TEMPLATE_NOT_FOUND, SMS_TEST_NO_PHONE, MARKETING_TEST_LIMIT, SENSITIVE_WORD, CONTACT_… of the gate. */
export const test = defineEndpoint({
  name: 'smsMarketingTemplate.test',
  method: 'POST',
  path: `${AT}/test`,
  access: { code: ['marketing:sms:test'] },
  kind: 'command',
  summary: 'Sends a text with sample values to the phone of a member of staff',
  request: z.strictObject({ templateNo, userNo: businessNo }),
  reply: z.object({ templateNo: z.string(), left: z.number() }),
});

export const exportList = defineEndpoint({
  name: 'smsMarketingTemplate.export',
  method: 'POST',
  path: `${AT}/export`,
  access: { code: ['marketing:template:export'] },
  kind: 'command',
  summary: 'The filtered or the selected texts as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
