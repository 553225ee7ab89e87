import * as z from 'zod/mini';

const whole = z.int().check(z.minimum(0));
const positive = z.int().check(z.minimum(1));
const bps = z.int().check(z.minimum(0), z.maximum(10_000));

/** Everything about a loan that its product's version decides; snapshotted on the order. */
export const productTerms = z.object({
  minPrincipalCents: positive,
  maxPrincipalCents: positive,
  termDays: positive,
  installments: positive,
  dailyInterestBps: bps,
  serviceFeeBps: bps,
  managementFeeBps: bps,
  /** Of the two fees. */
  exciseBps: bps,
  feeTiming: z.enum(['UPFRONT', 'ON_DUE']),
  lateFeeBps: bps,
  graceDays: whole,
  extensionRateBps: bps,
  extensionDays: positive,
  maxRollovers: whole,
  extendsFromDueDate: z.boolean(),
  collectionScope: z.enum(['ORDER', 'BILL']),
  /** The order in which a payment reaches a bill's components; each once. */
  allocationOrder: z.optional(z.array(z.string())),
});

export type ProductTerms = z.output<typeof productTerms>;
