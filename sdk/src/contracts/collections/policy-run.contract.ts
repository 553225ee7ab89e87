import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { listReply, listRequest } from '../list.ts';
import { ruleId } from '../platform/rule-family.ts';
import { caseLevel, caseScope } from './collection.ts';
import { givenFacts, whyGiven, whyLeft } from './pool-division.contract.ts';

/** What a run of a policy did with single cases, as it was written down then. */

/** RUN_CASE_OUTCOME. LEFT: found nobody. REFUSED: the contact gate let no reminder out. */
export const runCaseOutcome = z.enum(['GIVEN', 'LEFT', 'REMINDED', 'REFUSED']);
export type RunCaseOutcome = z.output<typeof runCaseOutcome>;

const runCase = z.object({
  caseNo: z.string(),
  caseScope,
  orderNo: z.string(),
  /** Masked where the role masks names. */
  customerName: z.string(),
  /** At the time of the run; of a reminder as it is now. */
  caseLevel,
  dueAtEntryCents: z.number(),
  outcome: runCaseOutcome,
  collectorUserNo: z.nullable(z.string()),
  collectorName: z.nullable(z.string()),
  /** Of a case that was given. */
  whyGiven: z.nullable(whyGiven),
  facts: z.nullable(givenFacts),
  /** Of one that found nobody. */
  whyLeft: z.nullable(whyLeft),
  /** CONTACT_REFUSAL of a reminder that was refused. */
  refusedFor: z.nullable(z.string()),
});
export type RunCase = z.output<typeof runCase>;

const reply = z.extend(listReply(runCase), {
  counts: z.array(z.object({ outcome: runCaseOutcome, cases: z.number() })),
  /** Cases of the run that are not listed: runs of before each case was written down keep sums alone. */
  unlisted: z.number(),
  /** What found nobody, by reason, listed or not. */
  left: z.array(z.object({ why: whyLeft, cases: z.number() })),
  /** Who got what, the most first. */
  people: z.array(
    z.object({
      userNo: z.string(),
      realName: z.string(),
      /** As it was then; null for the robot, and where the run did not keep it. */
      group: z.nullable(z.enum(['NEW', 'OLD'])),
      cases: z.number(),
      amountCents: z.number(),
    }),
  ),
});
export type RunCasesReply = z.output<typeof reply>;

/** Errors: NOT_FOUND for a policy of a merchant that the caller does not see. */
export const runCasesOf = (name: string, page: string) =>
  defineEndpoint({
    name: `${name}.runCases`,
    method: 'POST',
    path: `caseAllot/${name}/run/cases`,
    access: { page: [page] },
    kind: 'query',
    summary: 'Which case went to whom in a run and why, and which found nobody. NOT_FOUND',
    request: listRequest(
      z.strictObject({
        ruleId,
        versionNo: z.int(),
        /** As `run/page` says it. */
        runAt: z.iso.datetime(),
        outcome: z.optional(runCaseOutcome),
      }),
      ['caseNo'],
    ),
    reply,
  });
