import * as z from 'zod/mini';
import { businessNo } from '../list.ts';
import { customerStatus } from './call-list.contract.ts';
import { optionCode, willingness } from './call-parts.ts';
import { caseFilters } from './collection.ts';
import { marketingScene, templateNo } from './sms-marketing-template.contract.ts';

const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
export const taskName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(30, 'At most 30 characters'));
export const scriptCode = z.string().check(z.trim(), z.regex(/^[A-Z][A-Z0-9_]{1,31}$/));
export const voiceLanguage = z.enum(['en', 'sw']);
/** EAT. */
export const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time, e.g. 08:30'));
export const many = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1, 'Choose at least 1'), z.maxLength(1000, 'At most 1000 at a time'));

/** ROBOT_VENDOR. ROBOT: our robot dials one person after the other. NINE_FOUR: the whole task is handed to 94 AI. */
export const robotVendor = z.enum(['ROBOT', 'NINE_FOUR']);

/** How calls are made, whatever the section. */
export const dialling = {
  taskName,
  scriptCode,
  voiceLanguage,
  /** EAT; within contact hours. */
  dialFrom: clock,
  dialTo: clock,
  maxAttempts: z.int().check(z.minimum(1, '1 to 3'), z.maximum(3, '1 to 3')),
  retryGapMinutes: z.int().check(z.minimum(60, '60 to 1,440'), z.maximum(1440, '60 to 1,440')),
  startAt: z.iso.datetime({ offset: true }),
};
export const hours = z.refine<{ readonly dialFrom: string; readonly dialTo: string }>(
  ({ dialFrom, dialTo }) => dialFrom < dialTo,
  { error: 'Must be after the start', path: ['dialTo'] },
);
/** The collection text that goes to whom no attempt reached; null or left out: none does. */
export const smsTemplateCode = z.optional(z.nullable(businessNo));
/** Which cases of a merchant, as lists of cases filter them. */
export const audience = z.pick(caseFilters, {
  caseLevel: true,
  dpd: true,
  loanType: true,
  productNo: true,
  termNo: true,
  collectorUserNo: true,
  untouchedToday: true,
  brokenPromise: true,
}).shape;
export const caseAudience = z
  .strictObject({
    ...dialling,
    smsTemplateCode,
    /** Cases by number; else those of the merchant that match when the task is made. Later ones are not called. */
    caseIds: z.optional(many(businessNo)),
    merchantNo: z.optional(businessNo),
    /** Each waits for the hour in which they answered most so far. */
    atBestHour: z.optional(z.boolean()),
    ...audience,
  })
  .check(
    hours,
    z.refine(({ caseIds, merchantNo }) => caseIds !== undefined || merchantNo !== undefined, {
      path: ['merchantNo'],
      error: 'All options must be filled',
    }),
  );
export const audienceForm = z.strictObject({ merchantNo: businessNo, ...audience });
/** How many a task with filters would call. */
export const audienceReply = z.object({
  cases: z.number(),
  borrowers: z.number(),
  inOtherTask: z.number(),
  dueCents: z.number(),
  /** Whom the contact gate would refuse now but for the hours, by its error. */
  refusals: z.array(z.object({ reason: z.string(), borrowers: z.number() })),
});
export type AudienceForm = z.output<typeof audienceForm>;

/** Whom calls are for: cases that match, entries of the telemarketing list that match, or a user group. */
export const planAudience = z.strictObject({
  ...audience,
  listType: z.optional(optionCode),
  marketingTarget: z.optional(optionCode),
  customerStatus: z.optional(customerStatus),
  willingness: z.optional(willingness),
  batchNo: z.optional(businessNo),
  userGroupNo: z.optional(z.string().check(z.regex(/^UG\d+$/, 'User group number cannot be empty'))),
});
export type PlanAudience = z.output<typeof planAudience>;
const OF_CASES = [
  ...(['caseLevel', 'dpd', 'loanType', 'productNo'] as const),
  ...(['collectorUserNo', 'untouchedToday', 'brokenPromise'] as const),
] as const;
/** By which of them each section chooses. */
export const AUDIENCE_FIELDS = {
  collection: OF_CASES,
  collectionStage: [...OF_CASES, 'termNo'],
  marketing: ['userGroupNo'],
  telemarketing: ['listType', 'marketingTarget', 'customerStatus', 'willingness', 'batchNo'],
} as const satisfies Record<string, readonly (keyof PlanAudience)[]>;

export const groupAudience = z.pick(planAudience, { userGroupNo: true });
export const listAudience = z.pick(planAudience, {
  listType: true,
  marketingTarget: true,
  customerStatus: true,
  willingness: true,
  batchNo: true,
});
/** What follows a call about an offer. */
const followUp = {
  /** Calls in the air at once. */
  concurrency: z.optional(z.nullable(z.int().check(z.minimum(1, '1 to 100'), z.maximum(100, '1 to 100')))),
  /** A marketing text, sent through the contact gate after these labels. */
  followUpTemplateNo: z.optional(z.nullable(templateNo)),
  followUpLabels: z.optional(z.array(willingness)),
  /** Whoever is willing is listed for telemarketing. */
  handsOver: z.optional(z.boolean()),
  /** Of marketing: what the offer is about. */
  scene: z.optional(z.nullable(marketingScene)),
  /** Of telemarketing: the group whose people on shift get the willing at once; null: the list's own rules assign them. */
  transferGroup: z.optional(
    z.nullable(
      z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(40, 'At most 40 characters')),
    ),
  ),
};
/** What a section's form does not have. */
const without = (other: 'scene' | 'transferGroup') =>
  z.refine<{ readonly scene?: unknown; readonly transferGroup?: unknown }>((form) => (form[other] ?? null) === null, {
    path: [other],
    error: 'Not of this section',
  });
const listed = z.refine<{
  readonly handsOver?: boolean | undefined;
  readonly transferGroup?: string | null | undefined;
}>(({ handsOver = true, transferGroup }) => handsOver || (transferGroup ?? null) === null, {
  path: ['transferGroup'],
  error: 'Only the listed are handed to a group',
});
const followsUp = z.refine<{
  readonly followUpTemplateNo?: string | null | undefined;
  readonly followUpLabels?: readonly string[] | undefined;
}>(({ followUpTemplateNo, followUpLabels = [] }) => (followUpTemplateNo == null) === (followUpLabels.length === 0), {
  path: ['followUpLabels'],
  error: 'All options must be filled',
});
/** Of a draft, for the same people. */
export const draftOf = (other: 'scene' | 'transferGroup') =>
  z
    .strictObject({ taskNo: z.string().check(z.regex(/^RT\d+$/)), version: z.int(), ...dialling, ...followUp })
    .check(hours, followsUp, listed, without(other));
export type DraftForm = z.output<ReturnType<typeof draftOf>>;
/** Numbers, or who matches when the task is made; later ones are not called. */
const offerAudience = <Filter extends z.ZodMiniType>(filter: Filter, other: 'scene' | 'transferGroup') =>
  z
    .strictObject({
      ...dialling,
      ...followUp,
      merchantNo: businessNo,
      phones: z.optional(many(phone)),
      audience: z.optional(filter),
    })
    .check(
      hours,
      z.refine(({ phones, audience: chosen }) => (phones === undefined) !== (chosen === undefined), {
        path: ['phones'],
        error: 'All options must be filled',
      }),
      followsUp,
      listed,
      without(other),
    );
export const marketingForm = offerAudience(groupAudience, 'transferGroup');
export const telemarketingForm = offerAudience(listAudience, 'scene');
export type OfferForm = z.output<typeof marketingForm> | z.output<typeof telemarketingForm>;

/** Tasks that are stopped or asked about together. */
export const chosen = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1, 'Choose at least 1'), z.maxLength(100, 'At most 100 at a time'));
