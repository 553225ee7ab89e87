import * as z from 'zod/mini';
import { whyGiven, whyLeft } from './pool-division.contract.ts';

/** What a policy that is being written would do with the cases of the next working day, beside the policies in force. */
export const policyPreview = z.object({
  /** The day, EAT. */
  day: z.string(),
  /** Cases that it speaks of. */
  cases: z.number(),
  amountCents: z.number(),
  /** What happens with them by day before the due date: codes of REMINDER_STEP. Of such policies alone. */
  steps: z.array(z.object({ step: z.string(), cases: z.number() })),
  /** Who would get what, the most first. */
  people: z.array(
    z.object({
      userNo: z.string(),
      realName: z.string(),
      employeeCategory: z.enum(['NEW', 'OLD']),
      isAiEmployee: z.boolean(),
      openCases: z.number(),
      cases: z.number(),
      amountCents: z.number(),
      reasons: z.array(z.object({ why: whyGiven, cases: z.number() })),
    }),
  ),
  /** What nobody would get. */
  left: z.array(z.object({ why: whyLeft, cases: z.number() })),
  /** The lightest load afterwards in percent of the heaviest, each measured by what the person can take; null below two. */
  fairness: z.nullable(z.number()),
});
export type PolicyPreview = z.output<typeof policyPreview>;
