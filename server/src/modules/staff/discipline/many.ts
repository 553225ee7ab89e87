import { discipline, type ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { CommandContext } from '../../../http/implement.ts';
import { importColumns, type ImportKind } from '../../platform/imports/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { checkedPerson, decideRecord, type RecordForm, saveRecord } from './commands.ts';

const why = z.strictObject({ reason: discipline.confirmMany.request.shape.reason });
type Why = z.output<typeof why>;

const decideMany = (command: 'confirm' | 'dismiss', title: ItemsKind['title']): ItemsKind<Why> =>
  defineJob({
    kind: `discipline.${command}Many`,
    title,
    code: 'appraisal:discipline:confirm',
    params: why,
    runItem: async ({ subjectNo }, { reason }, run) =>
      await decideRecord(command, { recordNo: subjectNo, version: null, reason }, asCommand(run)),
  });

export const confirmJob = decideMany('confirm', { en: 'Confirm discipline records', zh: '批量确认违纪记录' });
export const dismissJob = decideMany('dismiss', { en: 'Dismiss discipline records', zh: '批量驳回违纪记录' });

/** Each record in a transaction of its own, in one order for everybody. */
export async function startMany(
  job: ItemsKind<Why>,
  { recordNos, reason }: ParsedRequestOf<typeof discipline.confirmMany>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  const items = [...new Set(recordNos)].toSorted().map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(job, { reason }, call, items) };
}

const columns = importColumns([
  ['jobNumber', 'Job number', '工号', true, 'KT1005'],
  ['disciplineType', 'Type', '类型', true, 'LATE'],
  ['disciplineLevel', 'Level', '程度', true, 'NOTICE'],
  ['points', 'Points', '分数', true, '5'],
  ['happenedOn', 'Date', '发生日期', true, '2026-11-27'],
  ['content', 'Content', '内容', true, 'Forty minutes late'],
  ['voucherIds', 'Evidence (attachment number)', '证据（附件编号）', true, 'AT000001'],
]);

/** Records by file, each for another person to confirm. */
export const importRecordsKind: ImportKind<RecordForm> = {
  kind: 'discipline.import',
  title: { en: 'Import of discipline records', zh: '导入违纪记录' },
  code: 'appraisal:discipline:import',
  columns,
  nameColumn: 'jobNumber',
  toInput: ({ points, voucherIds, ...cells }) => ({
    ...cells,
    points: /^\d{1,3}$/.test(points ?? '') ? Number(points) : Number.NaN,
    voucherIds: (voucherIds ?? '').split(/[;,，；\s]+/).filter((part) => part !== ''),
  }),
  form: discipline.save.request,
  unique: [['jobNumber', 'disciplineType', 'happenedOn']],
  check: async (form, call) => await checkedPerson(call.db, form, call),
  apply: async (form, run) => await saveRecord(form, asCommand(run), 'IMPORT'),
};
