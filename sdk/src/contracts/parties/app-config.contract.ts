import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';
import { jsonFault } from '../platform/json-fault.ts';
import { defineRuleFamily } from '../platform/rule-family.ts';

const PAGE = '/AdminContent/OperationSystem/AppContentManagement';
const os = z.enum(['ANDROID', 'IOS']);

const fields = {
  /** The key that the app reads it by. */
  ruleName: z
    .string()
    .check(z.trim(), z.regex(/^[a-z][A-Za-z0-9.]{0,29}$/, 'A letter, then letters, digits and dots; at most 30')),
  /** The app it is for; null for every one. */
  os: z._default(z.nullable(os), null),
  /** As text, so that it stays as it was typed. */
  json: z.string().check(
    z.trim(),
    z.minLength(1, 'Content cannot be blank'),
    z.maxLength(20_000, 'At most 20,000 characters'),
    z.refine((text) => jsonFault(text) === null, 'Invalid JSON'),
  ),
};
/** A setting of a merchant's app. */
export const appConfigRule = z.strictObject(fields);
export type AppConfigRule = z.output<typeof appConfigRule>;

const family = defineRuleFamily({
  name: 'appConfig',
  path: 'appConfig',
  page: PAGE,
  codes: {
    save: 'operation:appContent:save',
    state: 'operation:appContent:publish',
    audit: 'operation:config:audit',
  },
  fields,
  filters: { os: z.optional(os) },
  value: appConfigRule,
});
export type AppConfigRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;

export const forApp = defineEndpoint({
  name: 'appConfig.forApp',
  method: 'GET',
  path: 'noAuth/app/config/{merchantNo}',
  access: 'public',
  kind: 'query',
  summary:
    'The settings of a merchant’s app by key; one for the app itself goes before one for every app. They are said to anybody',
  request: z.object({ merchantNo: businessNo, os: z.optional(os) }),
  reply: z.record(z.string(), z.unknown()),
});
