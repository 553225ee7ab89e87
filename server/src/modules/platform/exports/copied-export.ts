import { type AliasedRawBuilder, type Compilable, type RawBuilder, sql } from 'kysely';
import { copyBatches } from '../../../db/copy-out.ts';
import type { Reading } from '../../../lists/index.ts';
import type { JobRun } from '../jobs/index.ts';
import type { Mask } from '../masking/index.ts';
import type { WrittenRows } from './cells.ts';
import { codeWordsOf, type CodeWords, headOf, yesOrNo } from './columns.ts';
import { exporting, type ExportOfList, type Requests } from './list-export.ts';
import { PackedRows } from './packed.ts';
import type { PackedColumn } from './packed-parts.ts';

/** One column of a file that the database reads: a field of the statement, and what is shown of its text. */
export interface CopiedColumn {
  readonly en: string;
  readonly zh: string;
  readonly field: RawBuilder<unknown>;
  /** Of what is there; nothing stays an empty cell. */
  readonly show?: (text: string) => string;
  /** The dictionary of its codes, or of what is shown of it, or their words: a file says what the list says. */
  readonly codes?: string | CodeWords;
  /** Money, a number that Excel takes for one, a flag. */
  readonly is?: 'cents' | 'number' | 'flag';
  /** An instant: written as `2026-11-20 14:05:33`, East Africa Time, which the head says. */
  readonly isTime?: boolean;
  /** The field of the list's row that it is, which the list may mask. */
  readonly personal?: string;
}

/** A query that selects what it is told; of a query builder, which makes one type of each selection. */
interface Selecting {
  select(fields: AliasedRawBuilder<unknown, 'fields'>): Compilable;
}

/** What the file of a list is read from. */
interface CopiedTable {
  /** The list's selected rows in its order, with all that its columns read joined to them. */
  readonly rows: Selecting;
  readonly columns: readonly CopiedColumn[];
  readonly maskOf: (field: string) => Mask | undefined;
}

/** So few rows are written before others have their turn. */
const PART = 250;

/** An instant in the time of the company, which knows no summer: by the name of the zone it takes longer. */
const eatSecond = (instant: RawBuilder<unknown>) => sql`left(((${instant}) AT TIME ZONE INTERVAL '3 hours')::text, 19)`;

/**
 * The export of a list that is long and sums for each row: one statement reads the whole file, so what it sums is summed
 * in one pass, and its bytes go into the file as they come. For a list whose rows need nothing of that kind `exportOf` is
 * shorter. The file says what the page says, masked alike: a test compares them.
 */
export function copiedExport<Params extends Requests>(
  definition: Omit<ExportOfList<Params, never>, 'columns'> & {
    readonly read: (requests: Params, reading: Reading) => Promise<CopiedTable>;
  },
) {
  return exporting(definition, async (requests, run) => {
    const { rows, columns, maskOf } = await definition.read(requests, run);
    const fields = columns.map(({ field, isTime }) => sql`(${isTime ? eatSecond(field) : field})::text`);
    const packed = new PackedRows(await packedColumns(columns, maskOf, run), columns.length);
    const query = rows.select(sql`${sql.join(fields)}`.as('fields'));
    async function* batches(): AsyncGenerator<WrittenRows> {
      for await (const copied of copyBatches(run.db, query)) {
        const batch = packed.read(copied);
        for (let from = 0; from < batch.length; from += PART) yield batch.slice(from, from + PART);
      }
    }
    return { head: headOf(columns, run.lang), batches: batches() };
  });
}

async function packedColumns(
  columns: readonly CopiedColumn[],
  maskOf: CopiedTable['maskOf'],
  { db, lang }: Pick<JobRun, 'db' | 'lang'>,
): Promise<PackedColumn[]> {
  const dictionaries = columns.flatMap(({ codes }) => (typeof codes === 'string' ? [codes] : []));
  const wordOf = await codeWordsOf(db, lang, [...new Set(dictionaries)]);
  return columns.map(({ show, codes, is, personal }): PackedColumn => {
    const mask = personal === undefined ? undefined : maskOf(personal);
    if (mask !== undefined) return { mask };
    if (is === 'flag') return { show: whereThere((text) => yesOrNo(text === 'true', lang)) };
    if (is !== undefined) return { is };
    if (codes === undefined) return show === undefined ? {} : { show: whereThere(show) };
    const say = whereThere((code) =>
      typeof codes === 'string' ? wordOf(codes, code) : (codes[code]?.[lang === 'zh' ? 1 : 0] ?? code),
    );
    return { show: whereThere(show === undefined ? say : (text) => say(show(text))) };
  });
}

const whereThere =
  (show: (text: string) => string) =>
  (text: string): string =>
    text === '' ? '' : show(text);
