import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, pageSize } from '../list.ts';

/** Views of one list that a person may keep. */
export const MAX_VIEWS = 50;
/** Roles a view may be shared with. */
export const MAX_SHARED_ROLES = 20;

/** Which list: the page's whole path in any case, and the list's name on it. */
const place = {
  page: z.string().check(z.regex(/^\/AdminContent(\/[A-Za-z][A-Za-z0-9]{0,63}){1,2}$/i)),
  list: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9.-]{0,63}$/)),
};
const fieldName = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9._-]{0,63}$/));

/** Filter → its text as the address would hold it; a date range is `from..to`. */
const filterTexts = z
  .record(fieldName, z.string().check(z.minLength(1), z.maxLength(500)))
  .check(z.refine((texts) => Object.keys(texts).length <= 40, 'At most 40 filters'));

/** How the columns stand; what it does not name stands as the page has it. */
export const viewLayout = z.strictObject({
  /** In their order, frozen ones first. */
  columns: z
    .array(
      z.strictObject({
        key: fieldName,
        isShown: z.boolean(),
        isFrozen: z._default(z.boolean(), false),
        /** Pixels; null for the column's own width. */
        width: z._default(z.nullable(z.int().check(z.minimum(40), z.maximum(1_200))), null),
      }),
    )
    .check(z.maxLength(120)),
  density: z._default(z.nullable(z.enum(['compact', 'comfortable'])), null),
});
export type ViewLayout = z.output<typeof viewLayout>;

const sort = z.nullable(z.strictObject({ field: fieldName, direction: z.enum(['asc', 'desc']) }));
const viewId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/));
/** Opaque: it is in an address in the place of personal data. */
export const filterId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/));

export const savedView = z.object({
  viewId: z.string(),
  viewName: z.string(),
  /** Without the personal ones. */
  filters: z.record(z.string(), z.string()),
  /**
   * Where its personal filters are (`GET user/filter/{filterId}`); null without any, and for a
   * colleague who sees values masked: `hasHiddenFilters` is then true.
   */
  filterId: z.nullable(z.string()),
  hasHiddenFilters: z.boolean(),
  sort,
  layout: z.nullable(viewLayout),
  pageSize: z.nullable(pageSize),
  isOwn: z.boolean(),
  ownerName: z.string(),
  /** Roles it is shared with: all of them for the owner, for others those they hold. */
  sharedWith: z.array(z.object({ roleNo: z.string(), roleName: z.string() })),
  /** The one this person's list opens with. */
  isDefault: z.boolean(),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'share', 'delete', 'setDefault'])),
});
export type SavedView = z.output<typeof savedView>;

export const page = defineEndpoint({
  name: 'view.page',
  method: 'POST',
  path: 'user/view/page',
  access: 'signedIn',
  kind: 'query',
  summary: 'The caller’s views of a list, those shared with their roles, and how they left it',
  request: z.strictObject(place),
  reply: z.object({
    /** Own ones first, by name. */
    views: z.array(savedView),
    defaultViewId: z.nullable(z.string()),
    /** How this person left the list outside of any view; null as it came. */
    layout: z.nullable(viewLayout),
    /** Roles the caller may share with: those they hold; every role for who may change roles. */
    shareableRoles: z.array(z.object({ roleNo: z.string(), roleName: z.string() })),
  }),
});

export const save = defineEndpoint({
  name: 'view.save',
  method: 'POST',
  path: 'user/view/save',
  access: 'signedIn',
  kind: 'command',
  summary: 'Adds a view of one’s own, or changes it. VIEW_EXISTS, VIEW_LIMIT, FILTER_PERSONAL, STALE',
  request: z.strictObject({
    ...place,
    /** Absent for a new view. */
    viewId: z.optional(viewId),
    /** With `viewId`: the one that was read. */
    version: z.optional(z.int()),
    viewName: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
    filters: filterTexts,
    /** From `user/filter/save`: personal filters never stand in `filters`. */
    filterId: z._default(z.nullable(filterId), null),
    sort: z._default(sort, null),
    layout: z._default(z.nullable(viewLayout), null),
    pageSize: z._default(z.nullable(pageSize), null),
  }),
  reply: savedView,
});

export const share = defineEndpoint({
  name: 'view.share',
  method: 'POST',
  path: 'user/view/share',
  access: 'signedIn',
  kind: 'command',
  summary: 'Shares a view of one’s own with exactly these roles; with none it is private again',
  request: z.strictObject({
    viewId,
    version: z.int(),
    roleNos: z.array(businessNo).check(z.maxLength(MAX_SHARED_ROLES)),
  }),
  reply: savedView,
});

export const remove = defineEndpoint({
  name: 'view.delete',
  method: 'POST',
  path: 'user/view/delete',
  access: 'signedIn',
  kind: 'command',
  summary: 'Deletes a view of one’s own; colleagues it was shared with lose it, too',
  request: z.strictObject({ viewId }),
  reply: z.object({}),
});

export const setDefault = defineEndpoint({
  name: 'view.setDefault',
  method: 'POST',
  path: 'user/view/setDefault',
  access: 'signedIn',
  kind: 'command',
  summary: 'The view a list opens with for the caller, one’s own or a shared one; null for none',
  request: z.strictObject({ ...place, viewId: z.nullable(viewId) }),
  reply: z.object({ defaultViewId: z.nullable(z.string()) }),
});

export const saveLayout = defineEndpoint({
  name: 'view.saveLayout',
  method: 'POST',
  path: 'user/view/layout/save',
  access: 'signedIn',
  // The last one counts, and sending it again changes nothing.
  kind: 'signal',
  summary: 'Keeps how the caller left a list; null puts it back',
  request: z.strictObject({ ...place, layout: z.nullable(viewLayout) }),
  reply: z.object({}),
});

export const resetLayouts = defineEndpoint({
  name: 'view.resetLayouts',
  method: 'POST',
  path: 'user/view/layout/reset',
  access: 'signedIn',
  kind: 'command',
  summary: 'Puts every list back as it came; saved views stay',
  request: z.strictObject({}),
  reply: z.object({ reset: z.number() }),
});

export const saveFilter = defineEndpoint({
  name: 'view.saveFilter',
  method: 'POST',
  path: 'user/filter/save',
  access: 'signedIn',
  // Named by its content and owner: sending it again answers the same id.
  kind: 'signal',
  summary: 'Keeps personal filters of a list on the server and names them for the address',
  request: z.strictObject({ ...place, filters: filterTexts }),
  reply: z.object({ filterId: z.string() }),
});

export const filter = defineEndpoint({
  name: 'view.filter',
  method: 'GET',
  path: 'user/filter/{filterId}',
  access: 'signedIn',
  kind: 'query',
  summary: 'Personal filters of one’s own, or of a view shared with a role one holds. FILTER_NOT_FOUND',
  request: z.object({ filterId }),
  reply: z.object({
    page: z.string(),
    list: z.string(),
    filters: z.record(z.string(), z.string()),
  }),
});
