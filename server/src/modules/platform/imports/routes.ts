import { Readable } from 'node:stream';
import { imports } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { type Call, type FileReply, implement } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { CONTENT_TYPE, fileChunks, type Cell, type TableFormat } from '../exports/index.ts';
import { createJob, ownJob } from '../jobs/index.ts';
import { earlierImport, hashOf, keepFile, refuseSeen } from './import-files.ts';
import { bodyOf } from './import-file.ts';
import { failedRowsOf } from './failed-rows.ts';
import { importJob } from './import-job.ts';
import type { Cells, ImportKind } from './kinds.ts';
import { cellParts, importLong, summaryOf } from './long-file.ts';
import { readParts, readRows } from './read-file.ts';
import { cellsBelow, subjectOf } from './rows.ts';
import { faultsOf, keysOf, repeatFaultsOf } from './validate.ts';

/** Throws NOT_FOUND for an import nobody defined, FORBIDDEN without its code. */
function kindFor(name: string, call: Call): ImportKind {
  const kind = call.services.importKinds.get(name);
  if (!kind) throw new AppError('NOT_FOUND');
  if (!call.caller.codes.has(kind.code)) throw new AppError('FORBIDDEN');
  return kind;
}

function fileOf(stem: string, format: TableFormat, head: string[], rows: Cell[][]): FileReply {
  const batches = Readable.from([rows]);
  return {
    fileName: `${stem}.${format}`,
    contentType: CONTENT_TYPE[format],
    content: Readable.from(fileChunks(format, { name: 'Import', head, batches })),
  };
}

const stemOf = (kind: ImportKind) => kind.kind.replace('.', '-');

/** Rows at a time: their questions to the database leave connections to everybody else. */
const CHECKED_AT_ONCE = 4;

/** What is said of any file: its columns, and whether it was imported before. */
async function factsOf(kind: ImportKind, content: Buffer, { db, lang }: Call) {
  const fileHash = hashOf(content);
  const earlier = await earlierImport(db, kind, fileHash);
  return {
    fileHash,
    earlier: earlier && { ...earlier, at: earlier.at.toISOString() },
    columns: kind.columns.map(({ key, title, isRequired }) => ({ key, title: title[lang], isRequired })),
  };
}

async function previewFile(kind: ImportKind, call: Call) {
  const content = bodyOf(call);
  const facts = await factsOf(kind, content, call);
  if (kind.long === undefined) {
    return { ...facts, ...(await previewRows(kind, cellsBelow(kind, await readRows(content), call.lang), call)) };
  }
  const read = await readParts(content, kind.long.maxRows);
  if (read.count > imports.MAX_IMPORT_ROWS + 1) {
    const long = await summaryOf(kind, kind.long, read, call);
    return { ...facts, rows: [], faulty: long.faulty, long };
  }
  const rows: Cells[] = [];
  for await (const part of cellParts(kind, read, call.lang)) rows.push(...part.map(({ cells }) => cells));
  return { ...facts, ...(await previewRows(kind, rows, call)) };
}

async function previewRows(kind: ImportKind, body: readonly Cells[], call: Call) {
  const look = async (cells: Cells, index: number) => {
    const faults = await faultsOf(kind, cells, call);
    return { rowNo: index + 1, cells, keys: keysOf(kind, cells), faults };
  };
  const looked: Awaited<ReturnType<typeof look>>[] = [];
  for (let from = 0; from < body.length; from += CHECKED_AT_ONCE) {
    const some = body.slice(from, from + CHECKED_AT_ONCE);
    looked.push(...(await Promise.all(some.map(async (row, index) => await look(row, from + index)))));
  }
  const repeats = repeatFaultsOf(looked, call);
  const rows = looked.map((row, index) => ({
    ...row,
    faults: [...row.faults, ...(repeats[index] ?? [])],
  }));
  return {
    rows,
    faulty: rows.filter(({ faults }) => faults.length > 0).length,
  };
}

export const routes = [
  implement(imports.template, async ({ kind: name, format }, call) => {
    const kind = kindFor(name, call);
    const head = kind.columns.map(({ title, isRequired }) => title[call.lang] + (isRequired ? ' *' : ''));
    const example = kind.columns.map((column) => column.example);
    return await Promise.resolve(fileOf(`${stemOf(kind)}-template`, format, head, [example]));
  }),
  implement(imports.preview, async ({ kind }, call) => await previewFile(kindFor(kind, call), call)),
  implement(imports.apply, async ({ kind: name, rows, rowNos, file }, call) => {
    const kind = kindFor(name, call);
    if (rowNos !== undefined && rowNos.length !== rows.length) {
      throw new AppError('BAD_REQUEST', { fields: ['rowNos'] });
    }
    const items = rows.map((input, index) => ({
      subjectNo: subjectOf(kind, input, rowNos?.[index] ?? index + 1),
      input,
    }));
    if (file) await refuseSeen(call.tx, kind, file);
    const jobNo = await createJob(importJob(kind), {}, call, items);
    if (file) {
      const { fileName, fileHash } = file;
      await keepFile(call.tx, { jobNo, kind: kind.kind, userNo: call.caller.userNo, fileName, fileHash });
    }
    return { jobNo };
  }),
  implement(imports.applyFile, async ({ kind, ...file }, call) => await importLong(kindFor(kind, call), file, call)),
  implement(imports.failedRows, async ({ jobNo, format }, call) => {
    const job = await ownJob(call.db, jobNo, call);
    const kind = kindFor(job.kind, call);
    await writeAudit(call.db, call, {
      action: `${job.kind}.failedRows`,
      subjectType: 'job',
      subjectNo: jobNo,
      after: { rows: job.total - job.succeeded },
    });
    return failedRowsOf(kind, jobNo, { stem: `${stemOf(kind)}-failed`, format }, call);
  }),
];
