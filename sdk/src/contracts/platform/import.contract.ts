import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';

/** Rows one import takes. */
export const MAX_IMPORT_ROWS = 2_000;
/** Bytes of a file that is imported: 200,000 people to call are about half of it. */
export const MAX_IMPORT_BYTES = 33_554_432;
const kind = z.string().check(z.regex(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/, 'An import, e.g. users.import'));
const format = z._default(z.enum(['csv', 'xlsx']), 'xlsx');
const cells = z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(2_000)));

/** When the same file was imported before. */
const earlierImport = z.object({
  at: z.string(),
  /** Of its record, where the import keeps one; else of its job. */
  no: z.string(),
  byName: z.string(),
});

/** What no other row of a file may hold: the text as the server compares it, and the column it is marked at. */
const rowKey = z.object({ field: z.string(), key: z.string() });

export { repeatsOf } from './import-repeats.ts';

export const template = defineEndpoint({
  name: 'import.template',
  method: 'GET',
  path: 'user/import/template/{kind}',
  access: 'signedIn',
  kind: 'query',
  replyForm: 'file',
  summary: 'An empty file of an import with its columns and one example row',
  request: z.object({ kind, format }),
  reply: z.unknown(),
});

export const preview = defineEndpoint({
  name: 'import.preview',
  method: 'POST',
  path: 'user/import/preview',
  access: 'signedIn',
  kind: 'query',
  summary:
    'Reads a CSV or XLSX file (the body, as bytes) and marks its faulty cells, or counts them in a long file; writes nothing',
  maxBytes: MAX_IMPORT_BYTES,
  request: z.object({ kind }),
  reply: z.object({
    columns: z.array(z.object({ key: z.string(), title: z.string(), isRequired: z.boolean() })),
    rows: z.array(
      z.object({
        /** The row of the file, counted from 1 without its head. */
        rowNo: z.number(),
        cells,
        keys: z.array(rowKey),
        /** Cells that would be refused; `field` is a column's key. */
        faults: z.array(
          z.object({
            field: z.string(),
            msg: z.string(),
            /** The row of the file that holds the same, where that is the fault. */
            sameAs: z.optional(z.number()),
          }),
        ),
      }),
    ),
    faulty: z.number(),
    /** SHA-256 of the file. */
    fileHash: z.string(),
    /** The newest import of the very same file; null where there was none. */
    earlier: z.nullable(earlierImport),
    /** Only of a file that is too long to be corrected on a page: what would be refused and why. It has no `rows`. */
    long: z.optional(
      z.object({
        rows: z.number(),
        faulty: z.number(),
        faults: z.array(
          z.object({
            field: z.string(),
            msg: z.string(),
            count: z.number(),
            /** The first. */ rowNos: z.array(z.number()),
          }),
        ),
      }),
    ),
  }),
});

export const apply = defineEndpoint({
  name: 'import.apply',
  method: 'POST',
  path: 'user/import/apply',
  access: 'signedIn',
  kind: 'command',
  summary:
    'Applies the rows a person kept, corrected or not, as a job with an item a row. IMPORT_FILE_SEEN where the same file was imported before and nobody said again',
  request: z.strictObject({
    kind,
    rows: z.array(cells).check(z.minLength(1, 'SELECTION_EMPTY'), z.maxLength(MAX_IMPORT_ROWS)),
    /** The place of each in the file, as the preview gave it: results name it. Counted from 1 where absent. */
    rowNos: z.optional(
      z.array(z.int().check(z.minimum(1, 'Must be an integer above 0'))).check(z.maxLength(MAX_IMPORT_ROWS)),
    ),
    /** What was read, as the preview gave it. */
    file: z.optional(
      z.strictObject({
        fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
        fileHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
        /** Whoever imports it knows that it was imported before. */
        isAgain: z.boolean(),
      }),
    ),
  }),
  reply: z.object({ jobNo: z.string() }),
});

export const applyFile = defineEndpoint({
  name: 'import.applyFile',
  method: 'POST',
  path: 'user/import/applyFile',
  access: 'signedIn',
  kind: 'command',
  summary:
    'Applies a long CSV or XLSX file (the body, as bytes) whole, as a job with an item a row; what is wrong with a row is said by its item. IMPORT_FILE_SEEN, IMPORT_UNREADABLE, IMPORT_TOO_LONG, IMPORT_TOO_LARGE, IMPORT_COLUMNS',
  maxBytes: MAX_IMPORT_BYTES,
  request: z.strictObject({
    kind,
    fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    /** Whoever imports it knows that it was imported before. */
    isAgain: z.boolean(),
  }),
  reply: z.object({ jobNo: z.string(), rows: z.number() }),
});

export const failedRows = defineEndpoint({
  name: 'import.failedRows',
  method: 'GET',
  path: 'user/import/failedRows/{jobNo}',
  access: 'signedIn',
  kind: 'query',
  replyForm: 'file',
  summary: 'The rows of one’s own import that failed or were left undone, with the reason, to fix and import again',
  request: z.object({ jobNo: businessNo, format }),
  reply: z.unknown(),
});
