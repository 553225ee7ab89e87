import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, selected } from '../list.ts';
import { historyEntry } from '../platform/history.ts';

export const HOTLINE_PAGE = '/AdminContent/OperationSystem/CustomerServiceHotlineManagement';
const seen = { page: [HOTLINE_PAGE] } as const;
const SAVE = { code: ['operation:hotline:save'] } as const;

/** CONTACT_TYPE */
export const contactType = z.enum(['PHONE', 'WHATSAPP', 'EMAIL', 'SOCIAL']);
export const hotlineStatus = z.enum(['ENABLED', 'DISABLED']);
/** HOTLINE_CHECK: what the last weekly call or look at the link came to. */
export const checkResult = z.enum(['WORKS', 'FAILS']);
export type CheckResult = z.output<typeof checkResult>;
export const weekday = z.enum(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN', 'HOLIDAY']);

const timeOfDay = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'A time, e.g. 08:30'));
/** From and to in EAT, the end not included. On a public holiday only the hours of HOLIDAY apply. */
const hours = z
  .strictObject({ days: z.array(weekday).check(z.minLength(1, 'Choose at least 1')), from: timeOfDay, to: timeOfDay })
  .check(z.refine(({ from, to }) => from < to, { error: 'Must be after the start', path: ['to'] }));
export type ServiceHours = z.output<typeof hours>;

const FORMS: Readonly<Record<z.output<typeof contactType>, readonly [form: RegExp, said: string]>> = {
  PHONE: [/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'],
  WHATSAPP: [/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'],
  EMAIL: [/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/, 'An email address'],
  SOCIAL: [/^https:\/\/\S+$/, 'Must begin with https://'],
};

/** What is wrong with a contact of its type; null where nothing. */
export function contactFault(type: z.output<typeof contactType>, value: string): string | null {
  const [form, said] = FORMS[type];
  return form.test(value) ? null : said;
}

const overlaps = (all: readonly ServiceHours[]): boolean =>
  all.some((one, index) =>
    all
      .slice(index + 1)
      .some((other) => one.days.some((day) => other.days.includes(day)) && one.from < other.to && other.from < one.to),
  );

const form = z
  .strictObject({
    hotlineNo: z.optional(businessNo),
    version: z.optional(z.int()),
    merchantNo: businessNo,
    contactType,
    contactValue: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(200, 'At most 200 characters')),
    serviceHours: z.array(hours).check(
      z.maxLength(14),
      z.refine((all) => !overlaps(all), 'Hours overlap'),
    ),
    languages: z.array(z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/))).check(z.minLength(1, 'Choose at least 1')),
    sort: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(9_999, 'At most 9999')),
  })
  .check((context) => {
    const msg = contactFault(context.value.contactType, context.value.contactValue);
    if (msg !== null) {
      context.issues.push({ code: 'custom', message: msg, path: ['contactValue'], input: context.value.contactValue });
    }
  });

export const hotlineRow = z.object({
  hotlineNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  contactType,
  /** The company's own: never masked. */
  contactValue: z.string(),
  serviceHours: z.array(z.object({ days: z.array(weekday), from: z.string(), to: z.string() })),
  languages: z.array(z.string()),
  sort: z.number(),
  /** Whether somebody answers now (EAT); no hours are all hours. */
  isOpenNow: z.boolean(),
  /** Null before the first weekly check; numbers are called, links opened, others are not checked. */
  lastCheckedAt: z.nullable(z.string()),
  checkResult: z.nullable(checkResult),
  status: hotlineStatus,
  updatedByName: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'copy', 'enable', 'disable', 'delete'])),
});
export type HotlineRow = z.output<typeof hotlineRow>;

const filters = z.strictObject({
  merchantNo: z.optional(businessNo),
  contactType: z.optional(contactType),
  status: z.optional(hotlineStatus),
  checkResult: z.optional(checkResult),
});
const SORTS = ['sort', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'hotline.page',
  method: 'POST',
  path: 'customerConfig/page',
  access: seen,
  kind: 'query',
  summary: 'The contacts that each merchant’s customers see, and when somebody answers',
  request: listRequest(filters, SORTS),
  reply: listReply(hotlineRow),
});

export const exportList = defineEndpoint({
  name: 'hotline.export',
  method: 'POST',
  path: 'customerConfig/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected contacts as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'hotline.detail',
  method: 'GET',
  path: 'customerConfig/{hotlineNo}',
  access: seen,
  kind: 'query',
  summary: 'A contact and what was changed of it',
  request: z.object({ hotlineNo: businessNo }),
  reply: z.object({ row: hotlineRow, history: z.array(historyEntry) }),
});

export const save = defineEndpoint({
  name: 'hotline.save',
  method: 'POST',
  path: 'customerConfig/save',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Adds a contact or changes it. NOT_FOUND, STALE, REFERENCE_UNKNOWN, HOTLINE_TAKEN',
  request: form,
  reply: z.object({ hotlineNo: z.string(), version: z.number() }),
});

const switched = {
  method: 'POST',
  access: SAVE,
  kind: 'command',
  preview: true,
  request: z.strictObject({ hotlineNo: businessNo, version: z.int() }),
  reply: z.object({ hotlineNo: z.string() }),
} as const;

export const copy = defineEndpoint({
  name: 'hotline.copy',
  method: 'POST',
  path: 'customerConfig/copy',
  access: SAVE,
  kind: 'command',
  summary:
    'Copies a contact with its hours to other merchants, but to those that have it already. NOT_FOUND, STALE, REFERENCE_UNKNOWN',
  request: z.strictObject({
    hotlineNo: businessNo,
    version: z.int(),
    merchantNos: z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(200)),
  }),
  reply: z.object({ copied: z.number(), known: z.number() }),
});

const span = z
  .strictObject({ from: timeOfDay, to: timeOfDay })
  .check(z.refine(({ from, to }) => from < to, { error: 'Must be after the start', path: ['to'] }));

export const holidays = defineEndpoint({
  name: 'hotline.holidays',
  method: 'POST',
  path: 'customerConfig/holidays',
  access: SAVE,
  kind: 'command',
  summary: 'Sets the hours of public holidays of selected contacts, by a job; none: closed on holidays',
  request: z.strictObject({
    hotlineNos: selected,
    hours: z.array(span).check(
      z.maxLength(5, 'At most 5'),
      z.refine((all) => !overlaps(all.map((one) => ({ ...one, days: ['HOLIDAY'] }))), 'Hours overlap'),
    ),
  }),
  reply: exportReply,
});

export const copyMany = defineEndpoint({
  name: 'hotline.copyMany',
  method: 'POST',
  path: 'customerConfig/copy/batch',
  access: SAVE,
  kind: 'command',
  summary: 'Copies selected contacts to other merchants, by a job; a merchant that has one already keeps it',
  request: z.strictObject({ hotlineNos: selected, merchantNos: copy.request.def.shape.merchantNos }),
  reply: exportReply,
});

export const usage = defineEndpoint({
  name: 'hotline.usage',
  method: 'GET',
  path: 'customerConfig/usage/{hotlineNo}',
  access: seen,
  kind: 'query',
  summary: 'Where a contact is shown now: enabled message templates that name it, and screens',
  request: z.object({ hotlineNo: businessNo }),
  reply: z.object({
    templates: z.array(z.object({ templateCode: z.string(), templateName: z.string() })),
    /** HOTLINE_SCREEN */
    screens: z.array(z.enum(['HELP', 'PAYMENT_LINK', 'ANNOUNCEMENT'])),
  }),
});

export const enable = defineEndpoint({
  ...switched,
  name: 'hotline.enable',
  path: 'customerConfig/enable',
  summary: 'Shows a contact to customers again. STALE, NOTHING_CHANGES',
});
export const disable = defineEndpoint({
  ...switched,
  name: 'hotline.disable',
  path: 'customerConfig/disable',
  summary: 'Shows a contact no more. STALE, NOTHING_CHANGES, LAST_HOTLINE',
});
export const remove = defineEndpoint({
  ...switched,
  name: 'hotline.delete',
  path: 'customerConfig/delete',
  summary: 'Deletes a disabled contact. STALE, ILLEGAL_TRANSITION',
});

const shownHotline = z.object({
  contactType,
  contactValue: z.string(),
  serviceHours: hotlineRow.shape.serviceHours,
  languages: z.array(z.string()),
  isOpenNow: z.boolean(),
});

export const forApp = defineEndpoint({
  name: 'hotline.forApp',
  method: 'GET',
  path: 'noAuth/app/hotlines/{merchantNo}',
  access: 'public',
  kind: 'query',
  summary: 'The contacts that a merchant’s app shows its customers, in their order; they are said to anybody',
  request: z.object({ merchantNo: businessNo }),
  reply: z.array(shownHotline),
});

export const preview = defineEndpoint({
  name: 'hotline.preview',
  method: 'POST',
  path: 'customerConfig/preview',
  access: seen,
  kind: 'query',
  summary: 'What a merchant’s app would show its customers at a moment. NOT_FOUND',
  request: z.strictObject({ merchantNo: businessNo, at: z.iso.datetime({ offset: true, error: 'A date and time' }) }),
  reply: z.array(shownHotline),
});
