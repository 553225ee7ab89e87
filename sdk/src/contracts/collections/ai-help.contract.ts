import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest } from '../list.ts';

const seen = { page: ['/AdminContent/CustomerServiceSystem/AiHelpUidDecrypt'] } as const;

/** AI_HELP_RESULT. INVALID: no UID of ours, or one that was altered. */
export const aiHelpResult = z.enum(['FOUND', 'NOT_FOUND', 'INVALID']);

export const uidRow = z.object({
  /** Start and end. */
  uid: z.string(),
  result: aiHelpResult,
  /** True where the UID was made with an earlier key. */
  isOldKey: z.boolean(),
  customerNo: z.nullable(z.string()),
  /** Masked where the caller is. */
  customerName: z.nullable(z.string()),
  /** Masked. */
  phone: z.nullable(z.string()),
  appName: z.nullable(z.string()),
  registeredAt: z.nullable(z.string()),
  hasLiveOrder: z.boolean(),
});
export type UidRow = z.output<typeof uidRow>;

export const decrypt = defineEndpoint({
  name: 'aiHelp.decrypt',
  method: 'POST',
  path: 'aiHelp/decrypt',
  access: { code: ['customerService:aiHelp:decrypt'] },
  kind: 'command',
  summary: 'Whose the encrypted UIDs of the chat tool are; each look-up is kept. REFERENCE_UNKNOWN for the purpose',
  request: z
    .strictObject({
      uids: z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000, 'At most 1000 characters')))
        .check(z.minLength(1, 'All options must be filled'), z.maxLength(50, 'At most 50 at a time')),
      /** REVEAL_PURPOSE */
      purpose: z.string().check(z.minLength(1, 'All options must be filled'), z.maxLength(64)),
      feedbackNo: z.optional(businessNo),
      remark: z.optional(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
    })
    .check(
      z.refine(({ feedbackNo, remark }) => feedbackNo !== undefined || (remark ?? '') !== '', {
        error: 'All options must be filled',
        path: ['remark'],
      }),
    ),
  reply: z.object({ rows: z.array(uidRow) }),
});

export const logRow = z.object({
  logId: z.string(),
  operatorName: z.string(),
  uidCount: z.number(),
  foundCount: z.number(),
  purpose: z.string(),
  feedbackNo: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  /** Of its customers, how many numbers the operator saw in full since. */
  phoneShownCount: z.number(),
  decryptedAt: z.string(),
});
export type AiHelpLogRow = z.output<typeof logRow>;

const logFilters = z.strictObject({
  operatorUserNo: z.optional(businessNo),
  purpose: z.optional(z.string().check(z.maxLength(64))),
  result: z.optional(aiHelpResult),
  decryptedAt: dayRange,
});
const LOG_SORTS = ['decryptedAt'] as const;

export const logPage = defineEndpoint({
  name: 'aiHelp.logPage',
  method: 'POST',
  path: 'aiHelp/decryptLog/page',
  access: seen,
  kind: 'query',
  summary: 'Who looked up UIDs, how many and what for',
  request: listRequest(logFilters, LOG_SORTS),
  reply: listReply(logRow),
});
export const logExport = defineEndpoint({
  name: 'aiHelp.logExport',
  method: 'POST',
  path: 'aiHelp/decryptLog/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected look-ups as a file, made by a job',
  request: exportRequest(logFilters, LOG_SORTS),
  reply: exportReply,
});
export const operators = defineEndpoint({
  name: 'aiHelp.operators',
  method: 'GET',
  path: 'aiHelp/operators',
  access: seen,
  kind: 'query',
  summary: 'Who looked up UIDs at all',
  request: z.object({}),
  reply: z.array(z.object({ value: z.string(), label: z.string() })),
});
export const uid = defineEndpoint({
  name: 'aiHelp.uid',
  method: 'GET',
  path: 'loans/intake/aiHelpUid/{customerNo}',
  access: { code: ['audit:order:intake'] },
  kind: 'query',
  summary: 'For the app’s server: the encrypted UID that the chat tool is given. CUSTOMER_NOT_FOUND',
  request: z.object({ customerNo: businessNo }),
  reply: z.object({ uid: z.string() }),
});
