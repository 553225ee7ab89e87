import { sql } from 'kysely';
import type { home } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Call } from '../../../http/implement.ts';
import { ALWAYS_PAGES } from '../../platform/access/index.ts';
import { departmentsUpwards } from '../../staff/departments/index.ts';
import { ownShift } from '../../staff/personnel/index.ts';
import { newestWarnings, presentWarning } from '../../platform/warnings/index.ts';
import { countTiles, isShown, tileKeysFor } from './tiles.ts';

type Summary = z.output<typeof home.summary.reply>;

const eatParts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Nairobi',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** Today and the hour in East Africa Time. */
export function eatNow(now: Date): { eatDate: string; eatHour: number } {
  const part = new Map(eatParts.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    eatDate: `${part.get('year')}-${part.get('month')}-${part.get('day')}`,
    eatHour: Number(part.get('hour')),
  };
}

/** The newest warnings; null where they cannot be read, so that the rest of Home stands. */
async function warningsFor(call: Call): Promise<Summary['warnings']> {
  try {
    const found = await newestWarnings(call.db, call.caller, 5);
    return found.map((record) => presentWarning(record, call));
  } catch (error) {
    call.log.error({ err: error }, 'the newest warnings could not be read for Home');
    return null;
  }
}

/** A first look at one's own day, counted from the tables at this moment. */
export async function summaryFor(call: Call): Promise<Summary> {
  const { db, caller } = call;
  const now = new Date();
  const person = await db
    .selectFrom('appUser')
    .leftJoin('department', 'department.deptNo', 'appUser.deptNo')
    .select(['appUser.deptNo', 'department.deptName', 'appUser.lastSignInAt'])
    .where('appUser.userNo', '=', caller.userNo)
    .executeTakeFirstOrThrow();
  const roles = await db
    .selectFrom('role')
    .select(['roleNo', 'roleName'])
    .where('roleNo', '=', sql<string>`ANY(${caller.roleNos}::text[])`)
    .orderBy('roleNo')
    .execute();
  const shift = await ownShift(db, caller.userNo, now);
  const upwards = person.deptNo === null ? [] : await departmentsUpwards(db, person.deptNo);
  return {
    realName: caller.realName,
    deptName: person.deptName,
    ...eatNow(now),
    ...(shift && { shift }),
    asOf: now.toISOString(),
    lastSignInAt: person.lastSignInAt?.toISOString() ?? null,
    roles,
    pagesHeld: [...caller.pages].filter((page) => !ALWAYS_PAGES.includes(page)).length,
    askPeople: upwards.flatMap(({ leaderUserNo, leaderName, deptName }) =>
      leaderName !== null && leaderUserNo !== caller.userNo ? [{ realName: leaderName, deptName }] : [],
    ),
    tiles: (await countTiles(call, tileKeysFor(call))).filter(isShown),
    warnings: await warningsFor(call),
  };
}
