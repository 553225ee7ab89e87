import type { imports, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { textOfMessage } from '../../../http/messages.ts';
import { parsing } from '../../../http/validate.ts';
import { createJob } from '../jobs/index.ts';
import type { RowParts } from './csv-rows.ts';
import { bodyOf } from './import-file.ts';
import { hashOf, keepFile, refuseSeen } from './import-files.ts';
import { importJob } from './import-job.ts';
import type { Cells, ImportKind } from './kinds.ts';
import { readParts } from './read-file.ts';
import { markingRepeats, withoutRepeat } from './repeats.ts';
import { cellsOf, placesIn, subjectOf } from './rows.ts';
import { type Fault, faultOf, formFaults } from './validate.ts';

type Long<Form> = NonNullable<ImportKind<Form>['long']>;
type Summary = NonNullable<ReplyOf<typeof imports.preview>['long']>;

const rowsForm = z.array(z.array(z.string()));

/** The rows of a long file as cells, part after part; between two parts others have their turn. */
export async function* cellParts(
  kind: ImportKind,
  { parts }: RowParts,
  lang: Call['lang'],
): AsyncGenerator<{ readonly rowNo: number; readonly cells: Cells }[]> {
  const decoder = new TextDecoder();
  let places: ReturnType<typeof placesIn> | null = null;
  let rowNo = 0;
  for (const part of parts) {
    await new Promise(setImmediate);
    const rows = rowsForm.parse(JSON.parse(decoder.decode(part)));
    const head: readonly string[] = places === null ? (rows.shift() ?? []) : [];
    places ??= placesIn(kind, head, lang);
    const read = cellsOf(rows, places);
    yield read.map((cells) => ({ rowNo: (rowNo += 1), cells }));
  }
}

/** How many rows a reason names as examples. */
const EXAMPLES = 5;

/** What each reason refuses, of a file that is too long to be corrected on a page. Writes nothing. */
export async function summaryOf<Form>(
  kind: ImportKind<Form>,
  long: Long<Form>,
  read: RowParts,
  call: Call,
): Promise<Summary> {
  const faults = new Map<string, Summary['faults'][number] & { rowNos: number[] }>();
  const add = (rowNo: number, { field, msg }: Fault): void => {
    const key = `${field}\n${msg}`;
    const known = faults.get(key) ?? { field, msg, count: 0, rowNos: [] };
    if (known.rowNos.length < EXAMPLES) known.rowNos.push(rowNo);
    faults.set(key, { ...known, count: known.count + 1 });
  };
  const repeated = textOfMessage('Duplicate of an earlier row.', call.lang);
  const marked = markingRepeats(kind);
  let rows = 0;
  let faulty = 0;
  for await (const part of cellParts(kind, read, call.lang)) {
    const sound: { readonly rowNo: number; readonly form: Form }[] = [];
    for (const { rowNo, cells } of part) {
      const { refusal } = withoutRepeat(kind, marked(cells, rowNo));
      const result = kind.form.safeParse(kind.toInput(cells), parsing);
      if (result.success && refusal === null) sound.push({ rowNo, form: result.data });
      else if (refusal !== null) add(rowNo, { ...faultOf(kind, refusal, call), msg: repeated });
      else for (const fault of formFaults(kind, cells, call)) add(rowNo, fault);
    }
    const refused = await long.check(
      sound.map(({ form }) => form),
      call,
    );
    for (const [index, { rowNo }] of sound.entries()) {
      const refusal = refused[index];
      if (refusal) add(rowNo, faultOf(kind, refusal, call));
    }
    rows += part.length;
    faulty += part.length - sound.length + refused.filter((one) => one !== null).length;
  }
  const first = ({ rowNos }: { readonly rowNos: readonly number[] }) => rowNos[0] ?? 0;
  const ordered = [...faults.values()].toSorted((one, other) => other.count - one.count || first(one) - first(other));
  return { rows, faulty, faults: ordered };
}

/** The file in the body as a job, whatever of it is wrong: an item a row. */
export async function importLong<Form>(
  kind: ImportKind<Form>,
  { fileName, isAgain }: Pick<ParsedRequestOf<typeof imports.applyFile>, 'fileName' | 'isAgain'>,
  call: CommandCall,
): Promise<ReplyOf<typeof imports.applyFile>> {
  const { long } = kind;
  if (long === undefined) throw new AppError('NOT_FOUND');
  const content = bodyOf(call);
  const fileHash = hashOf(content);
  await refuseSeen(call.tx, kind, { fileHash, isAgain });
  const read = await readParts(content, long.maxRows);
  if (read.count < 2) throw new AppError('IMPORT_UNREADABLE');
  const jobNo = await createJob(importJob(kind), {}, call, itemsOf(kind, read, call));
  await keepFile(call.tx, { jobNo, kind: kind.kind, userNo: call.caller.userNo, fileName, fileHash });
  return { jobNo, rows: read.count - 1 };
}

async function* itemsOf(kind: ImportKind, read: RowParts, { lang }: Call) {
  const marked = markingRepeats(kind);
  for await (const part of cellParts(kind, read, lang)) {
    yield part.map(({ rowNo, cells }) => ({ subjectNo: subjectOf(kind, cells, rowNo), input: marked(cells, rowNo) }));
  }
}
