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
import { historyEntry } from '../platform/history.ts';
import { optionCode } from './call-parts.ts';

const PREFIX = 'telemarketing/importRecord';
const seen = { page: ['/AdminContent/TelemarketingSystem/ImportRecord'] } as const;
const FILE = { code: ['telemarketing:list:import'] } as const;
/** Who may import files, or user groups: those they imported that way. */
const IMPORT = { code: ['telemarketing:list:import', 'telemarketing:circlePeople:import'] } as const;

export const importType = z.enum(['FILE', 'CIRCLE_PEOPLE', 'BLACKLIST']);
export const importResult = z.enum(['SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE']);
const importNo = z.string().check(z.regex(/^LI\d+$/));

export const importRow = z.object({
  importNo: z.string(),
  importType,
  merchantNo: z.nullable(z.string()),
  merchantName: z.nullable(z.string()),
  batchNo: z.nullable(z.string()),
  listType: z.nullable(z.string()),
  listTypeName: z.nullable(z.string()),
  marketingTargetName: z.nullable(z.string()),
  userGroupNo: z.nullable(z.string()),
  /** Of an import of a file. */
  fileName: z.nullable(z.string()),
  /** SHA-256 of the file. */
  fileHash: z.nullable(z.string()),
  totalCount: z.number(),
  successCount: z.number(),
  failCount: z.number(),
  /** Null while it runs. */
  importResult: z.nullable(importResult),
  operatorName: z.string(),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['retry', 'withdraw', 'failedFile'])),
});
export type ImportRow = z.output<typeof importRow>;

const filters = z.strictObject({
  importNo: textFilter,
  importType: z.optional(importType),
  batchNo: textFilter,
  listType: z.optional(optionCode),
  importResult: z.optional(importResult),
  operatorUserNo: z.optional(businessNo),
  createdAt: dayRange,
});
const SORTS = ['startedAt'] as const;

export const page = defineEndpoint({
  name: 'callImport.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'Files of people to call: who imported them, and what of each was taken.',
  request: listRequest(filters, SORTS),
  reply: listReply(importRow),
});

export const exportList = defineEndpoint({
  name: 'callImport.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['telemarketing:import:export'] },
  kind: 'command',
  summary: 'The filtered or the selected imports as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const operators = defineEndpoint({
  name: 'callImport.operators',
  method: 'GET',
  path: `${PREFIX}/operators`,
  access: seen,
  kind: 'query',
  summary: 'Who imported for the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ value: z.string(), label: z.string() })),
});

export const detail = defineEndpoint({
  name: 'callImport.detail',
  method: 'GET',
  path: `${PREFIX}/{importNo}`,
  access: seen,
  kind: 'query',
  summary:
    'An import with why rows failed, what became of its entries, and how many could be withdrawn. CALL_IMPORT_NOT_FOUND',
  request: z.object({ importNo }),
  reply: z.object({
    row: importRow,
    failures: z.array(z.object({ reason: z.string(), count: z.number() })),
    called: z.number(),
    converted: z.number(),
    abandoned: z.number(),
    /** In the pool and never called: what a withdrawal removes. */
    withdrawable: z.number(),
    /** By where its people agreed to be called, those with most entries first. */
    sources: z.array(
      z.object({
        optInSource: z.string(),
        entries: z.number(),
        called: z.number(),
        /** Somebody answered. */
        reached: z.number(),
        /** The consent is still in force. */
        optedIn: z.number(),
        converted: z.number(),
      }),
    ),
    history: z.array(historyEntry),
  }),
});

export const rows = defineEndpoint({
  name: 'callImport.rows',
  method: 'POST',
  path: `${PREFIX}/rows/page`,
  access: seen,
  kind: 'query',
  summary: 'The rows of an import that failed, with the cell and the reason. CALL_IMPORT_NOT_FOUND',
  request: z.strictObject({
    importNo,
    page: z.int().check(z.minimum(1)),
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  reply: listReply(
    z.object({
      rowNo: z.string(),
      field: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
});

export const failedFile = defineEndpoint({
  name: 'callImport.failedFile',
  method: 'GET',
  path: `${PREFIX}/{importNo}/failedFile`,
  access: FILE,
  kind: 'query',
  replyForm: 'file',
  summary: 'The rows that failed as they were typed, with the reason, to fix and import again. CALL_IMPORT_NOT_FOUND',
  request: z.object({ importNo }),
  reply: z.unknown(),
});

export const retry = defineEndpoint({
  name: 'callImport.retry',
  method: 'POST',
  path: `${PREFIX}/retry`,
  access: IMPORT,
  kind: 'command',
  summary:
    'Imports the failed rows once more, by a job. CALL_IMPORT_NOT_FOUND, CALL_IMPORT_WITHDRAWN, CALL_IMPORT_RUNNING, FORBIDDEN',
  request: z.strictObject({ importNo }),
  reply: exportReply,
});

export const withdraw = defineEndpoint({
  name: 'callImport.withdraw',
  method: 'POST',
  path: `${PREFIX}/withdraw`,
  access: IMPORT,
  kind: 'command',
  preview: true,
  summary:
    'Removes what is in the pool and was never called; the rest stays. CALL_IMPORT_WITHDRAWN, CALL_IMPORT_RUNNING, FORBIDDEN',
  request: z.strictObject({ importNo, reason }),
  reply: z.object({ importNo: z.string(), removed: z.number(), kept: z.number() }),
});
