import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';

export const LANGUAGE_PAGE = '/AdminContent/UserSystem/MultiLanguageConfiguration';
const seen = { page: [LANGUAGE_PAGE] } as const;

/** `en`, `zh`, `ke`: 2 to 4 lower-case letters, fixed once saved. */
export const languageCode = z
  .string()
  .check(
    z.minLength(1, 'Content cannot be blank'),
    z.maxLength(4, 'At most 4 characters'),
    z.regex(/^[a-z]{2,4}$/, '2 to 4 lower-case letters'),
  );

/** Where a text belongs: `host`, `sdk`, `page` (the kit), or a plugin's name. */
export const textNamespace = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));
/** A text's dotted key, the ending of its plural form included: `list.rows_other`. */
export const textKey = z.string().check(z.regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/), z.maxLength(200));

export const languageRow = z.object({
  languageCode: z.string(),
  languageName: z.string(),
  /** The language its missing texts fall back to; what has none falls back to English. */
  baseCode: z.nullable(z.string()),
  sort: z.number(),
  /** Address of the picture, public and cacheable; null without one. */
  flag: z.nullable(z.string()),
  isDefault: z.boolean(),
  isEnabled: z.boolean(),
  /** Texts it has, shipped or written here, of all that English has. `ke` reads the English ones. */
  coverage: z.object({ translated: z.number(), total: z.number() }),
  /** Texts written here; they win over the shipped ones. */
  ownTexts: z.number(),
  /** Unfrozen people who chose it. */
  userCount: z.number(),
  /** Name of the language these people get when it is disabled: the default one. */
  fallsBackTo: z.string(),
  updatedAt: z.string(),
  updatedByName: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'enable', 'disable', 'setDefault', 'delete'])),
});
export type LanguageRow = z.output<typeof languageRow>;

const languageFilters = z.strictObject({
  languageName: textFilter,
  languageCode: textFilter,
  isEnabled: z.optional(z.boolean()),
});
const LANGUAGE_SORTS = ['sort', 'languageName', 'languageCode', 'updatedAt'] as const;

export const list = defineEndpoint({
  name: 'language.list',
  method: 'POST',
  path: 'language/list',
  access: seen,
  kind: 'query',
  summary: 'All languages, disabled ones too',
  request: listRequest(languageFilters, LANGUAGE_SORTS),
  reply: listReply(languageRow),
});

export const exportList = defineEndpoint({
  name: 'language.export',
  method: 'POST',
  path: 'language/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected languages as a file, made by a job',
  request: exportRequest(languageFilters, LANGUAGE_SORTS),
  reply: exportReply,
});

export const save = defineEndpoint({
  name: 'language.save',
  method: 'POST',
  path: 'language/save',
  access: { code: ['user:language:save'] },
  kind: 'command',
  summary: 'Adds a language, disabled, or changes one. LANGUAGE_EXISTS, LANGUAGE_BASE_CYCLE, STALE',
  request: z.strictObject({
    languageCode,
    /** Absent for a new language; else the one the form read. */
    version: z.optional(z.int()),
    languageName: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
    sort: z
      .int('Must be an integer above 0')
      .check(z.minimum(1, 'Must be an integer above 0'), z.maximum(9999, 'At most 4 characters')),
    /** `attachId` of a picture the caller uploaded; null takes the flag away, absent keeps it. */
    flag: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
    baseCode: z._default(z.nullable(languageCode), null),
  }),
  reply: languageRow,
});

const one = { languageCode, version: z.int() };

export const stateOperation = defineEndpoint({
  name: 'language.stateOperation',
  method: 'POST',
  path: 'language/stateOperation',
  access: { code: ['user:language:state'] },
  kind: 'command',
  summary: 'Offers a language or no longer; the default one cannot be disabled',
  request: z.strictObject({ ...one, isEnabled: z.boolean() }),
  reply: languageRow,
});

export const setDefault = defineEndpoint({
  name: 'language.setDefault',
  method: 'POST',
  path: 'language/setDefault',
  access: { code: ['user:language:default'] },
  kind: 'command',
  summary: 'Makes an enabled language the one new browsers start with; exactly one is',
  request: z.strictObject(one),
  reply: languageRow,
});

export const remove = defineEndpoint({
  name: 'language.delete',
  method: 'POST',
  path: 'language/delete',
  access: { code: ['user:language:delete'] },
  kind: 'command',
  summary: 'Deletes a disabled language without texts of its own that no other falls back to',
  request: z.strictObject(one),
  reply: z.object({}),
});

/** MISSING: falls back. SHIPPED: as built. OWN: written here. OUTDATED: written here for an original that has changed since. */
export const textState = z.enum(['MISSING', 'SHIPPED', 'OWN', 'OUTDATED']);

export const textRow = z.object({
  namespace: z.string(),
  key: z.string(),
  /** The English text as built. */
  original: z.string(),
  /** The language's text as built; null where it has none. */
  shipped: z.nullable(z.string()),
  /** Written here; it wins. Null where nothing is. */
  own: z.nullable(z.string()),
  /** What people see now. */
  shown: z.string(),
  /** Names in `{{ }}` that a translation must hold. */
  placeholders: z.array(z.string()),
  textState,
  updatedAt: z.nullable(z.string()),
  updatedByName: z.nullable(z.string()),
  /** 0 where nothing was written here. */
  version: z.number(),
});
export type TextRow = z.output<typeof textRow>;

const textFilters = z.strictObject({
  languageCode,
  namespace: z.optional(textNamespace),
  /** Part of a key. */
  key: textFilter,
  /** Part of the original, of the shipped or of the own text. */
  text: textFilter,
  textState: z.optional(textState),
});

export const textPage = defineEndpoint({
  name: 'language.textPage',
  method: 'POST',
  path: 'language/text/page',
  access: seen,
  kind: 'query',
  summary: 'The texts of a language beside the English ones, plural forms as the language needs',
  request: listRequest(textFilters, ['namespace', 'key', 'updatedAt']),
  reply: listReply(textRow),
});

export const textNamespaces = defineEndpoint({
  name: 'language.textNamespaces',
  method: 'GET',
  path: 'language/text/namespaces/{languageCode}',
  access: seen,
  kind: 'query',
  summary: 'Where texts belong, and how many of each the language has',
  request: z.object({ languageCode }),
  reply: z.array(
    z.object({
      namespace: z.string(),
      /** The section's title in the caller's language; the name itself for host, SDK and kit. */
      title: z.string(),
      translated: z.number(),
      total: z.number(),
    }),
  ),
});

export const textPlaces = defineEndpoint({
  name: 'language.textPlaces',
  method: 'GET',
  path: 'language/text/places/{namespace}',
  access: seen,
  kind: 'query',
  summary: 'The pages that show texts of a namespace; none for host, SDK and kit, whose texts are everywhere',
  request: z.object({ namespace: textNamespace }),
  reply: z.array(z.object({ path: z.string(), title: z.string() })),
});

/** A text as a person types it. */
const typedText = z.string().check(
  z.minLength(1, 'Content cannot be blank'),
  z.maxLength(2_000, 'At most 2000 characters'),
  z.refine((text) => text.trim() !== '', 'Content cannot be blank'),
);

/** One text of one language. */
export const textForm = z.strictObject({
  languageCode,
  namespace: textNamespace,
  key: textKey,
  /** Null takes what was written here back: the shipped text is shown again. */
  text: z.nullable(typedText),
});

export const textSave = defineEndpoint({
  name: 'language.textSave',
  method: 'POST',
  path: 'language/text/save',
  access: { code: ['user:language:save'] },
  kind: 'command',
  summary: 'Writes a text; open consoles show it at once. TEXT_PLACEHOLDERS, TEXT_NOT_FOUND, STALE',
  request: z.extend(textForm, { version: z.int() }),
  reply: textRow,
});

export const textExport = defineEndpoint({
  name: 'language.textExport',
  method: 'POST',
  path: 'language/text/export',
  access: { code: ['user:language:save'] },
  kind: 'command',
  summary: 'The filtered texts as a file, made by a job; the import languages.texts reads it again',
  request: z.strictObject({ format: z.enum(['csv', 'xlsx']), filters: textFilters }),
  reply: z.object({ jobNo: z.string() }),
});

const missingText = z.strictObject({ languageCode, namespace: textNamespace, key: textKey });

export const reportMissing = defineEndpoint({
  name: 'language.reportMissing',
  method: 'POST',
  path: 'language/text/missing/report',
  access: 'signedIn',
  kind: 'signal',
  summary: 'Texts that a console looked for in vain',
  request: z.strictObject({ texts: z.array(missingText).check(z.minLength(1), z.maxLength(50)) }),
  reply: z.object({}),
});

const missingFilters = z.strictObject({
  languageCode: z.optional(languageCode),
  namespace: z.optional(textNamespace),
});
const MISSING_SORTS = ['lastSeenAt', 'seen'] as const;

export const missingPage = defineEndpoint({
  name: 'language.missingPage',
  method: 'POST',
  path: 'language/text/missing/page',
  access: seen,
  kind: 'query',
  summary: 'Texts that consoles looked for in vain and that still are not there, newest first',
  request: listRequest(missingFilters, MISSING_SORTS),
  reply: listReply(
    z.object({
      languageCode: z.string(),
      namespace: z.string(),
      key: z.string(),
      /** English; null where English lacks it, too. */
      original: z.nullable(z.string()),
      /** How often it was reported: once a console and load. */
      seen: z.number(),
      firstSeenAt: z.string(),
      lastSeenAt: z.string(),
    }),
  ),
});

export const missingExport = defineEndpoint({
  name: 'language.missingExport',
  method: 'POST',
  path: 'language/text/missing/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected texts that were looked for in vain as a file, made by a job',
  request: z.extend(exportRequest(missingFilters, MISSING_SORTS), {
    /** Language, namespace and key, a space between them. */
    ids: z.optional(
      z.array(z.string().check(z.maxLength(250))).check(z.minLength(1, 'SELECTION_EMPTY'), z.maxLength(10_000)),
    ),
  }),
  reply: exportReply,
});

/** Namespace → dotted key → text. */
const ownTexts = z.record(z.string(), z.record(z.string(), z.string()));
export type OwnTexts = z.output<typeof ownTexts>;

/** What `textRevision` of a language says; answers are cached by it for good. */
const revision = z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/));

export const publicTexts = defineEndpoint({
  name: 'language.publicTexts',
  method: 'GET',
  path: 'noAuth/language/texts/{languageCode}/{revision}',
  access: 'public',
  kind: 'query',
  summary: 'Texts written here for host, SDK and kit, in one language',
  request: z.object({ languageCode, revision }),
  reply: ownTexts,
});

export const texts = defineEndpoint({
  name: 'language.texts',
  method: 'GET',
  path: 'language/texts/{languageCode}/{revision}',
  access: 'signedIn',
  kind: 'query',
  summary: 'Texts written here, in one language, of host, SDK, kit and the plugins of this session',
  request: z.object({ languageCode, revision }),
  reply: ownTexts,
});

export const flag = defineEndpoint({
  name: 'language.flag',
  method: 'GET',
  path: 'noAuth/language/flag/{languageCode}/{hash}',
  access: 'public',
  kind: 'query',
  replyForm: 'file',
  summary: 'The picture of a language',
  request: z.object({
    languageCode,
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  reply: z.unknown(),
});
