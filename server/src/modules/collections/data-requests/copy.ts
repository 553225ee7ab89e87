import type { dataRequest, ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { type Cell, fileChunks, zipChunks } from '../../platform/exports/index.ts';
import { createJob, defineJob, type FileKind } from '../../platform/jobs/index.ts';
import { dataRequestMachine } from './data-request.machine.ts';
import type { Holding } from './holding.ts';
import { HOLDINGS } from './holdings.ts';
import { type Person, personOf } from './person.ts';
import { addEvent, auditStep, lockOfKind } from './store.ts';

const params = z.strictObject({ requestNo: z.string() });
/** More of one kind than anybody reads; the copy says where it was cut. */
const MAX_ROWS = 10_000;
type Row = Readonly<Record<string, unknown>>;

/** Everything that is held of the person, as a table to read and as JSON to take elsewhere. */
export const copyKind: FileKind<z.output<typeof params>> = defineJob({
  kind: 'dataRequest.copy',
  title: { en: 'Copy of personal data', zh: '个人数据副本' },
  code: 'customerService:dataRequest:handle',
  params,
  async writeFile({ requestNo }, { db, caller, lang, write, progress }) {
    const request = await db
      .selectFrom('dataRequest')
      .select(['customerNo', 'merchantNo', 'requestStatus'])
      .where('requestNo', '=', requestNo)
      .executeTakeFirst();
    if (!request || !seesMerchant(caller.scope, request.merchantNo)) throw new AppError('DATA_REQUEST_NOT_FOUND');
    advance(dataRequestMachine, request.requestStatus, 'handOver');
    const person = await personOf(db, request.customerNo);
    const sections: { readonly title: string; readonly table: string; readonly rows: readonly Row[] }[] = [];
    let count = 0;
    for (const held of HOLDINGS) {
      if (held.copy.length === 0) continue;
      const rows = await rowsOf(db, held, person);
      if (rows.length === 0) continue;
      sections.push({ title: held[lang], table: held.table, rows });
      count += rows.length;
      await progress(count);
    }
    const json = { requestNo, customerNo: request.customerNo, madeAt: new Date().toISOString(), sections };
    const head = lang === 'zh' ? ['类别', '行', '字段', '内容'] : ['Section', 'Row', 'Field', 'Value'];
    const table = { name: lang === 'zh' ? '个人数据' : 'Personal data', head, batches: batchesOf(sections) };
    await write(
      zipChunks(
        entries([
          { name: 'personal-data.json', content: [Buffer.from(JSON.stringify(json, null, 2))] },
          { name: 'personal-data.xlsx', content: fileChunks('xlsx', table) },
        ]),
      ),
    );
    return { rows: count, fileName: `personal-data-${requestNo}.zip`, contentType: 'application/zip' };
  },
});

async function* entries<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
  await Promise.resolve();
}

async function* batchesOf(
  sections: readonly { readonly title: string; readonly rows: readonly Row[] }[],
): AsyncGenerator<Cell[][]> {
  for (const { title, rows } of sections) {
    for (const [index, row] of rows.entries()) {
      yield Object.entries(row).map(([name, value]) => [title, index + 1, name.replaceAll('_', ' '), cellOf(value)]);
    }
  }
  await Promise.resolve();
}

function cellOf(value: unknown): Cell {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return JSON.stringify(value);
}

async function rowsOf(db: Queryable, { table, where, copy }: Holding, person: Person): Promise<Row[]> {
  const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row
    from ${sql.table(table)} t where ${where(person)} limit ${MAX_ROWS}`.execute(db);
  return rows.map(({ row }) => {
    const all: Row = JSON.parse(row);
    return Object.fromEntries(copy.map((column) => [column, all[column] ?? null]));
  });
}

/** @throws AppError DATA_REQUEST_NOT_FOUND, DATA_REQUEST_KIND, ILLEGAL_TRANSITION, JOBS_TOO_MANY */
export async function makeCopy(
  { requestNo }: ParsedRequestOf<typeof dataRequest.makeCopy>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  const { tx, caller } = call;
  const request = await lockOfKind(tx, requestNo, 'ACCESS', caller.scope);
  advance(dataRequestMachine, request.requestStatus, 'handOver');
  const jobNo = await createJob(copyKind, { requestNo }, call);
  await tx
    .updateTable('dataRequest')
    .set((eb) => ({ copyJobNo: jobNo, version: eb('version', '+', 1) }))
    .where('requestNo', '=', requestNo)
    .execute();
  const { requestStatus: to } = request;
  await addEvent(tx, { requestNo, command: 'makeCopy', from: to, to, userNo: caller.userNo, note: jobNo });
  await auditStep(call, 'makeCopy', request, { jobNo });
  return { jobNo };
}

/** How far the newest copy is. */
export async function copyState(db: Queryable, jobNo: string | null) {
  if (jobNo === null) return null;
  const job = await db
    .selectFrom('job')
    .select(['jobNo', 'jobStatus', 'expiresAt', 'userNo'])
    .where('jobNo', '=', jobNo)
    .executeTakeFirst();
  return job ?? null;
}
