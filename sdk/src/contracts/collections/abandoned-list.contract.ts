import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  selected,
  textFilter,
} from '../list.ts';
import { abandonReason, customerStatus } from './call-list.contract.ts';
import { callPhone, entryId, entryPast, optionCode, willingness } from './call-parts.ts';

const PREFIX = 'telemarketing/abandonedList';
const seen = { page: ['/AdminContent/TelemarketingSystem/AbandonedListLibraryManagement'] } as const;
const RECYCLE = { code: ['telemarketing:list:recycle'] } as const;

export const abandonedRow = z.object({
  entryId: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  /** Masked. */
  phone: z.string(),
  batchNo: z.nullable(z.string()),
  listType: z.string(),
  listTypeName: z.string(),
  marketingTarget: z.string(),
  marketingTargetName: z.string(),
  abandonReason,
  customerStatus,
  willingness: z.nullable(willingness),
  callCount: z.number(),
  recycleCount: z.number(),
  /** Null: never. */
  recyclableAt: z.nullable(z.string()),
  /** Null: automatically. */
  abandonedByName: z.nullable(z.string()),
  lastTelemarketerName: z.nullable(z.string()),
  abandonedAt: z.string(),
  allowedActions: z.array(z.enum(['recycle'])),
});
export type AbandonedRow = z.output<typeof abandonedRow>;

const filters = z.strictObject({
  /** Exact. */
  phone: z.optional(callPhone),
  batchNo: textFilter,
  listType: z.optional(optionCode),
  marketingTarget: z.optional(optionCode),
  abandonReason: z.optional(abandonReason),
  customerStatus: z.optional(customerStatus),
  lastTelemarketerUserNo: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  abandonedAt: dayRange,
  recyclable: z.optional(z.boolean()),
});
const SORTS = ['abandonedAt', 'recyclableAt'] as const;

export const page = defineEndpoint({
  name: 'abandonedList.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'Entries that were given up, why, and from when on they may be called again.',
  request: listRequest(filters, SORTS),
  reply: listReply(abandonedRow),
});

export const exportList = defineEndpoint({
  name: 'abandonedList.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['telemarketing:abandoned:export'] },
  kind: 'command',
  summary: 'The filtered or the selected entries as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'abandonedList.detail',
  method: 'GET',
  path: `${PREFIX}/{entryId}`,
  access: seen,
  kind: 'query',
  summary: 'The whole life of an entry that was given up. CALL_ENTRY_NOT_FOUND',
  request: z.object({ entryId }),
  reply: z.object({ row: abandonedRow, ...entryPast }),
});

export const yields = defineEndpoint({
  name: 'abandonedList.yields',
  method: 'GET',
  path: `${PREFIX}/yields`,
  access: seen,
  kind: 'query',
  summary:
    'What recycled entries of the last 180 days came to, by why they had been abandoned and by list type, those answered most often first',
  request: z.object({}),
  reply: z.array(
    z.object({
      abandonReason,
      listType: z.string(),
      /** In the reader’s language. */
      listTypeName: z.string(),
      recycled: z.number(),
      /** Since then. */
      called: z.number(),
      reached: z.number(),
      converted: z.number(),
      /** Abandoned for the same reason, and may be recycled now. */
      recyclable: z.number(),
    }),
  ),
});

const form = {
  /** Another target; left out, the one it had. */
  marketingTarget: z.optional(optionCode),
  remark: z.nullable(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
};

export const recycle = defineEndpoint({
  name: 'abandonedList.recycle',
  method: 'POST',
  path: `${PREFIX}/recycle`,
  access: RECYCLE,
  kind: 'command',
  preview: true,
  summary:
    'Puts an entry back into the pool, its calls counted afresh. CALL_RECYCLE_EARLY, CALL_RECYCLE_OFTEN, CALL_RECYCLE_NEVER, CALL_TARGET_LOCKED, CALL_ENTRY_EXISTS',
  request: z.strictObject({ entryId, ...form }),
  reply: z.object({ entryId: z.string(), listStatus: z.string() }),
});

export const recycleMany = defineEndpoint({
  name: 'abandonedList.recycleMany',
  method: 'POST',
  path: `${PREFIX}/recycleMany`,
  access: RECYCLE,
  kind: 'command',
  summary: 'The same for several, one transaction each, by a job.',
  request: z.strictObject({ entryIds: selected, ...form }),
  reply: exportReply,
});
