import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { excuseCorrected } from './abnormal/day-commands.ts';
import { refuseBroken } from './check-shift.ts';

/** An approved request, as far as its effect goes. */
interface ApprovedChange {
  readonly userNo: string;
  readonly changeType: 'LEAVE' | 'SWAP' | 'CORRECTION';
  readonly shiftDate: string;
  readonly reason: string;
  readonly withUserNo: string | null;
  readonly withShiftDate: string | null;
}

interface Swap {
  readonly userNo: string;
  readonly shiftDate: string;
  readonly withUserNo: string;
  readonly withShiftDate: string;
}

async function publishedShift(db: Queryable, userNo: string, workDate: string) {
  const found = await db
    .selectFrom('workShift')
    .selectAll()
    .where('userNo', '=', userNo)
    .where('workDate', '=', workDate)
    .where('shiftStatus', '=', 'PUBLISHED')
    .executeTakeFirst();
  if (!found) throw new AppError('CHANGE_NO_SHIFT', { fields: ['shiftDate'] });
  return found;
}

/** The two shifts of a swap, each checked for the other person. @throws AppError CHANGE_NO_SHIFT, SHIFT_… */
export async function swapOf(db: Queryable, { userNo, shiftDate, withUserNo, withShiftDate }: Swap) {
  const own = await publishedShift(db, userNo, shiftDate);
  const other = await publishedShift(db, withUserNo, withShiftDate);
  const instead = [own.shiftId, other.shiftId];
  const today = businessDateOf(new Date());
  await refuseBroken(db, { ...own, userNo: withUserNo, overrideReason: 'Swap', instead }, today);
  await refuseBroken(db, { ...other, userNo, overrideReason: 'Swap', instead }, today);
  return { own, other };
}

/** What an approved request does. */
export async function applyChange(change: ApprovedChange, call: CommandContext): Promise<void> {
  const { tx, caller } = call;
  const changed = { updatedBy: caller.userNo, updatedAt: new Date(), version: sql<number>`version + 1` };
  if (change.changeType === 'SWAP') {
    const { own, other } = await swapOf(tx, {
      userNo: change.userNo,
      shiftDate: change.shiftDate,
      withUserNo: change.withUserNo ?? '',
      withShiftDate: change.withShiftDate ?? '',
    });
    // One statement, so that neither person has two shifts in between.
    await tx
      .updateTable('workShift')
      .set({
        ...changed,
        userNo: sql<string>`case when shift_id = ${own.shiftId} then ${other.userNo} else ${own.userNo} end`,
      })
      .where('shiftId', 'in', [own.shiftId, other.shiftId])
      .execute();
    return;
  }
  const ofDay = tx
    .updateTable('workShift')
    .where('userNo', '=', change.userNo)
    .where('workDate', '=', change.shiftDate)
    .where('shiftStatus', '<>', 'CANCELLED');
  if (change.changeType === 'LEAVE') await ofDay.set({ ...changed, shiftStatus: 'CANCELLED' }).execute();
  else {
    await ofDay.set({ ...changed, decidedAttendance: 'DONE' }).execute();
    await excuseCorrected(change, call);
  }
}
