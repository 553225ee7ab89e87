import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, textFilter } from '../list.ts';
import { copyToMerchantsOf, stateManyOf } from '../platform/rule-batches.ts';
import { defineRuleFamily, productNos, ruleId, ruleName } from '../platform/rule-family.ts';
import { caseScope } from './collection.ts';
import { policyPreview } from './policy-preview.ts';
import { runCasesOf } from './policy-run.contract.ts';
import { scriptCode } from './robot-task.contract.ts';

const SAVE = 'collection:policy:save';
const codes = { save: SAVE, state: SAVE, audit: SAVE };
const LEVEL_PAGE = '/AdminContent/CollectionSystem/CollectLevelDevisionPolicy';
const REMINDER_PAGE = '/AdminContent/CollectionSystem/PreReminderCaseDivisionPolicy';

/** DIVISION_MODE. What counts as load: open cases, what they owed as they came, or half of each share. */
export const divisionMode = z.enum(['COUNT', 'AMOUNT', 'BALANCED']);
/** CASE_LEVEL of cases that are late. Those before the due date are S0's. */
export const lateLevel = z.enum(['S1', 'S2', 'S3', 'S4', 'S5']);
/**
 * REMINDER_STEP. What happens with a case on a day before its due date. ROBOT: the borrower is called by the robot;
 * PERSON: the case is divided among collectors.
 */
export const reminderStep = z.enum(['NONE', 'SMS', 'ROBOT', 'PERSON']);
/** IN_TIME_STEPS. What borrowers get who paid every bill in time: all steps, the SMS alone, or nothing. */
export const inTimeSteps = z.enum(['ALL', 'SMS', 'NONE']);

const weight = z.int().check(z.minimum(0, '0 to 100'), z.maximum(100, '0 to 100'));
/** Open cases that one of the group may hold; null: no limit but the daily cap. */
const cap = z.nullable(z.int().check(z.minimum(0, '0 to 9,999'), z.maximum(9999, '0 to 9,999')));
const cents = z.nullable(z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00)));
const chosen = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1, 'Choose at least 1'), z.maxLength(10));

/** What both policies say of who takes cases. */
const division = {
  ruleName,
  caseScopes: chosen(caseScope),
  divisionMode,
  newStaffWeight: weight,
  oldStaffWeight: weight,
  newStaffCap: cap,
  oldStaffCap: cap,
};
interface Weights {
  readonly newStaffWeight: number;
  readonly oldStaffWeight: number;
  readonly newStaffCap: number | null;
  readonly oldStaffCap: number | null;
}
const someoneTakes = z.refine<Weights>(({ newStaffWeight, oldStaffWeight }) => newStaffWeight + oldStaffWeight > 0, {
  error: 'Choose at least one group to take them',
  path: ['oldStaffWeight'],
});
const someoneMay = z.refine<Weights>(({ newStaffCap, oldStaffCap }) => newStaffCap !== 0 || oldStaffCap !== 0, {
  error: 'At least one group needs a cap above 0',
  path: ['oldStaffCap'],
});

const levelFields = {
  ...division,
  caseLevels: chosen(lateLevel),
  /** New staff get no case that owed more as it came; null: whatever it owed. */
  newStaffMaxAmountCents: cents,
  /** Cases that owed from and to so much as they came; null: no bound. */
  amountFromCents: cents,
  amountToCents: cents,
  /** True: whoever has a case keeps it as it comes to this level. */
  keepCollector: z.boolean(),
  /** Of cases by bill. True: the bills of an order go to one person where that person has room. */
  keepOrderTogether: z._default(z.boolean(), true),
};
/** Who gets the cases of some levels. */
export const levelPolicy = z.strictObject(levelFields).check(
  someoneTakes,
  someoneMay,
  z.refine(
    ({ amountFromCents, amountToCents }) =>
      amountFromCents === null || amountToCents === null || amountFromCents <= amountToCents,
    { error: 'Must not be below the start', path: ['amountToCents'] },
  ),
);
export type LevelPolicy = z.output<typeof levelPolicy>;

const reminderFields = {
  ...division,
  productNos,
  /** Of first loans or of repeat loans; null: of both. */
  loanType: z.optional(z.nullable(z.enum(['FIRST', 'REPEAT']))),
  /** On the day itself, and one, two and three days before. */
  onDueDay: reminderStep,
  oneDayBefore: reminderStep,
  twoDaysBefore: reminderStep,
  threeDaysBefore: reminderStep,
  /** EAT, `09:00`: reminders go out from then on, within the hours of contact. */
  remindAt: z.string().check(z.regex(/^(0[89]|1[0-8]):[0-5]\d$/, '08:00 to 18:59, e.g. 09:00')),
  /** What the SMS of each day says, in the borrower’s language; null or absent: `DUE_REMINDER`. */
  onDueDayTemplate: z.optional(z.nullable(businessNo)),
  oneDayBeforeTemplate: z.optional(z.nullable(businessNo)),
  twoDaysBeforeTemplate: z.optional(z.nullable(businessNo)),
  threeDaysBeforeTemplate: z.optional(z.nullable(businessNo)),
  /** Of versions from before each day had a text of its own: where a day names none. */
  smsTemplateCode: z.optional(z.nullable(businessNo)),
  /** What borrowers get who paid their last bills, three at least, all in time; absent: all steps. */
  inTimePayers: z.optional(inTimeSteps),
  /** What the robot says; where a step is its. */
  robotScriptCode: z.optional(z.nullable(scriptCode)),
};
/** LAST_RUN_RESULT. PARTLY: a case found nobody, or the contact gate refused one. NOTHING: there was no case. */
export const lastRunResult = z.enum(['DONE', 'PARTLY', 'NOTHING']);
export type LastRunResult = z.output<typeof lastRunResult>;
const STEPS = ['onDueDay', 'oneDayBefore', 'twoDaysBefore', 'threeDaysBefore'] as const;
/** How cases are reminded and divided before they are late. */
export const reminderPolicy = z.strictObject(reminderFields).check(
  someoneTakes,
  someoneMay,
  z.refine((policy) => STEPS.every((step) => policy[step] !== 'ROBOT') || Boolean(policy.robotScriptCode), {
    error: 'Content cannot be blank',
    path: ['robotScriptCode'],
  }),
);
export type ReminderPolicy = z.output<typeof reminderPolicy>;

export const levels = defineRuleFamily({
  name: 'levelPolicy',
  path: 'caseAllot/levelPolicy',
  page: LEVEL_PAGE,
  codes,
  fields: levelFields,
  filters: { ruleName: textFilter, caseLevel: z.optional(lateLevel), caseScope: z.optional(caseScope) },
  value: levelPolicy,
});
const levelBatches = { name: 'levelPolicy', path: 'caseAllot/levelPolicy', codes } as const;
export const levelStateMany = stateManyOf(levelBatches);
export const levelCopyMany = copyToMerchantsOf(levelBatches);
export type LevelRow = z.output<typeof levels.row>;
export const reminders = defineRuleFamily({
  name: 'preReminderPolicy',
  path: 'caseAllot/preReminderPolicy',
  page: REMINDER_PAGE,
  codes,
  fields: { ...reminderFields, productNames: z.array(z.string()), lastRunResult: z.nullable(lastRunResult) },
  filters: { ruleName: textFilter, caseScope: z.optional(caseScope) },
  value: reminderPolicy,
});
export const reminderStateMany = stateManyOf({ name: 'preReminderPolicy', path: 'caseAllot/preReminderPolicy', codes });
export type ReminderRow = z.output<typeof reminders.row>;

export const products = defineEndpoint({
  name: 'preReminderPolicy.products',
  method: 'GET',
  path: 'caseAllot/preReminderPolicy/products',
  access: { page: [REMINDER_PAGE] },
  kind: 'query',
  summary: 'The products that policies of the caller’s merchants may name',
  request: z.object({}),
  reply: z.array(z.object({ productNo: businessNo, productName: z.string(), merchantName: z.string() })),
});

export const levelCapacity = defineEndpoint({
  name: 'levelPolicy.capacity',
  method: 'POST',
  path: 'caseAllot/levelPolicy/capacity',
  access: { page: [LEVEL_PAGE] },
  kind: 'query',
  summary: 'What comes to each desk tomorrow beside what its people on shift may be given',
  request: z.strictObject({}),
  reply: z.object({
    day: z.string(),
    desks: z.array(
      z.object({
        merchantNo: z.string(),
        merchantName: z.string(),
        caseLevel: lateLevel,
        cases: z.number(),
        people: z.number(),
        /** Their caps of a day. */
        capacity: z.number(),
      }),
    ),
  }),
});

/** Errors: REFERENCE_UNKNOWN for a merchant that the caller does not see. */
export const levelSimulate = defineEndpoint({
  name: 'levelPolicy.simulate',
  method: 'POST',
  path: 'caseAllot/levelPolicy/simulate',
  access: { code: [SAVE] },
  kind: 'query',
  summary: 'Who would get which of the waiting cases tomorrow by a policy that is being written. REFERENCE_UNKNOWN',
  request: z.strictObject({ ruleId: z.optional(ruleId), merchantNo: businessNo, value: levelPolicy }),
  reply: policyPreview,
});
/** Errors: REFERENCE_UNKNOWN for a merchant that the caller does not see. */
export const reminderSimulate = defineEndpoint({
  name: 'preReminderPolicy.simulate',
  method: 'POST',
  path: 'caseAllot/preReminderPolicy/simulate',
  access: { code: [SAVE] },
  kind: 'query',
  summary:
    'How tomorrow’s cases of S0 would be reminded and divided by a policy that is being written. REFERENCE_UNKNOWN',
  request: z.strictObject({ ruleId: z.optional(ruleId), merchantNo: businessNo, value: reminderPolicy }),
  reply: policyPreview,
});

const one = z.strictObject({ ruleId });
export const levelRunPreview = defineEndpoint({
  name: 'levelPolicy.runPreview',
  method: 'POST',
  path: 'caseAllot/levelPolicy/run/preview',
  access: { code: [SAVE] },
  kind: 'query',
  summary: 'How many cases a policy in force would divide now, among how many. NOT_FOUND, ILLEGAL_TRANSITION',
  request: one,
  reply: z.object({
    cases: z.number(),
    given: z.number(),
    collectors: z.number(),
    caseLevels: z.array(lateLevel),
  }),
});
export const levelRun = defineEndpoint({
  name: 'levelPolicy.run',
  method: 'POST',
  path: 'caseAllot/levelPolicy/run/now',
  access: { code: [SAVE] },
  kind: 'command',
  preview: true,
  summary:
    'Divides the cases of a policy in force now, as a job; retained ones are passed over. NOT_FOUND, ILLEGAL_TRANSITION, CASE_POOL_EMPTY',
  request: one,
  reply: z.object({ jobNo: z.string(), cases: z.number() }),
});

export const levelRunCases = runCasesOf('levelPolicy', LEVEL_PAGE);
export const reminderRunCases = runCasesOf('preReminderPolicy', REMINDER_PAGE);
