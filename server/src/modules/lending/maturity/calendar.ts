import type { maturity, ParsedRequestOf } from '@kituo/sdk/contracts';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { shownDay } from '../../platform/policy/index.ts';

const payload = z.strictObject({ day: z.string(), dayName: z.string(), countsAsBusinessDay: z.boolean() });
type Named = z.output<typeof payload>;

async function namedOf(db: Queryable, day: string): Promise<Omit<Named, 'day'> | null> {
  const found = await db
    .selectFrom('businessCalendar')
    .select(['dayName', 'countsAsBusinessDay'])
    .where('day', '=', day)
    .executeTakeFirst();
  return found ?? null;
}

/** A day of every merchant's calendar is named by two people: due dates of what is disbursed from then on follow it. */
export const calendarKind: ChangeKind<Named> = {
  family: 'maturityCalendar',
  checkerCode: 'merchant:config:audit',
  kind: 'maturityConfig.calendarSave',
  title: { en: 'Calendar day', zh: '日历日期' },
  payload,
  async describe(db, { day, ...named }) {
    const merchants = await db.selectFrom('merchant').select('merchantNo').execute();
    const before = await namedOf(db, day);
    if (isDeepStrictEqual(before, named)) throw new AppError('NOTHING_CHANGES', { fields: ['dayName'] });
    return {
      subjectNo: day,
      subjectName: `${shownDay(day)} ${named.dayName}`,
      before: before ?? {},
      after: named,
      concerns: [],
      // Every merchant's: who decides sees them all.
      merchantNos: merchants.map(({ merchantNo }) => merchantNo),
      state: { before },
    };
  },
  async apply({ day, ...named }, call) {
    const { tx, caller } = call;
    const before = await namedOf(tx, day);
    const values = { ...named, updatedBy: caller.userNo, updatedAt: new Date() };
    await tx
      .insertInto('businessCalendar')
      .values({ day, ...values })
      .onConflict((conflict) => conflict.column('day').doUpdateSet(values))
      .execute();
    await writeAudit(tx, call, {
      action: 'maturityConfig.calendarSave',
      subjectType: 'businessCalendar',
      subjectNo: day,
      ...(before && { before }),
      after: named,
    });
    return { day };
  },
};

/** @throws AppError NOTHING_CHANGES, CHANGE_WAITING */
export async function askToName(
  { reason, ...named }: ParsedRequestOf<typeof maturity.calendarSave>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  return { changeNo: await requestChange(calendarKind, named, call, reason) };
}
