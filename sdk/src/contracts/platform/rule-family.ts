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
import { versionStatus } from './config.contract.ts';

/**
 * RULE_STATUS. A rule is ENABLED while an approved version is in force; DISABLED by one person at once, until a later
 * version is approved. Before its first version is in force it is what that version is.
 */
export const ruleStatus = z.enum(['ENABLED', 'DISABLED', 'PENDING', 'SCHEDULED', 'REJECTED', 'WITHDRAWN']);
export type RuleStatus = z.output<typeof ruleStatus>;

/** R000001, counted over all families. */
export const ruleId = z.string().check(z.regex(/^R\d{6,}$/));

export const ruleAction = z.enum(['update', 'disable', 'enable']);

/** What every rule has, whatever it says. */
const COMMON = {
  ruleId: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  /** Of the versions that `config/version/page` reads. */
  subjectNo: z.string(),
  ruleStatus,
  isEnabled: z.boolean(),
  /** Whether a version awaits approval. */
  hasPending: z.boolean(),
  /** The version whose values the row shows: in force, else the newest. */
  versionNo: z.number(),
  effectiveFrom: z.string(),
  lastRunAt: z.nullable(z.string()),
  lastRunItems: z.nullable(z.number()),
  /** Counts changes of the rule itself, for STALE. */
  version: z.number(),
  allowedActions: z.array(ruleAction),
};
export const ruleRow = z.object(COMMON);
export type RuleRow = z.output<typeof ruleRow>;

/** What a rule did, or would do, to one thing. */
const dryRunItem = z.object({
  /** An order, a bill or a payment. */
  subjectNo: z.string(),
  amountCents: z.number(),
  /** RULE_OUTCOME; null where the rule does nothing. */
  outcome: z.nullable(z.string()),
  outcomeInForce: z.nullable(z.string()),
});
export type DryRunItem = z.output<typeof dryRunItem>;

/** What the orders of a replay would cost and how they would end, by what their accounts did lately. */
const replayed = z.object({
  /** Orders that no strategy would take. */
  unrouted: z.number(),
  /** Null where its accounts ended nothing in 7 days. */
  successPercent: z.nullable(z.number()),
  medianSeconds: z.nullable(z.number()),
  /** Channel charges; null where none are known of an account. */
  costCents: z.nullable(z.number()),
});
export type Replayed = z.output<typeof replayed>;

export const dryRunReply = z.object({
  /** Looked at. */
  considered: z.number(),
  matched: z.number(),
  amountCents: z.number(),
  /** The same of the rules in force. */
  matchedInForce: z.number(),
  /** The first 200. */
  items: z.array(dryRunItem),
  /** Of payout routes. */
  replayed: z.optional(replayed),
  /** Proves to `save` that these very values were simulated. */
  dryRunToken: z.string(),
});
export type DryRunReply = z.output<typeof dryRunReply>;

const runItem = z.object({
  subjectNo: z.string(),
  outcome: z.string(),
  amountCents: z.number(),
  /** What was changed, by name. */
  facts: z.record(z.string(), z.unknown()),
  at: z.string(),
});
export const runRow = z.object({
  /** Its rule and moment: `R000001.1795651200000`. */
  runId: z.string(),
  ruleId: z.string(),
  versionNo: z.number(),
  runAt: z.string(),
  itemCount: z.number(),
  amountCents: z.number(),
  /** The first 50. */
  items: z.array(runItem),
});
export type RunRow = z.output<typeof runRow>;

/** 1 to 30 characters. */
export const ruleName = z
  .string()
  .check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(30, 'At most 30 characters'));
/** None: all of the merchant. */
export const productNos = z.array(businessNo).check(z.maxLength(200));

const SORTS = ['effectiveFrom', 'ruleId'] as const;

/** What a family of rules is made of. */
interface FamilySpec<
  Shape extends z.core.$ZodShape,
  Filters extends z.core.$ZodShape,
  Value extends z.ZodMiniType<object>,
> {
  /** `autoCancel`: of its endpoints. */
  readonly name: string;
  readonly path: string;
  readonly page: string;
  readonly codes: { readonly save: string; readonly state: string; readonly audit: string };
  /** What a row has of its own: the rule's values, and what is counted. */
  readonly fields: Shape;
  readonly filters: Filters;
  /** The rule, as it is saved and as the engine reads it. */
  readonly value: Value;
}

/**
 * A family of rules: several a merchant, each with a name and versions from a day on. `save` drafts a version and
 * submits it at once; `config/version/*` approves, rejects and withdraws it.
 */
export function defineRuleFamily<
  const Shape extends z.core.$ZodShape,
  const Filters extends z.core.$ZodShape,
  Value extends z.ZodMiniType<object>,
>(family: FamilySpec<Shape, Filters, Value>) {
  const { name, path, codes, fields, filters, value } = family;
  const seen = { page: [family.page] } as const;
  const row = z.object({ ...COMMON, ...fields });
  const asked = z.strictObject({
    merchantNo: z.optional(businessNo),
    productNo: z.optional(businessNo),
    enabled: z.optional(z.boolean()),
    ruleStatus: z.optional(ruleStatus),
    ruleId: z.optional(ruleId),
    ruleName: textFilter,
    hasPending: z.optional(z.boolean()),
    effectiveFrom: dayRange,
    ...filters,
  });
  return {
    value,
    row,
    page: defineEndpoint({
      name: `${name}.page`,
      method: 'POST',
      path: `${path}/page`,
      access: seen,
      kind: 'query',
      summary: 'Rules, each with the version in force or its newest',
      request: listRequest(asked, SORTS),
      reply: listReply(row),
    }),
    exportList: defineEndpoint({
      name: `${name}.export`,
      method: 'POST',
      path: `${path}/export`,
      access: seen,
      kind: 'command',
      summary: 'The filtered or the selected rules as a file, made by a job',
      request: exportRequest(asked, SORTS),
      reply: exportReply,
    }),
    detail: defineEndpoint({
      name: `${name}.detail`,
      method: 'GET',
      path: `${path}/{ruleId}`,
      access: seen,
      kind: 'query',
      summary: 'One rule. NOT_FOUND',
      request: z.object({ ruleId }),
      reply: row,
    }),
    save: defineEndpoint({
      name: `${name}.save`,
      method: 'POST',
      path: `${path}/save`,
      access: { code: [codes.save] },
      kind: 'command',
      preview: true,
      summary:
        'Submits a new rule, or a new version of one, for approval. DRY_RUN_NEEDED, RULE_OVERLAP, CONFIG_OPEN, CONFIG_DATE_PAST',
      request: z.strictObject({
        /** Absent for a new rule. */
        ruleId: z.optional(ruleId),
        merchantNo: businessNo,
        value,
        effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'),
        reason,
        /** Of the dry run of these very values. */
        dryRunToken: z.optional(z.string().check(z.maxLength(2_000))),
      }),
      reply: z.object({ ruleId: z.string(), versionId: z.string(), versionNo: z.number(), versionStatus }),
    }),
    state: defineEndpoint({
      name: `${name}.state`,
      method: 'POST',
      path: `${path}/state`,
      access: { code: [codes.state] },
      kind: 'command',
      preview: true,
      summary: 'Disables a rule at once, or submits its last version again for approval. STALE, ILLEGAL_TRANSITION',
      request: z.strictObject({ ruleId, version: z.int(), isEnabled: z.boolean(), reason }),
      reply: z.object({ ruleId: z.string(), ruleStatus }),
    }),
    runPage: defineEndpoint({
      name: `${name}.runPage`,
      method: 'POST',
      path: `${path}/run/page`,
      access: seen,
      kind: 'query',
      summary: 'What a rule did, newest run first',
      request: listRequest(z.strictObject({ ruleId }), ['runAt']),
      reply: listReply(runRow),
    }),
  };
}

/** A family whose rules are simulated before they are saved. */
export function defineSimulatedRuleFamily<
  const Shape extends z.core.$ZodShape,
  const Filters extends z.core.$ZodShape,
  Value extends z.ZodMiniType<object>,
>(family: FamilySpec<Shape, Filters, Value>) {
  const { name, path, codes, value } = family;
  return {
    ...defineRuleFamily(family),
    dryRun: defineEndpoint({
      name: `${name}.dryRun`,
      method: 'POST',
      path: `${path}/dryRun`,
      access: { code: [codes.save, codes.audit] },
      kind: 'query',
      summary: 'What a rule would do now, beside what the rules in force do',
      request: z.strictObject({ ruleId: z.optional(ruleId), merchantNo: businessNo, value }),
      reply: dryRunReply,
    }),
  };
}
