import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { ANY_TELEMARKETING_PAGE, optionCode } from './call-parts.ts';

const PREFIX = 'telemarketing/baseTypeOption';
export const CALL_OPTION_PAGE = '/AdminContent/TelemarketingSystem/BaseTypeOption';
const seen = { page: [CALL_OPTION_PAGE] } as const;
const SAVE = { code: ['telemarketing:option:save'] } as const;

export const optionType = z.enum(['LIST_TYPE', 'MARKETING_TARGET', 'ABANDON_REASON', 'SCRIPT_TAG', 'WILLINGNESS']);
export type OptionType = z.output<typeof optionType>;
export const optionStatus = z.enum(['ENABLED', 'DISABLED']);

const upTo = (least: number, most: number) =>
  z.int().check(z.minimum(least, `${least} to ${most}`), z.maximum(most, `${least} to ${most}`));

/** What a list type, or a willingness, decides; nothing of the other types. */
export const optionRule = z.strictObject({
  isTargetEditable: z.optional(z.boolean()),
  /** Days until an entry that nobody converted is over. */
  expireDays: z.optional(upTo(1, 365)),
  /** Calls until it is given up. */
  maxAttempts: z.optional(upTo(1, 50)),
  recycleDelayDays: z.optional(upTo(0, 365)),
  recycleMax: z.optional(upTo(0, 20)),
  /** Codes of CUSTOMER_STATUS_GROUP that may be imported. */
  customerStatuses: z.optional(z.array(z.enum(['0', '1', '2', '3', '4']))),
  /** Hours until somebody with this willingness is called again. */
  retryDelayHours: z.optional(upTo(1, 2160)),
});
export type OptionRule = z.output<typeof optionRule>;

export const optionRow = z.object({
  optionId: z.string(),
  optionType,
  code: z.string(),
  /** In the reader’s language. */
  name: z.string(),
  optionNames: z.record(z.string(), z.string()),
  sort: z.number(),
  rule: optionRule,
  status: optionStatus,
  remark: z.nullable(z.string()),
  /** Entries, follow-ups and tasks that name it. */
  usedCount: z.number(),
  updatedByName: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'enable', 'disable'])),
});
export type OptionRow = z.output<typeof optionRow>;

const filters = z.strictObject({
  optionType: z.optional(optionType),
  name: textFilter,
  status: z.optional(optionStatus),
});
const SORTS = ['sort', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'callOption.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'The choices that telemarketing offers, and what each decides.',
  request: listRequest(filters, SORTS),
  reply: listReply(optionRow),
});

export const exportList = defineEndpoint({
  name: 'callOption.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected choices as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'callOption.detail',
  method: 'GET',
  path: `${PREFIX}/{optionId}`,
  access: seen,
  kind: 'query',
  summary: 'A choice and what was changed of it',
  request: z.object({ optionId: z.string().check(z.regex(/^\d+$/)) }),
  reply: z.object({ row: optionRow, history: z.array(historyEntry) }),
});

export const touched = defineEndpoint({
  name: 'callOption.touched',
  method: 'GET',
  path: `${PREFIX}/touched`,
  access: { code: ['telemarketing:option:save'] },
  kind: 'query',
  summary: 'How many live entries of the caller’s merchants a change of a list type touches. NOT_FOUND',
  request: z.object({
    optionId: z.string().check(z.regex(/^\d+$/)),
    maxAttempts: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)),
  }),
  reply: z.object({
    /** In the pool or assigned. */
    live: z.number(),
    /** Of them, called so often already: the next talk that leads to nothing ends them. */
    usedUp: z.number(),
  }),
});

const offered = z.array(z.object({ value: z.string(), label: z.string() }));
export const listTypes = defineEndpoint({
  name: 'callOption.listTypes',
  method: 'GET',
  path: `${PREFIX}/listTypes`,
  access: ANY_TELEMARKETING_PAGE,
  kind: 'query',
  summary: 'Enabled list types',
  request: z.object({}),
  reply: offered,
});
export const targets = defineEndpoint({
  name: 'callOption.targets',
  method: 'GET',
  path: `${PREFIX}/targets`,
  access: ANY_TELEMARKETING_PAGE,
  kind: 'query',
  summary: 'Enabled marketing targets',
  request: z.object({}),
  reply: offered,
});

export const scriptTags = defineEndpoint({
  name: 'callOption.scriptTags',
  method: 'GET',
  path: `${PREFIX}/scriptTags`,
  access: ANY_TELEMARKETING_PAGE,
  kind: 'query',
  summary: 'Enabled script tags',
  request: z.object({}),
  reply: offered,
});

const texts = z
  .record(z.string(), z.string().check(z.trim(), z.maxLength(64, 'At most 64 characters')))
  .check(z.refine((names) => (names['en'] ?? '').trim() !== '', { error: 'All options must be filled', path: ['en'] }));

export const save = defineEndpoint({
  name: 'callOption.save',
  method: 'POST',
  path: `${PREFIX}/save`,
  access: SAVE,
  kind: 'command',
  preview: true,
  summary:
    'Adds a choice or changes it; its code and type stay. CALL_OPTION_EXISTS, CALL_OPTION_FIXED, NOT_FOUND, STALE',
  request: z.strictObject({
    optionId: z.optional(z.string().check(z.regex(/^\d+$/))),
    version: z.optional(z.int()),
    optionType,
    code: optionCode,
    optionNames: texts,
    sort: z.int().check(z.minimum(1, 'Must be an integer above 0'), z.maximum(9_999, 'At most 9999')),
    rule: optionRule,
    remark: z.nullable(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
  }),
  reply: z.object({ optionId: z.string(), version: z.number() }),
});

const switched = {
  method: 'POST',
  access: SAVE,
  kind: 'command',
  preview: true,
  request: z.strictObject({ optionId: z.string().check(z.regex(/^\d+$/)), version: z.int() }),
  reply: z.object({ optionId: z.string() }),
} as const;
export const enable = defineEndpoint({
  ...switched,
  name: 'callOption.enable',
  path: `${PREFIX}/enable`,
  summary: 'Offers a choice again. STALE, NOTHING_CHANGES',
});
export const disable = defineEndpoint({
  ...switched,
  name: 'callOption.disable',
  path: `${PREFIX}/disable`,
  summary: 'Offers a choice no more; what has it keeps it. STALE, NOTHING_CHANGES, CALL_OPTION_LAST, CALL_OPTION_FIXED',
});
