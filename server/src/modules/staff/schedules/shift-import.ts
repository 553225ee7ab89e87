import { scheduling } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { importColumns, type ImportKind, orNull } from '../../platform/imports/index.ts';
import { asCommand } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { timesOf } from './auto/commands.ts';
import { refuseBroken } from './check-shift.ts';
import { peopleSeen } from './people.ts';
import { saveShift } from './shift-commands.ts';

type Form = z.output<typeof scheduling.shiftLine>;

/** The shift that a line stands for. @throws AppError JOB_NUMBER_UNKNOWN, REFERENCE_UNKNOWN */
async function shiftOf(db: Queryable, line: Form, scope: DataScope) {
  const person = await db
    .selectFrom('appUser as u')
    .select('u.userNo')
    .where('u.jobNumber', '=', line.jobNumber)
    .where(peopleSeen(scope))
    .executeTakeFirst();
  if (!person) throw new AppError('JOB_NUMBER_UNKNOWN', { fields: ['jobNumber'] });
  const type = await db.selectFrom('shiftType').selectAll().where('shiftType', '=', line.shiftType).executeTakeFirst();
  if (!type) throw new AppError('REFERENCE_UNKNOWN', { fields: ['shiftType'] });
  const { shiftType, breakMinutes } = type;
  const { remark, overrideReason, workDate } = line;
  return { userNo: person.userNo, shiftType, breakMinutes, remark, overrideReason, ...timesOf(type, workDate) };
}

/** Drafts by file, each by the rules of adding one by hand; its times and break are those of the shift type. */
export const importShiftsKind: ImportKind<Form> = {
  kind: 'scheduling.import',
  title: { en: 'Import of shifts', zh: '导入班次' },
  code: 'schedule:shift:import',
  columns: importColumns([
    ['jobNumber', 'Job number', '工号', true, 'KT1005'],
    ['workDate', 'Date', '日期', true, '2026-12-07'],
    ['shiftType', 'Shift type', '班次类型', true, 'D'],
    ['remark', 'Remark', '备注', false, ''],
    ['overrideReason', 'Reason for breaking the plan', '违反计划的原因', false, ''],
  ]),
  nameColumn: 'jobNumber',
  toInput: ({ remark, overrideReason, ...cells }) => ({
    ...cells,
    remark: orNull(remark),
    overrideReason: orNull(overrideReason),
  }),
  form: scheduling.shiftLine,
  unique: [['jobNumber', 'workDate']],
  check: async (line, { db, caller }) => {
    const shift = await shiftOf(db, line, caller.scope);
    try {
      await refuseBroken(db, { ...shift, workDate: line.workDate, instead: [] }, businessDateOf(new Date()));
    } catch (error) {
      // A file has no cell for the start: its day is marked.
      if (!(error instanceof AppError) || error.fields[0]?.field !== 'startAt') throw error;
      throw new AppError(error.error, { facts: error.facts, fields: ['workDate'], cause: error });
    }
  },
  apply: async (line, run) => {
    const { startsAt, endsAt, ...shift } = await shiftOf(run.tx, line, run.caller.scope);
    const form = { ...shift, startAt: startsAt.toISOString(), endAt: endsAt.toISOString() };
    return await saveShift(form, asCommand(run));
  },
};
