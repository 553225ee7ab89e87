import type { ParsedRequestOf, scheduling } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/machine.ts';
import { transition, writeAudit } from '../../platform/audit/index.ts';
import { addDays, businessDateOf, daysBetween } from '../../platform/policy/index.ts';
import { refuseBroken } from './check-shift.ts';
import { shiftMachine } from './shift.machine.ts';
import { lockPeople, peopleSeen } from './people.ts';
import { tellChanged } from './tell-changed.ts';

const DAY = 86_400_000;

async function knownType(tx: Tx, shiftType: string): Promise<void> {
  const found = await tx
    .selectFrom('shiftType')
    .select('shiftType')
    .where('shiftType', '=', shiftType)
    .executeTakeFirst();
  if (!found) throw new AppError('REFERENCE_UNKNOWN', { fields: ['shiftType'] });
}

/** A shift, locked together with its person. @throws AppError NOT_FOUND, STALE, SHIFT_PAST */
export async function lockShift(shiftId: string, version: number, call: CommandContext) {
  const { tx, caller } = call;
  const of = await tx.selectFrom('workShift').select('userNo').where('shiftId', '=', shiftId).executeTakeFirst();
  if (!of) throw new AppError('NOT_FOUND');
  await lockPeople(tx, [of.userNo], caller.scope);
  const shift = await lockOne(tx, tx.selectFrom('workShift').selectAll().where('shiftId', '=', shiftId), {
    missing: 'NOT_FOUND',
    subject: `shift ${shiftId}`,
    state: (row) => row.version,
  });
  if (shift.version !== version) throw new AppError('STALE');
  if (shift.workDate < businessDateOf(new Date())) {
    throw new AppError('SHIFT_PAST', { facts: { name: shift.userNo, date: shift.workDate } });
  }
  return shift;
}

/** @throws AppError REFERENCE_UNKNOWN, SHIFT_… */
export async function saveShift(form: ParsedRequestOf<typeof scheduling.save>, call: CommandContext) {
  const { tx, caller } = call;
  await lockPeople(tx, [form.userNo], caller.scope);
  await knownType(tx, form.shiftType);
  const made = await addShift(
    {
      userNo: form.userNo,
      shiftType: form.shiftType,
      breakMinutes: form.breakMinutes,
      remark: form.remark,
      startsAt: new Date(form.startAt),
      endsAt: new Date(form.endAt),
      overrideReason: form.overrideReason ?? null,
      instead: [],
    },
    call,
  );
  return { shiftId: made.shiftId, version: made.version };
}

interface NewShift {
  readonly userNo: string;
  readonly shiftType: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly breakMinutes: number;
  readonly remark: string | null;
  readonly overrideReason: string | null;
  readonly instead: readonly string[];
}

async function addShift({ instead, ...values }: NewShift, call: CommandContext) {
  const { tx, caller } = call;
  const workDate = businessDateOf(values.startsAt);
  await refuseBroken(tx, { ...values, workDate, instead }, businessDateOf(new Date()));
  const made = await tx
    .insertInto('workShift')
    .values({ ...values, workDate, updatedBy: caller.userNo })
    .returning(['shiftId', 'version'])
    .executeTakeFirstOrThrow();
  noteMade(tx, `shift ${made.shiftId}`);
  await writeAudit(tx, call, {
    action: 'scheduling.save',
    subjectType: 'shift',
    subjectNo: made.shiftId,
    after: { ...values, workDate },
  });
  return made;
}

/** @throws AppError NOT_FOUND, STALE, SHIFT_LOCKED, SHIFT_… */
export async function updateShift(form: ParsedRequestOf<typeof scheduling.update>, call: CommandContext) {
  const { tx, caller } = call;
  const before = await lockShift(form.shiftId, form.version, call);
  advance(shiftMachine, before.shiftStatus, 'update');
  // A locked shift is first unlocked.
  if (before.isLocked && form.isLocked) throw new AppError('SHIFT_LOCKED');
  await knownType(tx, form.shiftType);
  const [startsAt, endsAt] = [new Date(form.startAt), new Date(form.endAt)];
  const overrideReason = form.overrideReason ?? before.overrideReason;
  const workDate = businessDateOf(startsAt);
  const moved = { userNo: before.userNo, workDate, startsAt, endsAt, overrideReason, instead: [form.shiftId] };
  await refuseBroken(tx, moved, businessDateOf(new Date()));
  const { shiftType, breakMinutes, remark, isLocked } = form;
  const after = { shiftType, breakMinutes, remark, isLocked, startsAt, endsAt, workDate, overrideReason };
  await tx
    .updateTable('workShift')
    .set({ ...after, updatedBy: caller.userNo, updatedAt: new Date(), version: before.version + 1 })
    .where('shiftId', '=', form.shiftId)
    .execute();
  await writeAudit(tx, call, {
    action: 'scheduling.update',
    subjectType: 'shift',
    subjectNo: form.shiftId,
    before: {
      shiftType: before.shiftType,
      startsAt: before.startsAt,
      endsAt: before.endsAt,
      isLocked: before.isLocked,
    },
    after,
  });
  await tellChanged(tx, before, { userNo: before.userNo, shiftType, startsAt, endsAt });
  return { shiftId: form.shiftId, version: before.version + 1 };
}

/** @throws AppError NOT_FOUND, STALE, SHIFT_LOCKED, REFERENCE_UNKNOWN, SHIFT_… */
export async function dragShift(form: ParsedRequestOf<typeof scheduling.drag>, call: CommandContext) {
  const { tx, caller } = call;
  const of = await tx.selectFrom('workShift').select('userNo').where('shiftId', '=', form.shiftId).executeTakeFirst();
  if (!of) throw new AppError('NOT_FOUND');
  await lockPeople(tx, [of.userNo, form.userNo], caller.scope);
  const before = await lockShift(form.shiftId, form.version, call);
  if (before.isLocked && !form.isCopy) throw new AppError('SHIFT_LOCKED');
  const by = daysBetween(before.workDate, form.workDate) * DAY;
  const [startsAt, endsAt] = [new Date(before.startsAt.getTime() + by), new Date(before.endsAt.getTime() + by)];
  const overrideReason = form.overrideReason ?? before.overrideReason;
  if (form.isCopy) {
    const { shiftType, breakMinutes, remark } = before;
    const copy = {
      userNo: form.userNo,
      shiftType,
      breakMinutes,
      remark,
      startsAt,
      endsAt,
      overrideReason,
      instead: [],
    };
    return await addShift(copy, call);
  }
  advance(shiftMachine, before.shiftStatus, 'update');
  const target = { userNo: form.userNo, workDate: form.workDate, startsAt, endsAt, overrideReason };
  await refuseBroken(tx, { ...target, instead: [form.shiftId] }, businessDateOf(new Date()));
  await tx
    .updateTable('workShift')
    .set({ ...target, updatedBy: caller.userNo, updatedAt: new Date(), version: before.version + 1 })
    .where('shiftId', '=', form.shiftId)
    .execute();
  await writeAudit(tx, call, {
    action: 'scheduling.drag',
    subjectType: 'shift',
    subjectNo: form.shiftId,
    before: { userNo: before.userNo, workDate: before.workDate },
    after: { userNo: form.userNo, workDate: form.workDate },
  });
  await tellChanged(tx, before, { userNo: form.userNo, shiftType: before.shiftType, startsAt, endsAt });
  return { shiftId: form.shiftId, version: before.version + 1 };
}

/** @throws AppError NOT_FOUND, STALE, SHIFT_LOCKED, ILLEGAL_TRANSITION */
export async function cancelShift(form: ParsedRequestOf<typeof scheduling.cancel>, call: CommandContext) {
  const { tx, caller } = call;
  const before = await lockShift(form.shiftId, form.version, call);
  await transition(call, {
    machine: shiftMachine,
    command: 'cancel',
    of: before,
    field: 'shiftStatus',
    write: async (shiftStatus) => {
      if (before.isLocked) throw new AppError('SHIFT_LOCKED');
      await tx
        .updateTable('workShift')
        .set({ shiftStatus, updatedBy: caller.userNo, updatedAt: new Date(), version: before.version + 1 })
        .where('shiftId', '=', form.shiftId)
        .execute();
    },
    audit: { action: 'scheduling.cancel', subjectType: 'shift', subjectNo: form.shiftId },
  });
  await tellChanged(tx, before, null);
  return { shiftId: form.shiftId, version: before.version + 1 };
}

/** Publishes a group's drafts of some days. @throws AppError AUTO_RANGE */
export async function publishShifts(form: ParsedRequestOf<typeof scheduling.publish>, call: CommandContext) {
  const { tx, caller } = call;
  const today = businessDateOf(new Date());
  if (form.to < form.from || form.to > addDays(form.from, 45)) throw new AppError('AUTO_RANGE', { fields: ['to'] });
  const published = await tx
    .updateTable('workShift')
    .set({ shiftStatus: 'PUBLISHED', updatedBy: caller.userNo, updatedAt: new Date(), version: sql`version + 1` })
    .where('shiftStatus', '=', 'DRAFT')
    .where('workDate', '>=', form.from < today ? today : form.from)
    .where('workDate', '<=', form.to)
    .where((eb) =>
      eb(
        'userNo',
        'in',
        tx
          .selectFrom('appUser as u')
          .select('u.userNo')
          .where('u.deptNo', '=', form.deptNo)
          .where(peopleSeen(caller.scope)),
      ),
    )
    .returning('shiftId')
    .execute();
  await writeAudit(
    tx,
    call,
    published.map(({ shiftId }) => ({
      action: 'scheduling.publish',
      subjectType: 'shift',
      subjectNo: shiftId,
      before: { shiftStatus: 'DRAFT' },
      after: { shiftStatus: 'PUBLISHED' },
    })),
  );
  return { published: published.length };
}
