import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, textFilter, treeExportRequest } from '../list.ts';

const PAGE = '/AdminContent/UserSystem/DataDictionary';

/** How a dictionary is built: a list, a tree of entries, or entries whose value is JSON. */
export const codeTableType = z.enum(['FLAT', 'TREE', 'JSON']);
/** The status tag's intent. */
export const tagColour = z.enum(['none', 'primary', 'success', 'warning', 'danger']);

export const selectOption = z.object({
  dictKey: z.string(),
  /** The text in the caller's language. */
  label: z.string(),
  tagColour: z.nullable(z.string()),
  enabled: z.boolean(),
});
export type SelectOption = z.output<typeof selectOption>;

/** A dictionary's key, UPPER_SNAKE, at most 64 characters. */
export const dictType = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'A dictionary key, e.g. USER_STATUS'));

export const getSelectOptionRespDtos = defineEndpoint({
  name: 'dictionary.getSelectOptionRespDtos',
  method: 'GET',
  path: 'getSelectOptionRespDtos/{dictKey}',
  access: 'signedIn',
  kind: 'query',
  summary: 'The enabled values of a dictionary, in their order; answers 304 to a matching ETag',
  request: z.object({ dictKey: dictType }),
  reply: z.array(selectOption),
});

export const getEnabledNotEnabledOptionRespDtos = defineEndpoint({
  name: 'dictionary.getEnabledNotEnabledOptionRespDtos',
  method: 'GET',
  path: 'getEnabledNotEnabledOptionRespDtos/{dictKey}',
  access: 'signedIn',
  kind: 'query',
  summary: 'All values of a dictionary, retired ones too: for filters; answers 304 to a matching ETag',
  request: z.object({ dictKey: dictType }),
  reply: z.array(selectOption),
});

const text200 = z.string().check(z.maxLength(200, 'At most 200 characters'));
const code64 = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters'));
/** By language code; English is compulsory, and others fall back to it. */
const texts = z.record(z.string().check(z.regex(/^[a-z]{2,4}$/)), text200);

/** As the database counts them. */
const entryId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
const versionNumber = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

export const dictionaryEntry = z.object({
  id: z.number(),
  dictType: z.string(),
  dictKey: z.string(),
  /** Of JSON dictionaries the JSON; else what it says beyond its key, or empty. */
  dictValue: z.string(),
  parentId: z.nullable(z.number()),
  label: z.record(z.string(), z.string()),
  sort: z.number(),
  enabled: z.boolean(),
  tagColour: z.nullable(tagColour),
  remark: z.string(),
  version: z.number(),
  /** Rows that hold the code now; null where no table of this server holds codes of the dictionary. */
  uses: z.nullable(z.number()),
  allowedActions: z.array(z.enum(['update', 'addBelow', 'state', 'delete'])),
});

export const tree = defineEndpoint({
  name: 'dictionary.tree',
  method: 'GET',
  path: 'dictionary/tree',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'The dictionaries, or with a type the entries of one',
  request: z.object({ dictType: z.optional(dictType) }),
  reply: z.array(
    z.object({
      dictType: z.string(),
      dictName: z.string(),
      codeTableType,
      /** Mirrors a state machine: words, colour and order alone may be changed. */
      isFixed: z.boolean(),
      count: z.number(),
      /** Only with `dictType`. */
      entries: z.array(dictionaryEntry),
    }),
  ),
});

export const exportEntries = defineEndpoint({
  name: 'dictionary.export',
  method: 'POST',
  path: 'dictionary/export',
  access: { page: [PAGE] },
  kind: 'command',
  summary: 'The filtered or the selected entries of one dictionary as a file that the import reads',
  request: z.extend(
    treeExportRequest(
      z.strictObject({
        /** Part of a key or a value; part of the words in any language. */
        code: textFilter,
        words: textFilter,
        state: z.optional(z.enum(['ENABLED', 'DISABLED'])),
      }),
    ),
    { dictType },
  ),
  reply: exportReply,
});

export const echo = defineEndpoint({
  name: 'dictionary.echo',
  method: 'GET',
  path: 'dictionary/echo/{id}',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'One entry, for its form',
  request: z.object({ id: entryId }),
  reply: dictionaryEntry,
});

export const save = defineEndpoint({
  name: 'dictionary.save',
  method: 'POST',
  path: 'dictionary/save',
  access: { code: ['user:dictionary:save'] },
  kind: 'command',
  summary: 'Adds an entry (and its dictionary with the first), or changes one. DICTIONARY_EXISTS, DICTIONARY_USED',
  request: z.strictObject({
    /** Absent for a new entry. */
    id: z.optional(entryId),
    /** With `id`: the one the form read. */
    version: z.optional(versionNumber),
    dictType,
    /** Of a new dictionary: with it, a dictionary that there is already is refused. */
    dictName: z.optional(code64),
    codeTableType: z.optional(codeTableType),
    parentId: z.optional(z.nullable(entryId)),
    dictKey: code64,
    dictValue: z._default(text200, ''),
    label: texts.check(
      z.refine((label) => (label['en'] ?? '').trim() !== '', {
        error: 'Content cannot be blank',
        path: ['en'],
      }),
    ),
    /** At most 4 digits. */
    sort: z
      .int('Must be an integer above 0')
      .check(z.minimum(1, 'Must be an integer above 0'), z.maximum(9999, 'At most 4 characters')),
    enabled: z._default(z.boolean(), true),
    tagColour: z._default(z.nullable(tagColour), null),
    remark: z._default(text200, ''),
  }),
  reply: dictionaryEntry,
});

export const remove = defineEndpoint({
  name: 'dictionary.delete',
  method: 'POST',
  path: 'dictionary/delete',
  access: { code: ['user:dictionary:delete'] },
  kind: 'command',
  summary: 'Deletes an entry without entries below it; selects lose it at once',
  request: z.strictObject({ id: entryId, version: versionNumber }),
  reply: z.object({}),
});

export const updateState = defineEndpoint({
  name: 'dictionary.updateState',
  method: 'POST',
  path: 'dictionary/updateState',
  access: { code: ['user:dictionary:save'] },
  kind: 'command',
  summary: 'Retires entries, which old rows and filters still read, or offers them again',
  request: z.strictObject({
    dictType,
    ids: z.array(entryId).check(z.minLength(1, 'Choose at least 1'), z.maxLength(500)),
    enabled: z.boolean(),
  }),
  reply: z.object({ changed: z.number() }),
});

export const reorder = defineEndpoint({
  name: 'dictionary.reorder',
  method: 'POST',
  path: 'dictionary/reorder',
  access: { code: ['user:dictionary:save'] },
  kind: 'command',
  summary: 'Puts the entries of one level in an order',
  request: z.strictObject({
    dictType,
    parentId: z.nullable(entryId),
    /** Every entry of the level. */
    ids: z.array(entryId).check(z.minLength(1), z.maxLength(1_000)),
  }),
  reply: z.object({ moved: z.number() }),
});

/** What an entry was: enough to put it back. */
const entryFacts = z.object({
  dictKey: z.string(),
  dictValue: z.string(),
  label: z.record(z.string(), z.string()),
  sort: z.number(),
  enabled: z.boolean(),
  tagColour: z.nullable(z.string()),
  remark: z.string(),
});

export const history = defineEndpoint({
  name: 'dictionary.history',
  method: 'GET',
  path: 'dictionary/history/{id}',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'What was changed of an entry, the newest 50 changes first',
  request: z.object({ id: entryId }),
  reply: z.array(
    z.object({
      changedAt: z.string(),
      changedByName: z.nullable(z.string()),
      /** Null where the entry was made. */
      before: z.nullable(entryFacts),
      after: entryFacts,
    }),
  ),
});

export const uses = defineEndpoint({
  name: 'dictionary.uses',
  method: 'GET',
  path: 'dictionary/uses/{id}',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Where a code stands: tables with their rows, and the texts of sections that say it',
  request: z.object({ id: entryId }),
  reply: z.object({
    places: z.array(z.object({ place: z.string(), rows: z.number() })),
    /** Sections whose tags and filters show the words of this entry. */
    sections: z.array(z.string()),
  }),
});

export const deleteCache = defineEndpoint({
  name: 'dictionary.deleteCache',
  method: 'POST',
  path: 'deleteCache',
  access: { code: ['user:cache:delete'] },
  kind: 'command',
  summary: 'Clears what the server keeps of rights, menus and dictionaries, in every process and browser',
  request: z.strictObject({}),
  reply: z.object({}),
});

const lookUp = { method: 'GET', access: 'signedIn', kind: 'query' } as const;

export const value = defineEndpoint({
  ...lookUp,
  name: 'dictionary.value',
  path: 'dictionary/value',
  summary: 'What an entry holds beyond its key',
  request: z.object({ dictType, dictKey: code64 }),
  reply: z.object({ dictValue: z.nullable(z.string()) }),
});

export const label = defineEndpoint({
  ...lookUp,
  name: 'dictionary.label',
  path: 'dictionary/label',
  summary: 'The words of an entry in the caller’s language, retired ones too',
  request: z.object({ dictType, dictKey: code64 }),
  reply: z.object({ label: z.nullable(z.string()) }),
});

/** A value of a dictionary that is a tree, with what is below it. */
export interface CascadeOption {
  dictKey: string;
  label: string;
  childList: CascadeOption[];
}
const cascadeOption: z.ZodMiniType<CascadeOption, CascadeOption> = z.object({
  dictKey: z.string(),
  label: z.string(),
  childList: z.lazy(() => z.array(cascadeOption)),
});

export const fetchCascadeSelectOptionInfo = defineEndpoint({
  ...lookUp,
  name: 'dictionary.fetchCascadeSelectOptionInfo',
  path: 'fetchCascadeSelectOptionInfo',
  summary: 'The enabled values of a dictionary as a tree, in their order, for cascades of selects',
  request: z.object({ dictKey: dictType }),
  reply: z.array(cascadeOption),
});
