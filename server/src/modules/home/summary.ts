import { sql } from 'kysely';
import type { home } from '@kituo/sdk/contracts';
import { user } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Call } from '../../http/implement.ts';
import { ALWAYS_PAGES } from '../access/index.ts';
import { departmentsUpwards } from '../departments/index.ts';
import { countLiveSessions, countPeople } from '../users/index.ts';
import { newestWarnings, presentWarning, warningCounts } from '../warnings/index.ts';

type Tile = z.output<typeof home.homeTile>;

const WARNINGS_PAGE = '/AdminContent/WarningNotify';
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

async function tilesFor({ db, caller }: Call): Promise<Tile[]> {
  const counts = await warningCounts(db, caller);
  const tiles: Tile[] = [
    { key: 'warningsUrgent', count: counts.urgent, path: `${WARNINGS_PAGE}?warningLevel=URGENT` },
    { key: 'warningsOpen', count: counts.open, path: WARNINGS_PAGE },
    {
      key: 'warningsMine',
      count: counts.mine,
      path: `${WARNINGS_PAGE}?assigneeUserNo=${caller.userNo}`,
    },
  ];
  if (caller.pages.has(user.USER_MANAGEMENT_PAGE.toLowerCase())) {
    const people = await countPeople(db, caller.scope);
    const page = user.USER_MANAGEMENT_PAGE;
    tiles.push(
      { key: 'usersNormal', count: people.normal, path: `${page}?userStatus=NORMAL` },
      { key: 'usersFrozen', count: people.frozen, path: `${page}?userStatus=FROZEN` },
      { key: 'usersAwaitingPassword', count: people.awaitingPassword, path: page },
    );
  }
  tiles.push({
    key: 'sessionsMine',
    count: await countLiveSessions(db, caller.userNo),
    path: null,
  });
  return tiles;
}

/** A first look at one's own day, counted from the tables at this moment. */
export async function summaryFor(call: Call): Promise<z.output<typeof home.summary.reply>> {
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
  const upwards = person.deptNo === null ? [] : await departmentsUpwards(db, person.deptNo);
  const warnings = await newestWarnings(db, caller, 5);
  return {
    realName: caller.realName,
    deptName: person.deptName,
    ...eatNow(now),
    asOf: now.toISOString(),
    lastSignInAt: person.lastSignInAt?.toISOString() ?? null,
    roles,
    pagesHeld: [...caller.pages].filter((page) => !ALWAYS_PAGES.includes(page)).length,
    askPeople: upwards.flatMap(({ leaderUserNo, leaderName, deptName }) =>
      leaderName !== null && leaderUserNo !== caller.userNo
        ? [{ realName: leaderName, deptName }]
        : [],
    ),
    tiles: await tilesFor(call),
    warnings: warnings.map((record) => presentWarning(record, call)),
  };
}
