import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, reason } from '../list.ts';

const PAGE = '/AdminContent/UserSystem/MenuManagement';

/**
 * Which rows of a page a role sees: all that its own data scope takes in, those of the person's
 * merchants, of their department with or without those below, or their own. A rule narrows and never widens.
 */
export const rowScope = z.enum(['ALL', 'MERCHANTS', 'DEPARTMENT_AND_BELOW', 'DEPARTMENT', 'SELF']);
export type RowScope = z.output<typeof rowScope>;

const fieldName = z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,63}$/));

export const dataRule = z.strictObject({
  roleNo: businessNo,
  rowScope,
  /** Fields of the page whose values leave the server masked for this role. */
  maskedFields: z.array(fieldName).check(z.maxLength(40)),
});
export type DataRule = z.output<typeof dataRule>;

export const dataRules = defineEndpoint({
  name: 'menu.dataRules',
  method: 'GET',
  path: 'menu/dataRules',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'The data rules of a page by role, for roles that hold it',
  request: z.object({ menuNo: businessNo }),
  reply: z.object({
    menuNo: z.string(),
    rules: z.array(
      z.object({
        roleNo: z.string(),
        roleName: z.string(),
        /** The role's own data scope: what holds without a rule. */
        roleScope: z.enum(['ALL', 'MERCHANTS']),
        people: z.number(),
        /** Null without a rule. */
        rowScope: z.nullable(rowScope),
        maskedFields: z.array(z.string()),
      }),
    ),
    /** What a rule of this page may say: departments and people only where its lists keep to them. */
    rowScopes: z.array(rowScope),
    /** Fields of this page that can be masked; empty where the page names none. */
    maskable: z.array(z.string()),
    /** People who hold the page, for the preview; the first 200 by name. */
    people: z.array(z.object({ userNo: z.string(), realName: z.string() })),
    changeNo: z.nullable(z.string()),
  }),
});

export const rulesRequest = z.strictObject({
  menuNo: businessNo,
  /** The whole set: a role that is left out has no rule any more. */
  rules: z.array(dataRule).check(z.maxLength(200)),
});

export const saveDataRules = defineEndpoint({
  name: 'menu.saveDataRules',
  method: 'POST',
  path: 'menu/dataRules',
  access: { code: ['user:menu:dataRule'] },
  kind: 'command',
  summary: 'Sets the data rules of a page; awaits approval where the company asks',
  request: z.extend(rulesRequest, { reason: z.optional(reason) }),
  reply: z.object({ changed: z.number(), changeNo: z.optional(z.string()) }),
});

export const dataRulesPreview = defineEndpoint({
  name: 'menu.dataRulesPreview',
  method: 'POST',
  path: 'menu/dataRulesPreview',
  access: { code: ['user:menu:dataRule'] },
  kind: 'query',
  summary: 'What one person would see of a page under these rules',
  request: z.extend(rulesRequest, { userNo: businessNo }),
  reply: z.object({
    holdsPage: z.boolean(),
    /** A line for each role through which the person sees the page. */
    roles: z.array(z.object({ roleName: z.string(), rowScope })),
    maskedFields: z.array(z.string()),
    /** Rows now and under these rules; null where the page has no list that can be counted here. */
    rowsNow: z.nullable(z.number()),
    rowsThen: z.nullable(z.number()),
    /** The first few of them, as far as the caller sees them, too. */
    sample: z.array(z.object({ no: z.string(), name: z.string() })),
  }),
});
