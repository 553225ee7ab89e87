import * as z from 'zod/mini';
import { revealField } from '../reveal-field.ts';
import { menuItem } from './bootstrap.ts';
import { defineEndpoint } from '../endpoint.ts';
import { historyEntry } from '../platform/history.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { USER_MANAGEMENT_PAGE } from '../page-paths.ts';

export const ROLE_MANAGEMENT_PAGE = '/AdminContent/UserSystem/RoleManagement';
const seen = { page: [ROLE_MANAGEMENT_PAGE] } as const;
/** 1: values leave the server masked for holders of this role alone. */
const oneOrZero = z.union([z.literal(0), z.literal(1)]);
const changeNo = z.optional(z.string());

export const list = defineEndpoint({
  name: 'role.list',
  method: 'GET',
  path: 'role/list',
  access: { page: [USER_MANAGEMENT_PAGE, ROLE_MANAGEMENT_PAGE] },
  kind: 'query',
  summary: 'All roles by name, for choosing',
  request: z.object({}),
  reply: z.array(
    z.object({
      roleNo: z.string(),
      roleName: z.string(),
      remark: z.nullable(z.string()),
      isDesensitization: oneOrZero,
      /** Whether the caller holds everything the role grants; others are refused with GRANT_BEYOND_OWN. */
      isGrantable: z.boolean(),
    }),
  ),
});

const sensitiveFields = {
  isDesensitization: oneOrZero,
  revealFields: z.array(revealField),
  /** Values a day that a holder may reveal. */
  dailyRevealBudget: z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(999, 'At most 999')),
  /** True: the borrower's address book is in no tab and no reply. */
  addressBookHide: z.boolean(),
  /** True: of an order just header and plan are shown. */
  orderDetailsHide: z.boolean(),
  unmaskedExport: z.boolean(),
  /** Integer cents that a holder may waive at once; null is nothing at all. */
  deductionCapCents: z.nullable(z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(100_000_000_00))),
  /** Holders sign in with an authenticator. */
  mfaRequired: z.boolean(),
  /** Holders sign in with a code sent to them. */
  validateCodeRequired: z.boolean(),
};
/** The sensitive permissions of a role: changing them takes `user:role:sensitive`. */
export const sensitiveGroup = z.strictObject(sensitiveFields);
export type SensitiveGroup = z.output<typeof sensitiveGroup>;
/** Fields of the group stand beside the others in forms, so that each message finds its field. */
const sensitiveRequests = z.partial(sensitiveGroup).shape;

export const dataScope = z.enum(['ALL', 'MERCHANTS']);
const pagePath = z.string().check(z.regex(/^\/[a-z0-9/]{1,200}$/));
const code = z.string().check(z.regex(/^[a-z][A-Za-z0-9]*(:[a-z][A-Za-z0-9]*){2}$/));

const grants = {
  /** ALL: rows of every merchant; MERCHANTS: of the person's own. */
  dataScope,
  /** Lower-cased paths. */
  pages: z.array(pagePath).check(z.minLength(1, 'ROLE_WITHOUT_PAGE'), z.maxLength(1_000)),
  codes: z.array(code).check(z.maxLength(2_000)),
};
const form = {
  roleName: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
  remark: z.nullable(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
  ...grants,
};

/** What the caller may do with a role now. */
export const roleAction = z.enum(['update', 'copy', 'delete']);
/** What of the sensitive group a role holds, for its tags. */
export const sensitiveTag = z.enum(['UNMASKED', 'REVEAL', 'ADDRESS_BOOK', 'EXPORT', 'DEDUCTION']);

export const roleRow = z.object({
  roleNo: z.string(),
  roleName: z.string(),
  remark: z.nullable(z.string()),
  /** How many of each it has; users are all holders, whoever's merchants they work for. */
  users: z.number(),
  pages: z.number(),
  operations: z.number(),
  sensitive: z.array(sensitiveTag),
  /** The request that awaits approval, if one does. */
  pendingChangeNo: z.nullable(z.string()),
  isAdministrator: z.boolean(),
  updatedByName: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(roleAction),
});
export type RoleRow = z.output<typeof roleRow>;

const day = z.iso.date();
export const roleFilters = z.strictObject({
  roleNo: textFilter,
  roleName: textFilter,
  /** A lower-cased page path or an operation code: roles that hold it. */
  permission: z.optional(z.union([pagePath, code])),
  /** Days in EAT, both included. */
  updatedAt: z.optional(z.strictObject({ from: day, to: day })),
});

const SORTS = ['roleNo', 'roleName', 'users', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'role.page',
  method: 'POST',
  path: 'role/page',
  access: seen,
  kind: 'query',
  summary: 'Roles with what they hold, counted',
  request: listRequest(roleFilters, SORTS),
  reply: listReply(roleRow),
});

export const exportList = defineEndpoint({
  name: 'role.export',
  method: 'POST',
  path: 'role/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected roles as a file, made by a job',
  request: exportRequest(roleFilters, SORTS),
  reply: exportReply,
});

export const info = defineEndpoint({
  name: 'role.info',
  method: 'GET',
  path: 'role/info/{roleNo}',
  access: seen,
  kind: 'query',
  summary: 'One role, for its form',
  request: z.object({ roleNo: businessNo }),
  reply: z.object({
    ...z.omit(roleRow, { pages: true, sensitive: true }).shape,
    dataScope,
    pages: z.array(z.string()),
    codes: z.array(z.string()),
    sensitive: sensitiveGroup,
    /** Codes that make and check the same thing, both in this role. */
    conflicts: z.array(z.object({ maker: z.string(), checker: z.string() })),
    /** The newest of its history. */
    history: z.array(historyEntry),
  }),
});
export type RoleInfo = z.output<typeof info.reply>;

/** A section, page or operation; what the caller does not hold can be taken away but not given. */
export interface Permission {
  /** A page path in lower case, an operation code, or a section's number. */
  key: string;
  kind: 'SECTION' | 'PAGE' | 'CODE';
  name: string;
  isHeld: boolean;
  children: Permission[];
}
const permission: z.ZodMiniType<Permission, Permission> = z.object({
  key: z.string(),
  kind: z.enum(['SECTION', 'PAGE', 'CODE']),
  name: z.string(),
  isHeld: z.boolean(),
  children: z.lazy(() => z.array(permission)),
});

export const tree = defineEndpoint({
  name: 'role.tree',
  method: 'GET',
  path: 'role/tree',
  access: seen,
  kind: 'query',
  summary: 'Every section, page and operation that roles can hold',
  request: z.object({}),
  reply: z.array(permission),
});

export const save = defineEndpoint({
  name: 'role.save',
  method: 'POST',
  path: 'role/save',
  access: { code: ['user:role:add'] },
  kind: 'command',
  summary: 'Makes a role, once an approver agrees; of the sensitive group, what is left out stays hidden',
  request: z.strictObject({ ...form, ...sensitiveRequests, reason: z.optional(reason) }),
  reply: z.object({
    /** Empty while the role awaits approval. */
    roleNo: z.string(),
    changeNo,
  }),
});

export const update = defineEndpoint({
  name: 'role.update',
  method: 'POST',
  path: 'role/update',
  access: { code: ['user:role:update'] },
  kind: 'command',
  summary: 'Changes what was sent, once an approver agrees; it holds for the very next call',
  request: z.strictObject({
    roleNo: businessNo,
    version: z.int(),
    ...z.partial(z.strictObject(form)).shape,
    ...sensitiveRequests,
    reason: z.optional(reason),
  }),
  reply: z.object({ roleNo: z.string(), version: z.number(), changeNo }),
});

const deleteRole = defineEndpoint({
  name: 'role.delete',
  method: 'POST',
  path: 'role/delete',
  access: { code: ['user:role:delete'] },
  kind: 'command',
  summary: 'Deletes a role that nobody holds, once an approver agrees',
  request: z.strictObject({ roleNo: businessNo, version: z.int(), reason: z.optional(reason) }),
  reply: z.object({ roleNo: z.string(), changeNo }),
});
export { deleteRole as delete };

/** One of the two switches that pages of orders ask for automatically. */
function hideSwitch<const Name extends string>(name: Name, summary: string) {
  return defineEndpoint({
    name: `role.${name}`,
    method: 'POST',
    path: `role/${name}`,
    access: { code: ['user:role:sensitive'] },
    kind: 'command',
    summary,
    request: z.strictObject({ roleNo: businessNo, version: z.int(), isHidden: z.boolean() }),
    reply: z.object({ roleNo: z.string(), version: z.number(), changeNo }),
  });
}
export const addressBookHide = hideSwitch(
  'addressBookHide',
  'Hides or shows borrowers’ address books to holders, once approved',
);
export const orderDetailsHide = hideSwitch(
  'orderDetailsHide',
  'Hides or shows the details of orders to holders, once approved',
);

export const sameMenuRole = defineEndpoint({
  name: 'role.sameMenuRole',
  method: 'POST',
  path: 'role/sameMenuRole',
  access: seen,
  kind: 'query',
  summary: 'Roles with the same menu, or the nearest to it, for a look side by side',
  request: z.strictObject({ roleNo: businessNo }),
  reply: z.object({
    /** The role itself first, then those with the same menu, then the nearest: at most 5. */
    roles: z.array(
      z.object({
        roleNo: z.string(),
        roleName: z.string(),
        users: z.number(),
        isSameMenu: z.boolean(),
        pages: z.array(z.string()),
        codes: z.array(z.string()),
        sensitive: z.array(sensitiveTag),
      }),
    ),
  }),
});

export const matrix = defineEndpoint({
  name: 'role.matrix',
  method: 'GET',
  path: 'role/matrix',
  access: seen,
  kind: 'query',
  summary: 'Every role with the pages and operations it holds, to stand side by side',
  request: z.object({}),
  reply: z.array(
    z.object({
      roleNo: z.string(),
      roleName: z.string(),
      /** Lower-cased page paths and operation codes. */
      holds: z.array(z.string()),
    }),
  ),
});

export const simulate = defineEndpoint({
  name: 'role.simulate',
  method: 'POST',
  path: 'role/simulate',
  access: seen,
  kind: 'query',
  summary: 'What holders of a role, of a draft of one, or one person could see and do',
  request: z.union([
    z.strictObject({ roleNo: businessNo }),
    z.strictObject({ userNo: businessNo }),
    z.strictObject({
      draft: z.strictObject({ ...grants, ...sensitiveRequests }),
    }),
  ]),
  reply: z.object({
    /** The menu as it would be drawn. */
    menus: z.array(menuItem),
    /** Pages held that no section offers now: they open nothing. */
    pagesNotOffered: z.array(z.string()),
    codes: z.array(z.string()),
    dataScope,
    /** Whether values leave the server masked. */
    isMasked: z.boolean(),
    revealFields: z.array(revealField),
    dailyRevealBudget: z.number(),
    unmaskedExport: z.boolean(),
    addressBookHide: z.boolean(),
    orderDetailsHide: z.boolean(),
    deductionCapCents: z.nullable(z.number()),
    conflicts: z.array(z.object({ maker: z.string(), checker: z.string() })),
  }),
});
export type Simulation = z.output<typeof simulate.reply>;

export const ofUser = defineEndpoint({
  name: 'user.sees',
  method: 'GET',
  path: 'user/sees/{userNo}',
  access: { page: [USER_MANAGEMENT_PAGE] },
  kind: 'query',
  summary: 'What one person could see and do now: their menu, data, sensitive permissions',
  request: z.object({ userNo: businessNo }),
  reply: simulate.reply,
});

export const unused = defineEndpoint({
  name: 'role.unused',
  method: 'GET',
  path: 'role/unused/{roleNo}',
  access: seen,
  kind: 'query',
  summary: 'Permissions of a role that none of its holders used in the last 90 days',
  request: z.object({ roleNo: businessNo }),
  reply: z.object({
    /** Since when use is known; later than 90 days ago on a young installation. */
    since: z.string(),
    pages: z.array(z.string()),
    codes: z.array(z.string()),
  }),
});
