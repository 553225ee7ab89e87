import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import {
  seenQuality,
  SETTING_ACTIONS,
  settingStatus,
  settingSteps,
  sheetItem,
  sheetNo,
  sourceType,
} from './quality-parts.ts';

const PREFIX = 'quality/sheet';
/** The most items of a sheet. */
export const MAX_ITEMS = 12;

export const sheetRow = z.object({
  sheetNo: z.string(),
  sheetName: z.string(),
  sourceTypes: z.array(sourceType),
  items: z.array(sheetItem),
  itemCount: z.number(),
  sheetStatus: settingStatus,
  /** Whether an approved version may be scored by now. */
  isInUse: z.boolean(),
  versionNo: z.number(),
  updatedByName: z.string(),
  approvedByName: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(SETTING_ACTIONS)),
});
export type SheetRow = z.output<typeof sheetRow>;

const filters = z.strictObject({
  sheetName: textFilter,
  sourceType: z.optional(sourceType),
  sheetStatus: z.optional(settingStatus),
});
const SORTS = ['sheetName', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'qualitySheet.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seenQuality,
  kind: 'query',
  summary: 'Score sheets',
  request: listRequest(filters, SORTS),
  reply: listReply(sheetRow),
});
export const exportList = defineEndpoint({
  name: 'qualitySheet.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: seenQuality,
  kind: 'command',
  summary: 'The filtered or the selected score sheets as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const detail = defineEndpoint({
  name: 'qualitySheet.detail',
  method: 'GET',
  path: `${PREFIX}/{sheetNo}`,
  access: seenQuality,
  kind: 'query',
  summary: 'A score sheet with its approved versions and what was done to it. SHEET_NOT_FOUND',
  request: z.object({ sheetNo }),
  reply: z.object({
    ...sheetRow.shape,
    versions: z.array(z.object({ versionNo: z.number(), items: z.array(sheetItem), approvedAt: z.string() })),
    history: z.array(historyEntry),
  }),
});

const text = z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'));
export const save = defineEndpoint({
  name: 'qualitySheet.save',
  method: 'POST',
  path: `${PREFIX}/save`,
  access: { code: ['quality:sheet:save'] },
  kind: 'command',
  preview: true,
  summary: 'Drafts a score sheet, or the next version of one. SHEET_NOT_FOUND, STALE, ILLEGAL_TRANSITION',
  request: z.strictObject({
    sheetNo: z.optional(sheetNo),
    version: z.optional(z.int()),
    sheetName: text.check(z.maxLength(64, 'At most 64 characters')),
    sourceTypes: z.array(sourceType).check(z.minLength(1, 'Choose at least 1'), z.maxLength(5)),
    items: z
      .array(
        z.strictObject({
          itemName: text.check(z.maxLength(120, 'At most 120 characters')),
          weight: z.int().check(z.minimum(1, '1 to 100'), z.maximum(100, '1 to 100')),
          isFatal: z.boolean(),
        }),
      )
      .check(
        z.minLength(1, 'Choose at least 1'),
        z.maxLength(MAX_ITEMS),
        z.refine((items) => items.reduce((sum, { weight }) => sum + weight, 0) === 100, 'Weights must add to 100%'),
      ),
  }),
  reply: z.object({ sheetNo: z.string(), version: z.number() }),
});
export const { submit, approve, sendBack, enable, disable } = settingSteps(
  'qualitySheet',
  PREFIX,
  z.strictObject({ sheetNo, version: z.int(), reason: z.optional(reason) }),
);
