import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { historyEntry } from '../platform/history.ts';

const PREFIX = 'customerServiceCenter/replyTemplate';
const FEEDBACK_PAGE = '/AdminContent/CustomerServiceSystem/CustomerFeedback';
const seen = { page: [FEEDBACK_PAGE] } as const;
const SAVE = { code: ['customerService:replyTemplate:save'] } as const;
const replyTemplateNo = z.string().check(z.regex(/^RP\d+$/));

/** REPLY_LANGUAGE */
export const replyLanguage = z.enum(['en', 'sw']);

const form = {
  merchantNo: businessNo,
  templateName: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
  language: replyLanguage,
  /** Put into the answer as it is; whoever answers may change it there. */
  content: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(1000, 'At most 1000 characters')),
  isEnabled: z.boolean(),
};

export const replyTemplateRow = z.object({
  replyTemplateNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  templateName: z.string(),
  language: replyLanguage,
  content: z.string(),
  isEnabled: z.boolean(),
  updatedByName: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['update'])),
});
export type ReplyTemplateRow = z.output<typeof replyTemplateRow>;

const filters = z.strictObject({
  templateName: textFilter,
  language: z.optional(replyLanguage),
  merchantNo: z.optional(businessNo),
  isEnabled: z.optional(z.boolean()),
});
const SORTS = ['templateName', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'replyTemplate.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'Texts that answers to customers begin with',
  request: listRequest(filters, SORTS),
  reply: listReply(replyTemplateRow),
});

export const exportList = defineEndpoint({
  name: 'replyTemplate.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['customerService:feedback:export'] },
  kind: 'command',
  summary: 'The filtered or the selected texts as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'replyTemplate.detail',
  method: 'GET',
  path: `${PREFIX}/one/{replyTemplateNo}`,
  access: seen,
  kind: 'query',
  summary: 'A text and what was changed of it. NOT_FOUND',
  request: z.object({ replyTemplateNo }),
  reply: z.object({ row: replyTemplateRow, history: z.array(historyEntry) }),
});

/** What is offered where customers are answered. */
export const offered = defineEndpoint({
  name: 'replyTemplate.offered',
  method: 'GET',
  path: `${PREFIX}/offered`,
  access: { page: [FEEDBACK_PAGE, '/AdminContent/CustomerServiceSystem/Feedback'] },
  kind: 'query',
  summary: 'Enabled texts of the caller’s merchants, of one where it is named',
  request: z.object({ merchantNo: z.optional(businessNo) }),
  reply: z.array(
    z.object({
      replyTemplateNo: z.string(),
      templateName: z.string(),
      merchantName: z.string(),
      language: replyLanguage,
      content: z.string(),
    }),
  ),
});

/** Errors: REFERENCE_UNKNOWN, REPLY_TEMPLATE_EXISTS, SENSITIVE_WORD; of a change also NOT_FOUND, STALE. */
export const save = defineEndpoint({
  name: 'replyTemplate.save',
  method: 'POST',
  path: `${PREFIX}/save`,
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Adds a text or changes it; answers that began with it stay as they were sent',
  request: z.strictObject({ replyTemplateNo: z.optional(replyTemplateNo), version: z.optional(z.int()), ...form }),
  reply: z.object({ replyTemplateNo: z.string(), version: z.number() }),
});
