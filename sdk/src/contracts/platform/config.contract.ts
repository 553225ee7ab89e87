import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, listReply, listRequest, reason } from '../list.ts';

/** CONFIG_VERSION_STATUS. What holds ends only by its successor. */
export const versionStatus = z.enum([
  'DRAFT',
  'PENDING',
  'SCHEDULED',
  'IN_FORCE',
  'SUPERSEDED',
  'REJECTED',
  'WITHDRAWN',
]);
export type VersionStatus = z.output<typeof versionStatus>;

export const configAction = z.enum(['update', 'submit', 'approve', 'reject', 'withdraw', 'copy']);

/** What is configured: `signIn.mfaRequired`. */
export const configKey = z.string().check(z.regex(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)*$/), z.maxLength(64));
/** Of which thing; empty for what there is one of. */
const subjectNo = z._default(z.union([z.literal(''), businessNo]), '');
/** A day in EAT. */
const effectiveFrom = z.iso.date('A date, e.g. 2026-11-30');

export const configVersion = z.object({
  versionId: z.string(),
  configKey: z.string(),
  /** The key in the caller's language. */
  title: z.string(),
  subjectNo: z.string(),
  /** Counted from 1 for each key and subject. */
  versionNo: z.number(),
  value: z.unknown(),
  effectiveFrom: z.string(),
  /** The moment it took or takes force; null before it is agreed to. */
  inForceFrom: z.nullable(z.string()),
  versionStatus,
  makerUserNo: z.string(),
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  reason: z.string(),
  decisionReason: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Counts changes of the record, for STALE; not the number people see. */
  version: z.number(),
  allowedActions: z.array(configAction),
});
export type ConfigVersion = z.output<typeof configVersion>;

const own = { access: 'signedIn' } as const;

export const keys = defineEndpoint({
  ...own,
  name: 'config.keys',
  method: 'GET',
  path: 'config/keys',
  kind: 'query',
  summary: 'What the caller may see of the configuration, each with what applies now',
  request: z.object({}),
  reply: z.array(
    z.object({
      configKey: z.string(),
      title: z.string(),
      /** True where each thing has a configuration of its own. */
      isPerSubject: z.boolean(),
      /** Whether an approver has to agree. */
      asksForChecker: z.boolean(),
      maySave: z.boolean(),
      /** Null for those with a subject each. */
      inForce: z.unknown(),
    }),
  ),
});

export const inForce = defineEndpoint({
  ...own,
  name: 'config.inForce',
  method: 'GET',
  path: 'config/inForce/{key}',
  kind: 'query',
  summary: 'What applies now, or held or will hold at the beginning of a day',
  request: z.object({
    key: configKey,
    subjectNo: z.optional(businessNo),
    /** EAT; now where it is absent. */
    at: z.optional(effectiveFrom),
  }),
  reply: z.object({
    value: z.unknown(),
    /** Null where no version holds yet, but what the company started with. */
    versionNo: z.nullable(z.number()),
    effectiveFrom: z.nullable(z.string()),
  }),
});

export const page = defineEndpoint({
  ...own,
  name: 'config.page',
  method: 'POST',
  path: 'config/version/page',
  kind: 'query',
  summary: 'The versions of what the caller may see, newest first: the history',
  request: listRequest(
    z.strictObject({
      configKey: z.optional(configKey),
      /** Any of these. */
      configKeys: z.optional(z.array(configKey).check(z.maxLength(50))),
      subjectNo: z.optional(businessNo),
      versionStatus: z.optional(versionStatus),
      /** What waits for the caller's decision. */
      isDecidable: z.optional(z.boolean()),
    }),
    ['updatedAt', 'effectiveFrom', 'versionNo'],
  ),
  reply: listReply(configVersion),
});

// Without the reply: a browser is sent what does not need a schema.
const command = {
  ...own,
  method: 'POST',
  kind: 'command',
  preview: true,
} as const;
const one = { versionId: businessNo, version: z.int() };

export const save = defineEndpoint({
  ...command,
  reply: configVersion,
  name: 'config.save',
  path: 'config/version/save',
  summary:
    'Adds a draft or changes it; one open version a thing. CONFIG_OPEN, CONFIG_DATE_PAST, CONFIG_DATE_TAKEN, STALE',
  request: z.strictObject({
    configKey,
    subjectNo,
    /** Absent for a new draft. */
    versionId: z.optional(businessNo),
    version: z.optional(z.int()),
    /** As the key's own schema has it; faults stand at `value` and below it. */
    value: z.unknown(),
    effectiveFrom,
    reason,
  }),
});

export const submit = defineEndpoint({
  ...command,
  reply: configVersion,
  name: 'config.submit',
  path: 'config/version/submit',
  summary: 'Hands a draft to an approver, or schedules it where none is asked for',
  request: z.strictObject(one),
});

export const approve = defineEndpoint({
  ...command,
  reply: configVersion,
  name: 'config.approve',
  path: 'config/version/approve',
  summary: 'Agrees to a version somebody else made: it takes force on its day. CHANGE_OWN',
  request: z.strictObject({ ...one, reason: z.optional(reason) }),
});

export const reject = defineEndpoint({
  ...command,
  reply: configVersion,
  name: 'config.reject',
  path: 'config/version/reject',
  summary: 'Refuses a version with a reason its maker reads',
  request: z.strictObject({ ...one, reason }),
});

export const withdraw = defineEndpoint({
  ...command,
  reply: configVersion,
  name: 'config.withdraw',
  path: 'config/version/withdraw',
  summary: 'Takes back a draft, or a version whose day has not come',
  request: z.strictObject({ ...one, reason: z.optional(reason) }),
});

export const copy = defineEndpoint({
  ...command,
  reply: configVersion,
  name: 'config.copy',
  path: 'config/version/copy',
  summary: 'Makes a new draft of an old version, for tomorrow',
  request: z.strictObject({ versionId: businessNo }),
});
