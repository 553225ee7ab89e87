import { sql } from 'kysely';
import * as z from 'zod/mini';
import { temporaryCredit } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { centsIn, dayIn, importColumns, type ImportKind } from '../../platform/imports/index.ts';
import { asCommand } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { checkPhones, refuseTerms, writeTask } from './tasks.ts';

const form = z.strictObject(temporaryCredit.listedForm);
type Form = z.output<typeof form>;

/** The customer of a row. @throws AppError as of a task, COUPON_PHONES_UNKNOWN for a number of no customer of the merchant */
async function customerOf(db: Queryable, row: Form, { scope }: { readonly scope: DataScope }): Promise<string> {
  const at = new Date();
  await refuseTerms(db, row, at);
  const { customers } = await checkPhones(db, { merchantNo: row.merchantNo, phones: [row.phone] }, { scope, at });
  const [customer] = customers;
  if (!customer) throw new AppError('COUPON_PHONES_UNKNOWN', { fields: ['phone'], facts: { count: 1 } });
  return customer.customerNo;
}

/** The task of the file that a row belongs to: rows alike in all but the number are one task, until it was decided. */
async function taskOf(tx: Tx, row: Form, of: { readonly jobNo: string; readonly userNo: string }): Promise<string> {
  const { phone: _, effectiveOn: asked, ...terms } = row;
  const at = new Date();
  const effectiveOn = asked ?? businessDateOf(at);
  const found = await tx
    .selectFrom('temporaryCreditTask')
    .select('taskNo')
    .where('importJobNo', '=', of.jobNo)
    .where('merchantNo', '=', terms.merchantNo)
    .where('taskName', '=', terms.taskName)
    .where('amountCents', '=', terms.amountCents)
    .where('validDays', '=', terms.validDays)
    .where('effectiveOn', '=', effectiveOn)
    .where('reason', '=', terms.reason)
    .where('taskStatus', '=', 'PENDING')
    .where('removedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found) return found.taskNo;
  const taskNo = await writeTask(tx, { ...terms, effectiveOn }, [], { userNo: of.userNo, at });
  await tx.updateTable('temporaryCreditTask').set({ importJobNo: of.jobNo }).where('taskNo', '=', taskNo).execute();
  return taskNo;
}

/** Temporary limits by file: each row names a customer; rows of the same task are one, which awaits its auditor. */
export const creditImport: ImportKind<Form> = {
  kind: 'temporaryCredit.import',
  title: { en: 'Import of temporary limits', zh: '导入临时额度' },
  code: 'operation:temporaryCreditTask:create',
  columns: importColumns([
    ['taskName', 'Task', '任务', true, 'December raise'],
    ['merchantNo', 'Merchant', '商户', true, 'M0001'],
    ['phone', 'Phone', '手机号', true, '254712345678'],
    ['amountCents', 'Raise (KES)', '提额（KES）', true, '5000'],
    ['validDays', 'Days', '天数', true, '30'],
    ['effectiveOn', 'From', '生效日期', false, '2026-12-01'],
    ['reason', 'Reason', '原因', true, 'Loyal customers'],
  ]),
  toInput: ({ amountCents, validDays, effectiveOn = '', ...cells }) => ({
    ...cells,
    amountCents: centsIn(amountCents),
    validDays: Number(validDays),
    ...(effectiveOn.trim() !== '' && { effectiveOn: dayIn(effectiveOn) }),
  }),
  form,
  unique: [['merchantNo', 'taskName', 'phone']],
  nameColumn: 'phone',
  check: async (row, { db, caller }) => await customerOf(db, row, caller),
  async apply(row, run) {
    const { tx, caller, jobNo } = run;
    // Rows of a file go one after the other, or two would begin the same task.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`credit import ${jobNo}`}, 0))`.execute(tx);
    const customerNo = await customerOf(tx, row, caller);
    const taskNo = await taskOf(tx, row, { jobNo, userNo: caller.userNo });
    await tx
      .insertInto('temporaryCreditItem')
      .values({ taskNo, customerNo })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await writeAudit(tx, asCommand(run), {
      action: 'temporaryCredit.listed',
      subjectType: 'temporaryCreditTask',
      subjectNo: taskNo,
      merchantNo: row.merchantNo,
      after: { customerNo, amountCents: row.amountCents },
    });
    return { taskNo };
  },
};
