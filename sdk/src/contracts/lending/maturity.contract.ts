import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, reason } from '../list.ts';
import { defineRuleFamily, productNos, ruleName } from '../platform/rule-family.ts';

const PAGE = '/AdminContent/MerchantSystem/MaturityConfigManagement';
const SAVE = 'merchant:maturity:save';

/** COUNT_FROM. The first day of a term: that of the disbursement, or the next one. */
export const countFrom = z.enum(['DISBURSEMENT_DAY', 'NEXT_DAY']);
/** ROLL_RULE. Where a due date falls on no business day. */
export const rollRule = z.enum(['NONE', 'NEXT_BUSINESS_DAY', 'PREVIOUS_BUSINESS_DAY']);

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time, e.g. 17:30'));
const reminderDay = z.int().check(z.minimum(-7, '-7 to 0'), z.maximum(0, '-7 to 0'));

const fields = {
  ruleName,
  productNos,
  /** Terms of these products that the rule is about; none: every term. */
  termDays: z._default(
    z
      .array(z.int().check(z.minimum(1, '1 to 365'), z.maximum(365, '1 to 365')))
      .check(z.maxLength(20, 'At most 20 values')),
    [],
  ),
  countFrom,
  rollRule,
  /** A day of the month that due dates move on to where it is at most three days away; 0 for none. */
  paydayAlign: z.int().check(z.minimum(0, '0 to 31'), z.maximum(31, '0 to 31')),
  /** EAT. A payment after this minute counts for the next day. */
  dueCutoff: z._default(timeOfDay, '23:59'),
  /** Days after the due date without late fees; the product's own where they are more. */
  graceDays: z._default(z.int().check(z.minimum(0, '0 to 30'), z.maximum(30, '0 to 30')), 0),
  /** Days from the due date at which the due reminder goes out: -3 is three days before. */
  reminderDays: z._default(
    z.array(reminderDay).check(
      z.maxLength(5, 'At most 5 values'),
      z.refine((days) => new Set(days).size === days.length, 'Each day once'),
    ),
    [-3],
  ),
};
/** How due dates are set and what they mean. No day that a rule adds bears interest, and it adds three at most. */
export const maturityRule = z.strictObject(fields);
export type MaturityRule = z.output<typeof maturityRule>;

const family = defineRuleFamily({
  name: 'maturityConfig',
  path: 'merchant/maturityConfig',
  page: PAGE,
  codes: { save: SAVE, state: SAVE, audit: 'merchant:config:audit' },
  fields: { ...fields, productNames: z.array(z.string()) },
  filters: { rollRule: z.optional(rollRule) },
  value: maturityRule,
});
export type MaturityRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;

export const preview = defineEndpoint({
  name: 'maturityConfig.preview',
  method: 'POST',
  path: 'merchant/maturityConfig/preview',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Due dates of loans disbursed on the first of the next twelve months, without and with a rule',
  request: z.strictObject({ value: maturityRule, termDays: z.int().check(z.minimum(1), z.maximum(365)) }),
  reply: z.array(z.object({ lentOn: z.string(), plainDate: z.string(), dueDate: z.string() })),
});

export const dueLoad = defineEndpoint({
  name: 'maturityConfig.dueLoad',
  method: 'POST',
  path: 'merchant/maturityConfig/dueLoad',
  access: { page: [PAGE] },
  kind: 'query',
  summary:
    'What would fall due each day of the next 45 by a rule and by those in force, were the loans of the last 30 days disbursed today and on the days after it again. REFERENCE_UNKNOWN',
  request: z.strictObject({ merchantNo: businessNo, value: maturityRule }),
  reply: z.object({
    /** Loans that it is reckoned from: the newest 2,000 at most. */
    loans: z.number(),
    days: z.array(
      z.object({ day: z.string(), isBusinessDay: z.boolean(), currentCents: z.number(), draftCents: z.number() }),
    ),
  }),
});

const calendarDay = z.object({
  day: z.string(),
  dayName: z.string(),
  countsAsBusinessDay: z.boolean(),
});
export const calendar = defineEndpoint({
  name: 'maturityConfig.calendar',
  method: 'GET',
  path: 'merchant/maturityConfig/calendar/{year}',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Holidays of a year, and other days that the calendar names',
  request: z.object({ year: z.coerce.number().check(z.int(), z.minimum(2020), z.maximum(2100)) }),
  reply: z.array(calendarDay),
});
export const calendarSave = defineEndpoint({
  name: 'maturityConfig.calendarSave',
  method: 'POST',
  path: 'merchant/maturityConfig/calendar/save',
  access: { code: [SAVE] },
  kind: 'command',
  preview: true,
  summary:
    'Asks that a day is named: a holiday, or a weekend day on which work is done; another person agrees. Loans disbursed before keep their due dates. NOTHING_CHANGES, CHANGE_WAITING',
  request: z.strictObject({
    reason,
    day: z.iso.date('A date, e.g. 2026-11-30'),
    dayName: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
    countsAsBusinessDay: z.boolean(),
  }),
  reply: z.object({ changeNo: z.string() }),
});
export const products = defineEndpoint({
  name: 'maturityConfig.products',
  method: 'GET',
  path: 'merchant/maturityConfig/products',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'The products that rules of the caller’s merchants may name',
  request: z.object({}),
  reply: z.array(z.object({ productNo: businessNo, productName: z.string(), merchantName: z.string() })),
});
