import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';
import { caseLevel } from './collection.ts';

/** The pool of a merchant divided by its policies: who would get what and why, and doing it. */

/**
 * CASE_GIVEN_WHY. AI_SHARE: an AI employee's configured share. TOGETHER: whoever has other bills of the order. LANGUAGE:
 * the least loaded of those who speak the borrower's. NO_SPEAKER: nobody who speaks it was free.
 */
export const whyGiven = z.enum(['AI_SHARE', 'TOGETHER', 'LANGUAGE', 'NO_SPEAKER', 'LEAST_LOADED']);
/** CASE_LEFT_WHY. NOT_THEIRS: of no level or product that anybody works. OWN_CAP: the caps by bill of all who do are reached. */
export const whyLeft = z.enum([
  ...(['NOT_DIVIDED', 'NOBODY_TAKES_PART', 'NOBODY_ON_SHIFT', 'ALL_AT_CAP'] as const),
  ...(['NO_WEIGHT', 'GROUP_CAP', 'FIRST_LOAN', 'NOT_THEIRS', 'OWN_CAP', 'TOO_LARGE'] as const),
]);
export type WhyGiven = z.output<typeof whyGiven>;
export type WhyLeft = z.output<typeof whyLeft>;
/** What somebody was chosen by, as it was then. */
export const givenFacts = z.object({
  /** New or experienced staff, by which weights and caps go; the robot is neither. */
  group: z.optional(z.enum(['NEW', 'OLD'])),
  /** Open cases they had before this one. */
  openCases: z.number(),
  /** What counted as load, where the load decided. */
  mode: z.optional(z.enum(['COUNT', 'AMOUNT', 'BALANCED'])),
  /** What the borrower speaks, where it decided. */
  language: z.optional(z.string()),
});
export type GivenFacts = z.output<typeof givenFacts>;

const form = z.strictObject({ merchantNo: businessNo });
const preview = z.object({
  /** That wait now. */
  cases: z.number(),
  given: z.number(),
  people: z.array(
    z.object({
      userNo: z.string(),
      realName: z.string(),
      employeeCategory: z.enum(['NEW', 'OLD']),
      /** Before. */
      openCases: z.number(),
      givenToday: z.number(),
      dailyCap: z.number(),
      languages: z.array(z.string()),
      cases: z.number(),
      amountCents: z.number(),
      levels: z.array(z.object({ caseLevel, cases: z.number() })),
      reasons: z.array(z.object({ why: whyGiven, cases: z.number() })),
    }),
  ),
  left: z.array(z.object({ why: whyLeft, cases: z.number() })),
  /** By which policy; null: as the merchant set for the level. */
  rules: z.array(z.object({ ruleName: z.nullable(z.string()), cases: z.number() })),
});
export type PoolPreview = z.output<typeof preview>;

const endpointsOf = (name: string, at: string, area: string) => ({
  preview: defineEndpoint({
    name: `${name}.poolPreview`,
    method: 'POST',
    path: `${at}/pool/preview`,
    access: { code: [`${area}:case:distribute`] },
    kind: 'query',
    summary: 'Who would get what of a merchant’s pool now, by the policies in force, and why.',
    request: form,
    reply: preview,
  }),
  divide: defineEndpoint({
    name: `${name}.poolDivide`,
    method: 'POST',
    path: `${at}/pool/divide`,
    access: { code: [`${area}:case:distribute`] },
    kind: 'command',
    summary: 'Divides a merchant’s pool now, as a job. CASE_POOL_EMPTY',
    request: form,
    reply: z.object({ jobNo: z.string(), cases: z.number() }),
  }),
});
export const byOrder = endpointsOf('caseAllot', 'caseAllot', 'collection');
export const byBill = endpointsOf('caseAllotStage', 'caseAllot/stage', 'collectionStage');
export type PoolEndpoints = typeof byOrder;
