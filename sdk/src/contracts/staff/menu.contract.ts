import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, reason, textFilter, treeExportRequest } from '../list.ts';

const PAGE = '/AdminContent/UserSystem/MenuManagement';

/** CATALOGUE holds others, PAGE opens a page, OPERATION is a right on one, EXTERNAL opens an address. */
export const menuType = z.enum(['CATALOGUE', 'PAGE', 'OPERATION', 'EXTERNAL']);
export type MenuType = z.output<typeof menuType>;

/**
 * Whether the entry's page can be opened: OFFERED by a section that runs, OFF where the section that
 * offered it is switched off or left out, MISSING where no section is known to offer it. Null: no page.
 */
export const menuOffer = z.enum(['OFFERED', 'OFF', 'MISSING']);

export const menuAction = z.enum(['update', 'addBelow', 'state', 'delete', 'dataRule']);
export type MenuAction = z.output<typeof menuAction>;

/** Language code → text; English is always there. */
const texts = z.record(z.string(), z.string());

/** An entry and what is below it. */
export interface MenuEntry {
  menuNo: string;
  parentMenuNo: string | null;
  menuType: MenuType;
  menuName: Record<string, string>;
  perms: string | null;
  externalUrl: string | null;
  icon: string | null;
  sort: number;
  enabled: boolean;
  version: number;
  offer: z.output<typeof menuOffer> | null;
  /** The section that offers the page, or did; null where none is known. */
  offeredBy: { plugin: string; version: string } | null;
  /** Numbers of the roles that hold its page or operation. */
  roleNos: string[];
  /** How many roles have a data rule on it. */
  dataRules: number;
  /** A change of it that awaits approval. */
  changeNo: string | null;
  allowedActions: MenuAction[];
  childList: MenuEntry[];
}
export const menuEntry: z.ZodMiniType<MenuEntry, MenuEntry> = z.object({
  menuNo: z.string(),
  parentMenuNo: z.nullable(z.string()),
  menuType,
  menuName: texts,
  perms: z.nullable(z.string()),
  externalUrl: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  sort: z.number(),
  enabled: z.boolean(),
  version: z.number(),
  offer: z.nullable(menuOffer),
  offeredBy: z.nullable(z.object({ plugin: z.string(), version: z.string() })),
  roleNos: z.array(z.string()),
  dataRules: z.number(),
  changeNo: z.nullable(z.string()),
  allowedActions: z.array(menuAction),
  childList: z.lazy(() => z.array(menuEntry)),
});

/** A page that a section offers and no entry opens: ready to be taken over. */
export const unlistedPage = z.object({
  plugin: z.string(),
  version: z.string(),
  path: z.string(),
  menuName: texts,
  /** The catalogue that holds the section's other pages; null where there is none yet. */
  parentMenuNo: z.nullable(z.string()),
});
export type UnlistedPage = z.output<typeof unlistedPage>;

export const tree = defineEndpoint({
  name: 'menu.tree',
  method: 'GET',
  path: 'menu/tree',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'The whole menu with operations, each entry with who offers and who holds it',
  request: z.object({}),
  reply: z.object({
    tree: z.array(menuEntry),
    roles: z.array(z.object({ roleNo: z.string(), roleName: z.string() })),
  }),
});

export const exportTree = defineEndpoint({
  name: 'menu.export',
  method: 'POST',
  path: 'menu/export',
  access: { page: [PAGE] },
  kind: 'command',
  summary: 'The filtered or the selected entries of the menu as a file, made by a job',
  request: treeExportRequest(
    z.strictObject({
      menuName: textFilter,
      perms: textFilter,
      menuType: z.optional(menuType),
      state: z.optional(z.enum(['ENABLED', 'DISABLED'])),
    }),
  ),
  reply: exportReply,
});

export const unlisted = defineEndpoint({
  name: 'menu.unlisted',
  method: 'GET',
  path: 'menu/unlisted',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'The pages that running sections offer and no entry opens',
  request: z.object({}),
  reply: z.array(unlistedPage),
});

const menuName = z
  .record(
    z.string().check(z.regex(/^[a-z]{2,4}$/)),
    z.string().check(z.trim(), z.maxLength(64, 'At most 64 characters')),
  )
  .check(
    z.refine((names) => (names['en'] ?? '').trim() !== '', {
      error: 'Content cannot be blank',
      path: ['en'],
    }),
  );
const route = /^\/AdminContent(\/[A-Za-z][A-Za-z0-9]{0,63}){1,2}$/i;
const operationCode = /^[a-z][A-Za-z0-9]*(:[a-z][A-Za-z0-9]*){2}$/;

const editForm = z.strictObject({
  /** Absent for a new entry. */
  menuNo: z.optional(businessNo),
  /** With `menuNo`: the one the form read. */
  version: z.optional(z.int()),
  parentMenuNo: z.nullable(businessNo),
  menuType,
  menuName,
  /** A Blueprint icon's name: `people`. */
  icon: z.nullable(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'An icon, e.g. people'))),
  sort: z
    .int('Must be an integer above 0')
    .check(z.minimum(1, 'Must be an integer above 0'), z.maximum(99_999, 'At most 99999')),
  perms: z.nullable(z.string().check(z.trim(), z.maxLength(160, 'At most 160 characters'))),
  /** Opened in a new tab with a token of its own, the language and the country. */
  externalUrl: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(500, 'At most 500 characters'),
        z.regex(/^https:\/\/[^\s/?#]+\.[^\s/?#]+([/?#]\S*)?$/i, 'Must start with https://'),
      ),
  ),
  /** Why, for whoever decides where it waits. */
  reason: z.optional(reason),
});

interface Kind {
  readonly menuType: MenuType;
  readonly perms: string | null;
  readonly externalUrl: string | null;
}
/** What an entry of this type must have, and may. */
const kindRules: readonly (readonly [(form: Kind) => boolean, string, 'perms' | 'externalUrl'])[] = [
  [
    ({ menuType: type, perms }) => type !== 'PAGE' || (perms !== null && route.test(perms)),
    'A page, e.g. /AdminContent/UserSystem/UserManagement',
    'perms',
  ],
  [
    ({ menuType: type, perms }) => type !== 'OPERATION' || (perms !== null && operationCode.test(perms)),
    'An action code, e.g. user:user:add',
    'perms',
  ],
  [({ menuType: type, perms }) => type !== 'CATALOGUE' || perms === null, 'A group does not open a page', 'perms'],
  [
    ({ menuType: type, perms }) => type !== 'EXTERNAL' || perms === null || route.test(perms),
    'A page, e.g. /AdminContent/UserSystem/UserManagement',
    'perms',
  ],
  [
    ({ menuType: type, externalUrl }) => type !== 'EXTERNAL' || externalUrl !== null,
    'Must start with https://',
    'externalUrl',
  ],
  [
    ({ menuType: type, externalUrl }) => type === 'EXTERNAL' || externalUrl === null,
    'Only external entries can have an address',
    'externalUrl',
  ],
];

const ruled = ([holds, error, field]: (typeof kindRules)[number]) => z.refine<Kind>(holds, { error, path: [field] });
export const editRequest = editForm.check(...kindRules.map(ruled));
export type EditRequest = z.output<typeof editRequest>;

export const edit = defineEndpoint({
  name: 'menu.edit',
  method: 'POST',
  path: 'menu/edit',
  access: { code: ['user:menu:edit'] },
  kind: 'command',
  summary: 'Adds an entry or changes one; what it opens awaits approval where the company asks',
  request: editRequest,
  reply: z.object({
    /** Empty for a new entry that waits. */
    menuNo: z.string(),
    /** Set where what it opens awaits approval. */
    changeNo: z.optional(z.string()),
  }),
});

export const remove = defineEndpoint({
  name: 'menu.delete',
  method: 'POST',
  path: 'menu/delete',
  access: { code: ['user:menu:delete'] },
  kind: 'command',
  summary: 'Deletes an entry that nothing is below and no role holds',
  request: z.strictObject({ menuNo: businessNo, version: z.int() }),
  reply: z.object({}),
});

const menuNos = z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(200));

export const updateState = defineEndpoint({
  name: 'menu.updateState',
  method: 'POST',
  path: 'menu/updateState',
  access: { code: ['user:menu:state'] },
  kind: 'command',
  summary: 'Takes entries out of the menu, or back in; permissions stay as they are',
  request: z.strictObject({ menuNos, enabled: z.boolean() }),
  reply: z.object({ changed: z.number() }),
});

export const updateStatePreview = defineEndpoint({
  name: 'menu.updateStatePreview',
  method: 'POST',
  path: 'menu/updateStatePreview',
  access: { code: ['user:menu:state'] },
  kind: 'query',
  summary: 'Whose menu would change',
  request: z.strictObject({ menuNos, enabled: z.boolean() }),
  reply: z.object({
    /** Entries that would change, and pages below them that go or come along. */
    entries: z.number(),
    pages: z.number(),
    /** People who can sign in and whose menu changes. */
    people: z.number(),
    /** Of these, signed in now. */
    signedIn: z.number(),
  }),
});

export const reorder = defineEndpoint({
  name: 'menu.reorder',
  method: 'POST',
  path: 'menu/reorder',
  access: { code: ['user:menu:edit'] },
  kind: 'command',
  summary: 'Puts the entries of one or more levels in an order, moved ones included, as one change',
  request: z.strictObject({
    /** Each level whole: every entry that is there afterwards, in its order. */
    levels: z
      .array(
        z.strictObject({
          parentMenuNo: z.nullable(businessNo),
          menuNos: z.array(businessNo).check(z.maxLength(500)),
        }),
      )
      .check(z.minLength(1), z.maxLength(20)),
  }),
  reply: z.object({ moved: z.number() }),
});
