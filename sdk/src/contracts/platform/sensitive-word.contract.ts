import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  selected,
  textFilter,
} from '../list.ts';
import { historyEntry } from './history.ts';

export const SENSITIVE_WORD_PAGE = '/AdminContent/OperationSystem/SensitiveWordConfig';
const seen = { page: [SENSITIVE_WORD_PAGE] } as const;
const SAVE = { code: ['operation:sensitiveWord:save'] } as const;

/** WORD_SCOPE: where words are looked for. */
export const wordScope = z.enum(['TEMPLATE', 'ANNOUNCEMENT', 'MANUAL_SMS', 'FOLLOW_UP', 'CALL_TRANSCRIPT']);
/** WORD_ACTION: BLOCK refuses the text, WARN asks its writer first, FLAG records the hit. */
export const wordAction = z.enum(['BLOCK', 'WARN', 'FLAG']);
export const wordGroupStatus = z.enum(['ENABLED', 'DISABLED']);

/** Words as they are found: trimmed, each once whatever its case. */
export function distinctWords(words: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const word of words.map((one) => one.trim()).filter((one) => one !== '')) {
    const folded = word.toLowerCase();
    if (!byFolded.has(folded)) byFolded.set(folded, word);
  }
  return [...byFolded.values()];
}

const word = z.string().check(z.trim(), z.minLength(2, '2 to 64 characters'), z.maxLength(64, '2 to 64 characters'));
const words = z.array(word).check(
  z.maxLength(500, 'At most 500 words a group'),
  z.refine((all) => distinctWords(all).length === all.length, 'A word is there twice'),
);
/** What a group says. */
export const form = {
  wordGroup: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
  words: words.check(z.minLength(1, 'Content cannot be blank')),
  /** Phrases in which a word is innocent. */
  exceptions: words,
  /** Code of the language; null for any. */
  language: z.nullable(z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/))),
  scopes: z.array(wordScope).check(z.minLength(1, 'Choose at least 1')),
  action: wordAction,
};

export const wordGroupRow = z.object({
  wordGroupNo: z.string(),
  ...form,
  words: z.array(z.string()),
  exceptions: z.array(z.string()),
  scopes: z.array(wordScope),
  wordCount: z.number(),
  /** Of the last 30 days. */
  hits: z.number(),
  status: wordGroupStatus,
  updatedByName: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'enable', 'disable', 'delete'])),
});
export type WordGroupRow = z.output<typeof wordGroupRow>;

const filters = z.strictObject({
  /** One of a group's words, or a part of it. */
  word: textFilter,
  wordGroup: textFilter,
  action: z.optional(wordAction),
  scope: z.optional(wordScope),
  language: textFilter,
  status: z.optional(wordGroupStatus),
});
const SORTS = ['wordGroup', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'sensitiveWord.page',
  method: 'POST',
  path: 'sensitiveWord/page',
  access: seen,
  kind: 'query',
  summary: 'Groups of words that must not reach a customer, or are noticed',
  request: listRequest(filters, SORTS),
  reply: listReply(wordGroupRow),
});

export const exportList = defineEndpoint({
  name: 'sensitiveWord.export',
  method: 'POST',
  path: 'sensitiveWord/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected groups as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'sensitiveWord.detail',
  method: 'GET',
  path: 'sensitiveWord/{wordGroupNo}',
  access: seen,
  kind: 'query',
  summary: 'A group with its newest hits and what was changed of it',
  request: z.object({ wordGroupNo: businessNo }),
  reply: z.object({
    row: wordGroupRow,
    hits: z.array(
      z.object({
        hitAt: z.string(),
        byName: z.nullable(z.string()),
        scope: wordScope,
        word: z.string(),
        /** With phones in it masked. */
        text: z.string(),
      }),
    ),
    history: z.array(historyEntry),
  }),
});

export const hitRow = z.object({
  wordHitId: z.number(),
  hitAt: z.string(),
  /** Who wrote or said it; null where the system did. */
  hitByName: z.nullable(z.string()),
  hitScope: wordScope,
  hitWord: z.string(),
  /** With phones in it masked. */
  hitText: z.string(),
  wordGroupNo: z.string(),
  wordGroup: z.string(),
  action: wordAction,
});
export type HitRow = z.output<typeof hitRow>;
const hitFilters = z.strictObject({
  wordGroup: textFilter,
  hitWord: textFilter,
  hitText: textFilter,
  hitByName: textFilter,
  hitScope: z.optional(wordScope),
  action: z.optional(wordAction),
  hitAt: dayRange,
});
const HIT_SORTS = ['hitAt'] as const;

export const hitPage = defineEndpoint({
  name: 'sensitiveWord.hitPage',
  method: 'POST',
  path: 'sensitiveWord/hit/page',
  access: seen,
  kind: 'query',
  summary: 'Where words of groups were found, the newest first',
  request: listRequest(hitFilters, HIT_SORTS),
  reply: listReply(hitRow),
});

export const hitExport = defineEndpoint({
  name: 'sensitiveWord.hitExport',
  method: 'POST',
  path: 'sensitiveWord/hit/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected hits as a file, made by a job',
  request: exportRequest(hitFilters, HIT_SORTS),
  reply: exportReply,
});

export const save = defineEndpoint({
  name: 'sensitiveWord.save',
  method: 'POST',
  path: 'sensitiveWord/save',
  access: SAVE,
  kind: 'command',
  summary: 'Adds a group or changes it. NOT_FOUND, STALE, WORD_TAKEN',
  request: z.strictObject({ ...form, wordGroupNo: z.optional(businessNo), version: z.optional(z.int()) }),
  reply: z.object({ wordGroupNo: z.string(), version: z.number() }),
});

const switched = {
  method: 'POST',
  access: SAVE,
  kind: 'command',
  request: z.strictObject({ wordGroupNo: businessNo, version: z.int() }),
  reply: z.object({ wordGroupNo: z.string() }),
} as const;

export const enable = defineEndpoint({
  ...switched,
  name: 'sensitiveWord.enable',
  path: 'sensitiveWord/enable',
  summary: 'Looks for the words of a group again. STALE, NOTHING_CHANGES',
});
export const disable = defineEndpoint({
  ...switched,
  name: 'sensitiveWord.disable',
  path: 'sensitiveWord/disable',
  summary: 'Looks for the words of a group no more. STALE, NOTHING_CHANGES',
});
export const remove = defineEndpoint({
  ...switched,
  name: 'sensitiveWord.delete',
  path: 'sensitiveWord/delete',
  summary: 'Deletes a disabled group. STALE, ILLEGAL_TRANSITION',
});

export const switchMany = defineEndpoint({
  name: 'sensitiveWord.switchMany',
  method: 'POST',
  path: 'sensitiveWord/switch/batch',
  access: SAVE,
  kind: 'command',
  summary: 'Enables or disables selected groups, by a job',
  request: z.strictObject({ wordGroupNos: selected, isEnabled: z.boolean() }),
  reply: exportReply,
});

export const moveMany = defineEndpoint({
  name: 'sensitiveWord.moveMany',
  method: 'POST',
  path: 'sensitiveWord/move/batch',
  access: SAVE,
  kind: 'command',
  summary:
    'Moves the words of selected groups into another group, by a job; a group that is empty then is deleted. REFERENCE_UNKNOWN',
  request: z.strictObject({ wordGroupNos: selected, toWordGroupNo: businessNo }),
  reply: exportReply,
});

export const check = defineEndpoint({
  name: 'sensitiveWord.check',
  method: 'POST',
  path: 'sensitiveWord/check',
  access: SAVE,
  kind: 'query',
  summary: 'Which of these words a text holds, as saving it would find them',
  request: z.strictObject({
    text: z.string().check(z.minLength(1, 'Content cannot be blank'), z.maxLength(2_000, 'At most 2000 characters')),
    scope: wordScope,
  }),
  reply: z.array(z.object({ word: z.string(), wordGroup: z.string(), action: wordAction })),
});

export const trial = defineEndpoint({
  name: 'sensitiveWord.trial',
  method: 'POST',
  path: 'sensitiveWord/trial',
  access: SAVE,
  kind: 'command',
  summary: 'Looks for words that are not saved in every message and note of the last 30 days, by a job. Keeps no hit',
  request: z.strictObject({
    words: form.words,
    exceptions: form.exceptions,
    scopes: z.array(z.enum(['TEMPLATE', 'MANUAL_SMS', 'FOLLOW_UP'])).check(z.minLength(1, 'Choose at least 1')),
  }),
  reply: exportReply,
});

export const trialResult = defineEndpoint({
  name: 'sensitiveWord.trialResult',
  method: 'GET',
  path: 'sensitiveWord/trial/{jobNo}',
  access: SAVE,
  kind: 'query',
  summary: 'What one’s own trial of words has found so far. NOT_FOUND',
  request: z.object({ jobNo: businessNo }),
  reply: z.object({
    isRunning: z.boolean(),
    /** Days of texts looked through, of so many. */
    done: z.number(),
    total: z.number(),
    /** Texts that were looked through. */
    texts: z.number(),
    /** Texts with at least one of the words. */
    hits: z.number(),
    /** The most frequent first. */
    byWord: z.array(
      z.object({
        word: z.string(),
        hits: z.number(),
        /** Found only within longer words. */
        likelyFalse: z.number(),
      }),
    ),
    samples: z.array(
      z.object({
        scope: wordScope,
        word: z.string(),
        at: z.string(),
        /** With phones in it masked. */
        text: z.string(),
        isLikelyFalse: z.boolean(),
      }),
    ),
  }),
});
