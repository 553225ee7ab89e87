import * as z from 'zod/mini';

/** When a reviewer must compare faces. */
export const faceCompulsory = z.enum(['ALWAYS', 'BELOW_THRESHOLD', 'NEVER']);

/** Forms of what reviewers work by: configuration versions hold them, orders keep a copy. */

/** REVIEW_EVIDENCE_TAB: where on OrderDetail the evidence of a step lies. */
export const evidenceTab = z.enum([
  'ESSENTIAL',
  'SOCIAL',
  'CLOSE_CONTACTS',
  'OPERATOR',
  'APP_LIST',
  'LOCATION',
  'DEVICE',
  'BVN',
]);

const minutes = (from: number, to: number) =>
  z
    .int('Whole minutes only')
    .check(z.minimum(from, `At least ${from} minutes`), z.maximum(to, `At most ${to} minutes`));

export const allocationRules = z
  .strictObject({
    autoAllotEnabled: z.boolean(),
    /** How long an order may lie unopened with a reviewer. */
    leaseMinutes: minutes(5, 240),
    /** Waiting this long turns a row amber, then red. */
    amberAfterMinutes: minutes(1, 1440),
    redAfterMinutes: minutes(2, 2880),
  })
  .check(
    z.refine((rules) => rules.amberAfterMinutes < rules.redAfterMinutes, {
      path: ['redAfterMinutes'],
      message: 'Red must be above amber',
    }),
  );
export type AllocationRules = z.output<typeof allocationRules>;

export const reviewStep = z.strictObject({
  /** In English; answers are kept by it. */
  stepName: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
  /** What Chinese readers see; left out where they see the English. */
  stepNameZh: z.optional(
    z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
  ),
  required: z.boolean(),
  evidenceTab,
  /** Values of REVIEW_STEP_ANSWER. */
  answers: z
    .array(z.string().check(z.minLength(1), z.maxLength(64)))
    .check(z.minLength(1, 'A step needs at least one answer'), z.maxLength(20)),
});
export type ReviewStep = z.output<typeof reviewStep>;

export const reviewSteps = z
  .array(reviewStep)
  .check(z.minLength(1, 'At least one step'), z.maxLength(40, 'At most 40 steps'));

/** CORRECTABLE_ITEM: what a customer may be asked to give again. */
export const correctableItem = z.enum([
  'ID_IMAGES',
  'SELFIE',
  'BANK_CARD',
  'PAYOUT_TYPE',
  'EMPLOYER',
  'INCOME',
  'ADDRESS',
  'EMERGENCY_CONTACTS',
]);

export const rejectRules = z.strictObject({
  returnDays: z.int('Whole days only').check(z.minimum(1, 'At least 1 day'), z.maximum(30, 'At most 30 days')),
  correctableItems: z.array(correctableItem).check(z.minLength(1, 'Choose at least 1')),
});
export type RejectRules = z.output<typeof rejectRules>;

export const faceRules = z.strictObject({
  /** 0 to 100; below it a match counts as weak. */
  scoreThreshold: z.int('Whole numbers only').check(z.minimum(0, 'Cannot be below 0'), z.maximum(100, 'At most 100')),
  /** When the reviewer must say whether the faces are one person's. */
  compulsory: faceCompulsory,
});
export type FaceRules = z.output<typeof faceRules>;

/** Off: an AI employee's result is a proposal that a person confirms. */
export const aiRules = z.strictObject({ aiMayDecide: z.boolean() });
export type AiRules = z.output<typeof aiRules>;

/** The rules in force when an order was assigned: what the review of it goes by to its end. */
export const reviewSnapshot = z.object({
  round: z.number(),
  takenAt: z.string(),
  leaseMinutes: z.number(),
  /** The scope the steps were configured for; empty where the company's hold. */
  stepsScope: z.string(),
  steps: z.array(reviewStep),
  returnDays: z.number(),
  correctableItems: z.array(correctableItem),
  faceThreshold: z.number(),
  faceCompulsory: faceCompulsory,
  aiMayDecide: z.boolean(),
  /** The most that may be approved, of the product's version. */
  productMaximumCents: z.number(),
  /** Cool-off of each refusal code then, in days. */
  coolOffDays: z.record(z.string(), z.number()),
  /** Which versions these were; null: what the company starts with. */
  versions: z.object({
    allocation: z.nullable(z.number()),
    reviewSteps: z.nullable(z.number()),
    reject: z.nullable(z.number()),
    face: z.nullable(z.number()),
    aiEmployees: z.nullable(z.number()),
  }),
});
export type ReviewSnapshot = z.output<typeof reviewSnapshot>;

const days = z.int('Whole days only').check(z.minimum(0, 'Cannot be below 0'), z.maximum(90, 'At most 90'));
const limit = z.int('Whole numbers only').check(z.minimum(0, 'Cannot be below 0'), z.maximum(9999, 'At most 9999'));

export const reReviewSource = z.enum(['MACHINE_REFUSED', 'REFUSED']);
export const reReviewTarget = z.enum(['TO_ALLOCATE', 'PENDING_REVIEW']);

/** Which refused orders of a merchant may be looked at once more, and how many a day. */
export const reReviewRules = z
  .strictObject({
    enabled: z.boolean(),
    /** Submissions a day (EAT) of the merchant; 0 stops them. */
    dailySubmitLimit: limit,
    /** Of one person, within the merchant's. */
    perPersonLimit: limit,
    sources: z.array(reReviewSource).check(z.minLength(1, 'At least one source')),
    /** Leaves of the tree; empty: every code that allows it. */
    refuseCodes: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(500)),
    /** Since the refusal. */
    minDays: days,
    maxDays: days,
    targetStatus: reReviewTarget,
  })
  .check(
    z.refine((rules) => rules.minDays <= rules.maxDays, {
      path: ['maxDays'],
      message: 'Minimum days exceed maximum days',
    }),
    z.refine((rules) => rules.perPersonLimit <= rules.dailySubmitLimit, {
      path: ['perPersonLimit'],
      message: 'Cannot exceed the daily limit',
    }),
  );
export type ReReviewRules = z.output<typeof reReviewRules>;
