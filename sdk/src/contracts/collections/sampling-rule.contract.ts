import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import {
  ruleNo,
  seenQuality,
  SETTING_ACTIONS,
  settingStatus,
  settingSteps,
  sheetNo,
  sourceType,
} from './quality-parts.ts';

const PREFIX = 'quality/samplingRule';

export const samplingRuleRow = z.object({
  ruleNo: z.string(),
  ruleName: z.string(),
  sourceType,
  sheetNo: z.string(),
  sheetName: z.string(),
  /** Of each person’s contacts. */
  percent: z.number(),
  /** Of each person at least, where there are so many. */
  minPerPerson: z.number(),
  /** Calls that lasted so long alone. */
  minSeconds: z.number(),
  /** Drawn each Monday of the week before, for every merchant. */
  drawsWeekly: z.boolean(),
  ruleStatus: settingStatus,
  updatedByName: z.string(),
  approvedByName: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum([...SETTING_ACTIONS, 'sample'])),
});
export type SamplingRuleRow = z.output<typeof samplingRuleRow>;

const filters = z.strictObject({
  ruleName: textFilter,
  sourceType: z.optional(sourceType),
  ruleStatus: z.optional(settingStatus),
});
const SORTS = ['ruleName', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'samplingRule.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seenQuality,
  kind: 'query',
  summary: 'Sampling rules',
  request: listRequest(filters, SORTS),
  reply: listReply(samplingRuleRow),
});
export const exportList = defineEndpoint({
  name: 'samplingRule.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: seenQuality,
  kind: 'command',
  summary: 'The filtered or the selected sampling rules as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const detail = defineEndpoint({
  name: 'samplingRule.detail',
  method: 'GET',
  path: `${PREFIX}/{ruleNo}`,
  access: seenQuality,
  kind: 'query',
  summary: 'A sampling rule and what was done to it. SAMPLING_RULE_NOT_FOUND',
  request: z.object({ ruleNo }),
  reply: z.object({ ...samplingRuleRow.shape, history: z.array(historyEntry) }),
});
export const save = defineEndpoint({
  name: 'samplingRule.save',
  method: 'POST',
  path: `${PREFIX}/save`,
  access: { code: ['quality:sheet:save'] },
  kind: 'command',
  preview: true,
  summary: 'Drafts a sampling rule or changes one. SAMPLING_RULE_NOT_FOUND, STALE, ILLEGAL_TRANSITION, SHEET_UNFIT',
  request: z.strictObject({
    ruleNo: z.optional(ruleNo),
    version: z.optional(z.int()),
    ruleName: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
    sourceType,
    sheetNo,
    percent: z.int().check(z.minimum(0, '0 to 100%'), z.maximum(100, '0 to 100%')),
    minPerPerson: z.int().check(z.minimum(0, '0 to 50'), z.maximum(50, '0 to 50')),
    minSeconds: z.int().check(z.minimum(0, '0 to 3600'), z.maximum(3600, '0 to 3600')),
    /** Absent: not, or as before. */
    drawsWeekly: z.optional(z.boolean()),
  }),
  reply: z.object({ ruleNo: z.string(), version: z.number() }),
});
export const { submit, approve, sendBack, enable, disable } = settingSteps(
  'samplingRule',
  PREFIX,
  z.strictObject({ ruleNo, version: z.int(), reason: z.optional(reason) }),
);
