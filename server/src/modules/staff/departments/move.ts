import type { dept, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext, DataScope } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asRefusal, lockTree, readDepartment } from './commands.ts';
import { departmentAndBelow, departmentsUpwards } from './departments.ts';

/** A department and where it goes; a parent of null is the top level. */
export interface Move {
  readonly deptNo: string;
  readonly parentDeptNo: string | null;
}
/** At most so many people are named. */
const NAMED = 100;

async function upwards(db: Queryable, deptNo: string | null) {
  return deptNo === null ? [] : await departmentsUpwards(db, deptNo);
}

/** Throws DEPT_NOT_FOUND, DEPT_OWN_BRANCH, DEPT_SAME_PLACE, REFERENCE_UNKNOWN for an unknown or disabled parent. */
async function checkPlace(db: Queryable, { deptNo, parentDeptNo }: Move) {
  const moved = await readDepartment(db, deptNo);
  if (moved.parentDeptNo === parentDeptNo) {
    throw new AppError('DEPT_SAME_PLACE', { fields: ['parentDeptNo'] });
  }
  const above = await upwards(db, parentDeptNo);
  if (parentDeptNo !== null && above[0]?.isEnabled !== true) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['parentDeptNo'] });
  }
  if (above.some((one) => one.deptNo === deptNo)) {
    throw new AppError('DEPT_OWN_BRANCH', { fields: ['parentDeptNo'] });
  }
  return { moved, above };
}

/** People above the old or the new place, not both: they lead the branch, or their data rules reach down to it. */
async function peopleOf(db: Queryable, deptNos: readonly string[]) {
  if (deptNos.length === 0) return [];
  const ruled = await db
    .selectFrom('appUser')
    .innerJoin('userRole', 'userRole.userNo', 'appUser.userNo')
    .innerJoin('menuDataRule', 'menuDataRule.roleNo', 'userRole.roleNo')
    .innerJoin('menu', 'menu.menuNo', 'menuDataRule.menuNo')
    .innerJoin('department', 'department.deptNo', 'appUser.deptNo')
    .select(['appUser.userNo', 'appUser.realName', 'appUser.deptNo', 'department.deptName'])
    .select('menu.menuName')
    .where('menuDataRule.rowScope', '=', 'DEPARTMENT_AND_BELOW')
    .where('appUser.userStatus', '=', 'NORMAL')
    .where('appUser.deptNo', 'in', deptNos)
    .execute();
  const leaders = await db
    .selectFrom('department')
    .innerJoin('appUser', 'appUser.userNo', 'department.leaderUserNo')
    .select(['appUser.userNo', 'appUser.realName', 'department.deptNo', 'department.deptName'])
    .where('department.deptNo', 'in', deptNos)
    .execute();
  return [...leaders.map((leader) => ({ ...leader, menuName: null })), ...ruled];
}

/** What a move would change, as far as it is known now. */
export async function consequencesOf(db: Queryable, move: Move) {
  const { moved, above } = await checkPlace(db, move);
  const before = await upwards(db, moved.parentDeptNo);
  const numbers = (list: typeof above) => list.map((one) => one.deptNo);
  const gained = numbers(above).filter((no) => !numbers(before).includes(no));
  const lost = numbers(before).filter((no) => !numbers(above).includes(no));
  const found = await peopleOf(db, [...gained, ...lost]);
  const people = new Map(
    found.map(({ userNo, realName, deptNo, deptName }) => [
      `${userNo} ${deptNo ?? ''}`,
      {
        userNo,
        realName,
        deptName,
        effect: gained.includes(deptNo ?? '') ? ('GAINS' as const) : ('LOSES' as const),
      },
    ]),
  );
  const { members } = await db
    .selectFrom('appUser')
    .select((eb) => eb.fn.countAll<number>().as('members'))
    .where('deptNo', 'in', await departmentAndBelow(db, move.deptNo))
    .executeTakeFirstOrThrow();
  return {
    moved,
    from: before[0]?.deptName ?? null,
    to: above[0]?.deptName ?? null,
    /** The way up from the old and the new place: what the checker's picture rests on. */
    state: { before: numbers(before), above: numbers(above) },
    members: Number(members),
    people: [...people.values()],
    menus: found.flatMap(({ menuName }) => (menuName === null ? [] : [menuName])),
  };
}
type Consequences = Awaited<ReturnType<typeof consequencesOf>>;

/** The names of the pages, each once. */
export function menusIn(menus: Consequences['menus'], lang: 'en' | 'zh'): string[] {
  return [...new Set(menus.map((texts) => texts[lang] ?? texts['en'] ?? ''))].sort();
}

/** Of the people concerned, those the caller sees. */
export async function withinScope(db: Queryable, scope: DataScope, people: Consequences['people']) {
  if (scope === 'all' || people.length === 0) return people;
  const seen = await db
    .selectFrom('userMerchant')
    .select('userNo')
    .distinct()
    .where('merchantNo', 'in', [...scope.merchantNos, ''])
    .execute();
  const userNos = new Set(seen.map(({ userNo }) => userNo));
  return people.filter(({ userNo }) => userNos.has(userNo));
}

export async function previewMove(move: Move, { caller, db, lang }: Call): Promise<ReplyOf<typeof dept.movePreview>> {
  const { from, to, members, people, menus } = await consequencesOf(db, move);
  const seen = await withinScope(db, caller.scope, people);
  return {
    from,
    to,
    members,
    people: seen.slice(0, NAMED),
    peopleTotal: people.length,
    menus: menusIn(menus, lang),
  };
}

/** Throws what `checkPlace` refuses, and DEPT_NAME_TAKEN where the new level has such a name. */
export async function moveDepartment(
  { deptNo, parentDeptNo, reason }: ParsedRequestOf<typeof dept.move>,
  call: CommandContext,
): Promise<{ deptNo: string }> {
  await lockTree(call.tx);
  const { moved } = await checkPlace(call.tx, { deptNo, parentDeptNo });
  try {
    await call.tx
      .updateTable('department')
      .set({ parentDeptNo, updatedAt: new Date(), version: moved.version + 1 })
      .where('deptNo', '=', deptNo)
      .execute();
  } catch (error) {
    throw asRefusal(error);
  }
  await writeAudit(call.tx, call, {
    action: 'dept.move',
    subjectType: 'dept',
    subjectNo: deptNo,
    before: { parentDeptNo: moved.parentDeptNo },
    after: { parentDeptNo },
    ...(reason === undefined ? {} : { reason }),
  });
  return { deptNo };
}
