import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, treeExportRequest } from '../list.ts';
import { ruleId } from '../platform/rule-family.ts';

export const FAIRNESS_PAGE = '/AdminContent/RiskControlSystem/RiskControlModel';
const seen = { page: [FAIRNESS_PAGE] } as const;

/** What groups are made of. A model reads none of them but age; inputs that stand in for them show here. */
export const fairnessTrait = z.enum(['COUNTY', 'SEX', 'AGE_BAND']);
export type FairnessTrait = z.output<typeof fairnessTrait>;

const versionNo = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000));
const asked = {
  ruleId,
  /** Left out: the newest version that scored an application. */
  versionNo: z.optional(versionNo),
  /** With both: only applications that this version of a rule set decided. */
  ruleSetCode: z.optional(ruleId),
  ruleSetVersionNo: z.optional(versionNo),
};
const BOTH = 'Rule set and version together';
const isWhole = ({ ruleSetCode, ruleSetVersionNo }: { ruleSetCode?: unknown; ruleSetVersionNo?: unknown }): boolean =>
  (ruleSetCode === undefined) === (ruleSetVersionNo === undefined);

const group = z.object({
  trait: fairnessTrait,
  /** A county, FEMALE or MALE, an age band such as `25-34`; null where the customer said nothing. */
  group: z.nullable(z.string()),
  /** True where the group is smaller than the policy allows: nothing of it is shown. */
  isWithheld: z.boolean(),
  applications: z.nullable(z.number()),
  meanScore: z.nullable(z.number()),
  /** Applications with a final decision, of those whose score decided. */
  decided: z.nullable(z.number()),
  /** In per cent of `decided`. */
  approvedPercent: z.nullable(z.number()),
  /** The approval rate over that of the best group, 1 for the best; null for whom nothing is known of. */
  ratio: z.nullable(z.number()),
  isBest: z.boolean(),
  isBelowFourFifths: z.boolean(),
  /** Loans whose first bill fell due. */
  matured: z.nullable(z.number()),
  /** Late by more than 30 days, in per cent of `matured`. */
  defaultPercent: z.nullable(z.number()),
});
export type FairnessGroup = z.output<typeof group>;

export const fairness = defineEndpoint({
  name: 'riskModel.fairness',
  method: 'GET',
  path: 'riskRule/model/fairness/{ruleId}',
  access: seen,
  kind: 'query',
  summary:
    'Approval, score and default rate of a model version by county, sex and age band, of the last 12 months. An indicator, no verdict. NOT_FOUND, REFERENCE_UNKNOWN',
  request: z.object(asked).check(z.refine(isWhole, { path: ['ruleSetVersionNo'], error: BOTH })),
  reply: z.object({
    versionNo: z.number(),
    /** Versions of the model, the newest first. */
    versions: z.array(z.number()),
    ruleSet: z.nullable(z.object({ ruleSetCode: z.string(), versionNo: z.number() })),
    /** Versions of the merchant’s rule sets that were ever in force, the newest first. */
    ruleSets: z.array(z.object({ ruleSetCode: z.string(), ruleSetName: z.string(), versionNo: z.number() })),
    minGroup: z.number(),
    /** The policy that says so: `fairLending@2020-01-01`. */
    policyVersion: z.string(),
    groups: z.array(group),
  }),
});
export type Fairness = z.output<typeof fairness.reply>;

export const fairnessExport = defineEndpoint({
  name: 'riskModel.fairnessExport',
  method: 'POST',
  path: 'riskRule/model/fairness/export',
  access: seen,
  kind: 'command',
  summary: 'The fairness check as a file, made by a job; what is withheld on the page is withheld in it',
  request: treeExportRequest(
    z.strictObject(asked).check(z.refine(isWhole, { path: ['ruleSetVersionNo'], error: BOTH })),
  ),
  reply: exportReply,
});
