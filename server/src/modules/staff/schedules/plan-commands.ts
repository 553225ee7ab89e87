import type { ParsedRequestOf, schedulePlan, scheduling } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { transition, writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { schedulePlanMachine } from './schedule-plan.machine.ts';
import { weekNeeds } from './rules.ts';

type Form = ParsedRequestOf<typeof schedulePlan.save>;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Whether the rates of a week can be met by the people of some groups. */
export async function checkPlan(
  db: Queryable,
  form: Pick<Form, 'deptNos' | 'weeklyAttendanceDays' | 'dailyAttendanceRates'>,
) {
  const { headcount } = await db
    .selectFrom('appUser')
    .select(({ fn }) => fn.countAll<number>().as('headcount'))
    .where('deptNo', 'in', form.deptNos)
    .where('userStatus', '=', 'NORMAL')
    .where('employeeStatus', '=', 'ON_THE_JOB')
    .executeTakeFirstOrThrow();
  return weekNeeds(Number(headcount), form);
}

/** @throws AppError NOT_FOUND, STALE, PLAN_EXISTS, PLAN_IMPOSSIBLE, PLAN_FROM_PAST, REFERENCE_UNKNOWN */
export async function savePlan({ planNo, version, shiftShares, covers, ...form }: Form, call: CommandContext) {
  const { tx, caller } = call;
  // One writer of plans at a time: two plans of a group are else both found alone.
  await sql`select pg_advisory_xact_lock(hashtext('schedule_plan'))`.execute(tx);
  await refuseForm(tx, form, shiftShares);
  await refuseTypes(
    tx,
    'covers',
    covers.flatMap(({ shiftType }) => shiftType ?? []),
  );
  const made = planNo === undefined ? await newPlan(tx) : await nextVersion(tx, planNo, version);
  if (made.planStatus === 'ENABLED') await refuseSecondPlan(tx, made.planNo, form.deptNos);
  await tx
    .insertInto('schedulePlanVersion')
    .values({
      ...form,
      planNo: made.planNo,
      versionNo: made.versionNo,
      shiftShares: JSON.stringify(shiftShares),
      covers: JSON.stringify(covers),
      updatedBy: caller.userNo,
    })
    .execute();
  await writeAudit(tx, call, {
    action: 'schedulePlan.save',
    subjectType: 'schedulePlan',
    subjectNo: made.planNo,
    after: { ...form, shiftShares, covers, versionNo: made.versionNo },
  });
  return { planNo: made.planNo, versionNo: made.versionNo };
}

async function newPlan(tx: Tx) {
  const made = await tx
    .insertInto('schedulePlan')
    .values({ planStatus: 'ENABLED' })
    .returning(['planNo', 'planStatus'])
    .executeTakeFirstOrThrow();
  noteMade(tx, `schedule plan ${made.planNo}`);
  return { ...made, versionNo: 1 };
}

async function nextVersion(tx: Tx, planNo: string, version: number | undefined) {
  const plan = await lockPlan(tx, planNo, version);
  await tx
    .updateTable('schedulePlan')
    .set({ version: plan.version + 1 })
    .where('planNo', '=', planNo)
    .execute();
  const { last } = await tx
    .selectFrom('schedulePlanVersion')
    .select(({ fn }) => fn.max('versionNo').as('last'))
    .where('planNo', '=', planNo)
    .executeTakeFirstOrThrow();
  return { planNo, planStatus: plan.planStatus, versionNo: last + 1 };
}

async function lockPlan(tx: Tx, planNo: string, version: number | undefined) {
  const plan = await lockOne(tx, tx.selectFrom('schedulePlan').selectAll().where('planNo', '=', planNo), {
    missing: 'NOT_FOUND',
    subject: `schedule plan ${planNo}`,
    state: (row) => row.version,
  });
  if (plan.version !== version) throw new AppError('STALE');
  return plan;
}

async function refuseForm(
  tx: Tx,
  form: Omit<Form, 'planNo' | 'version' | 'shiftShares' | 'covers'>,
  shares: Form['shiftShares'],
): Promise<void> {
  if (form.effectiveFrom < businessDateOf(new Date()))
    throw new AppError('PLAN_FROM_PAST', { fields: ['effectiveFrom'] });
  const groups = await tx.selectFrom('department').select('deptNo').where('deptNo', 'in', form.deptNos).execute();
  if (groups.length !== new Set(form.deptNos).size) throw new AppError('REFERENCE_UNKNOWN', { fields: ['deptNos'] });
  await refuseTypes(
    tx,
    'shiftShares',
    shares.map(({ shiftType }) => shiftType),
  );
  const { needed, available, isPossible } = await checkPlan(tx, form);
  if (isPossible) return;
  const most = Math.max(...form.dailyAttendanceRates);
  const days = WEEKDAYS.filter((_, index) => form.dailyAttendanceRates[index] === most).join(', ');
  throw new AppError('PLAN_IMPOSSIBLE', { facts: { needed, available, days }, fields: ['weeklyAttendanceDays'] });
}

async function refuseTypes(tx: Tx, field: string, shiftTypes: readonly string[]): Promise<void> {
  const wanted = [...new Set(shiftTypes)];
  if (wanted.length === 0) return;
  const known = await tx.selectFrom('shiftType').select('shiftType').where('shiftType', 'in', wanted).execute();
  if (known.length !== wanted.length) throw new AppError('REFERENCE_UNKNOWN', { fields: [field] });
}

/** A group has one enabled plan. */
async function refuseSecondPlan(tx: Tx, planNo: string, deptNos: readonly string[]): Promise<void> {
  const other = await tx
    .selectFrom('schedulePlan as p')
    .innerJoin('schedulePlanVersion as v', 'v.planNo', 'p.planNo')
    .select('p.planNo')
    .where('p.planNo', '<>', planNo)
    .where('p.planStatus', '=', 'ENABLED')
    .where(sql<boolean>`v.dept_nos && ${[...deptNos]}::text[]`)
    .limit(1)
    .executeTakeFirst();
  if (other) throw new AppError('PLAN_EXISTS', { fields: ['deptNos'] });
}

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION, PLAN_EXISTS */
export async function setPlanState(
  { planNo, version }: ParsedRequestOf<typeof schedulePlan.enable>,
  command: 'enable' | 'disable',
  call: CommandContext,
) {
  const { tx } = call;
  await sql`select pg_advisory_xact_lock(hashtext('schedule_plan'))`.execute(tx);
  const plan = await lockPlan(tx, planNo, version);
  const planStatus = await transition(call, {
    machine: schedulePlanMachine,
    command,
    of: plan,
    field: 'planStatus',
    write: async (status) => {
      if (command === 'enable') {
        const versions = await tx
          .selectFrom('schedulePlanVersion')
          .select('deptNos')
          .where('planNo', '=', planNo)
          .execute();
        await refuseSecondPlan(tx, planNo, [...new Set(versions.flatMap(({ deptNos }) => deptNos))]);
      }
      await tx
        .updateTable('schedulePlan')
        .set({ planStatus: status, version: plan.version + 1 })
        .where('planNo', '=', planNo)
        .execute();
    },
    audit: { action: `schedulePlan.${command}`, subjectType: 'schedulePlan', subjectNo: planNo },
  });
  return { planNo, planStatus };
}

/** @throws AppError PLAN_EXISTS, STALE */
export async function saveShiftType(
  { version, ...form }: ParsedRequestOf<typeof scheduling.saveShiftType>,
  call: CommandContext,
) {
  const { tx } = call;
  const before = await tx
    .selectFrom('shiftType')
    .selectAll()
    .where('shiftType', '=', form.shiftType)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before && version === undefined) throw new AppError('PLAN_EXISTS', { fields: ['shiftType'] });
  if (before?.version !== version) throw new AppError('STALE');
  const next = (before?.version ?? 0) + 1;
  await tx
    .insertInto('shiftType')
    .values({ ...form, version: next })
    .onConflict((conflict) => conflict.column('shiftType').doUpdateSet({ ...form, version: next }))
    .execute();
  noteMade(tx, `shift type ${form.shiftType}`);
  await writeAudit(tx, call, {
    action: 'scheduling.shiftType.save',
    subjectType: 'shiftType',
    subjectNo: form.shiftType,
    ...(before && { before }),
    after: form,
  });
  return { shiftType: form.shiftType, version: next };
}
