import * as z from 'zod/mini';
import { versionStatus } from './config.contract.ts';
import { defineEndpoint } from '../endpoint.ts';
import { reason } from '../list.ts';

/** Settings of the company by the keys that sections call them by; each is a configuration by versions. */
export const businessKey = z.enum(['ORDER_REVIEW', 'SENSITIVE_INFO']);
export type BusinessKey = z.output<typeof businessKey>;

export const getConfigByKey = defineEndpoint({
  name: 'business.getConfigByKey',
  method: 'POST',
  path: 'business/getConfigByKey',
  // The key's own configuration says who sees it.
  access: 'signedIn',
  kind: 'query',
  summary: 'What a setting of the company says now. FORBIDDEN without its page',
  request: z.strictObject({ configKey: businessKey }),
  reply: z.object({
    configKey: businessKey,
    value: z.unknown(),
    /** Null where no version holds yet, but what the company started with. */
    versionNo: z.nullable(z.number()),
    effectiveFrom: z.nullable(z.string()),
  }),
});

export const updateConfig = defineEndpoint({
  name: 'business.updateConfig',
  method: 'POST',
  path: 'business/updateConfig',
  access: 'signedIn',
  kind: 'command',
  preview: true,
  summary: 'Asks for a new version of a setting; an approver agrees where the setting asks for one',
  request: z.strictObject({
    configKey: businessKey,
    /** As the setting's own form has it; faults stand at `value` and below. */
    value: z.unknown(),
    effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'),
    reason,
  }),
  reply: z.object({
    configKey: businessKey,
    configNo: z.string(),
    versionNo: z.number(),
    versionStatus,
    effectiveFrom: z.string(),
  }),
});
