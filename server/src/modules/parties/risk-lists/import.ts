import { riskList } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { importColumns, type ImportKind } from '../../platform/imports/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { family, insertEntry, listOf, refuseEnd, refuseListed, refuseStrange } from './commands.ts';

/*
 * Entries by file take two people. The import checks each row and lists nobody; its rows then await approval as one
 * request, and once approved they are a job of the approver's, with a result a row.
 */

type Form = riskList.RiskListForm;

const columns = importColumns([
  ['listType', 'List', '名单', true, 'BLACK'],
  ['subjectType', 'Subject', '类型', true, 'PHONE'],
  ['subjectValue', 'Value', '内容', true, '254712345678'],
  ['expiresOn', 'Last day', '截止日期', true, '2027-11-30'],
  ['note', 'Reason', '原因', true, 'Forged payslips'],
  ['listCode', 'List code (none: standard list)', '名单编码（空为标准名单）', false, 'BUREAU'],
  ['merchantNos', 'Merchants (none: all)', '商户（空为全部）', false, 'M0001 M0002'],
]);

const rowOf = z.strictObject({ form: riskList.addForm, makerUserNo: z.string() });

/** Lists the rows of an approved file. */
export const listRowsJob: ItemsKind<Record<string, never>> = defineJob({
  kind: 'riskList.listRows',
  title: { en: 'Imported risk list entries', zh: '导入的风控名单' },
  code: family.checkerCode,
  params: z.strictObject({}),
  async runItem({ input }, _params, run) {
    const { form, makerUserNo } = rowOf.parse(input);
    return await insertEntry(form, asCommand(run), makerUserNo);
  },
});

const file = z.strictObject({ jobNo: z.string(), itemNos: z.array(z.int()), makerUserNo: z.string() });
type File = z.output<typeof file>;

/** The rows of a file that passed. */
async function rowsOf(db: Queryable, { jobNo, itemNos }: File) {
  const items = await db
    .selectFrom('jobItem')
    .select(['subjectNo', 'input'])
    .where('jobNo', '=', jobNo)
    .where('itemNo', 'in', itemNos)
    .orderBy('itemNo')
    .execute();
  return items.map(({ subjectNo, input }) => ({ subjectNo, form: riskList.addForm.parse(importedOf(input)) }));
}

/** A file's rows are listed: two people agree. */
export const importRowsKind: ChangeKind<File> = {
  ...family,
  kind: 'riskList.import',
  title: { en: 'Import of risk list entries', zh: '导入风控名单' },
  payload: file,
  async describe(db, payload) {
    const rows = await rowsOf(db, payload);
    const count = (type: Form['listType']) => rows.filter(({ form }) => form.listType === type).length;
    return {
      subjectNo: payload.jobNo,
      subjectName: payload.jobNo,
      before: null,
      after: { black: count('BLACK'), grey: count('GREY'), white: count('WHITE') },
      concerns: [],
      merchantNos: [],
      state: null,
    };
  },
  async apply(payload, call) {
    // Tried out at the request by a person who may not start it.
    if (!call.caller.codes.has(family.checkerCode)) return { jobNo: null };
    const { makerUserNo } = payload;
    const items = (await rowsOf(call.tx, payload)).map(({ subjectNo, form }) => ({
      subjectNo,
      input: { form, makerUserNo },
    }));
    return { jobNo: await createJob(listRowsJob, {}, call, items) };
  },
};

const importedOf = (cells: unknown) => {
  const { merchantNos = '', listCode = '', ...read } = z.parse(z.record(z.string(), z.string()), cells);
  const named = merchantNos.split(/[\s,;]+/).filter((no) => no !== '');
  const list = listCode.trim().toUpperCase();
  return {
    listSource: 'IMPORT',
    ...read,
    ...(list !== '' && { listCode: list }),
    ...(named.length > 0 && { merchantNos: named }),
  };
};

/** @throws AppError BLACKLIST_EXISTS, LISTED_ELSEWHERE, BAD_REQUEST for an end that is past or too far */
async function refuseRow(db: Queryable, form: Form, scope: DataScope): Promise<void> {
  refuseEnd(form);
  await refuseStrange(db, form, scope);
  await listOf(db, form);
  await refuseListed(db, form);
}

/** Entries by file: each row is checked here, and listed once another person approved them all. */
export const importEntriesKind: ImportKind<Form> = {
  kind: 'riskLists.import',
  title: { en: 'Import of risk lists', zh: '导入风控名单' },
  code: 'risk:list:import',
  columns,
  toInput: importedOf,
  form: riskList.addForm,
  unique: [['subjectType', 'subjectValue']],
  // Who is listed already, the result of each row says, which is on record; a file that is only looked at is not.
  check: async (form) => {
    await Promise.resolve(refuseEnd(form));
  },
  async apply(form, { tx, caller }) {
    await refuseRow(tx, form, caller.scope);
    return { changeNo: null };
  },
  async ended(run) {
    await run.db.transaction().execute(async (tx) => {
      // A job that goes on after it was cancelled ends twice: what was submitted is not submitted again.
      const passed = await tx
        .selectFrom('jobItem')
        .select('itemNo')
        .where('jobNo', '=', run.jobNo)
        .where('itemStatus', '=', 'SUCCESS')
        .where(sql<boolean>`result ->> 'changeNo' is null`)
        .orderBy('itemNo')
        .forNoKeyUpdate()
        .execute();
      if (passed.length === 0) return;
      const itemNos = passed.map(({ itemNo }) => itemNo);
      const payload = { jobNo: run.jobNo, itemNos, makerUserNo: run.caller.userNo };
      try {
        const changeNo = await requestChange(importRowsKind, payload, asCommand({ ...run, tx }));
        await tx
          .updateTable('jobItem')
          .set({ result: JSON.stringify({ changeNo }) })
          .where('jobNo', '=', run.jobNo)
          .where('itemNo', 'in', itemNos)
          .execute();
      } catch (error) {
        // One of the same file awaits approval: its rows go first.
        if (!(error instanceof AppError)) throw error;
        run.log.warn({ jobNo: run.jobNo, error: error.error }, 'imported list entries could not be submitted');
      }
    });
  },
};
