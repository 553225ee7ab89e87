import type { Queryable } from '../../../db/database.ts';

/** The whole menu as it is stored, operations included, in the order it is shown. */
export async function readRows(db: Queryable) {
  return await db
    .selectFrom('menu')
    .select(['menuNo', 'parentMenuNo', 'menuType', 'menuName', 'perms', 'externalUrl', 'icon'])
    .select(['sort', 'isEnabled', 'version'])
    .orderBy('sort')
    .orderBy('menuNo')
    .execute();
}
export type MenuRow = Awaited<ReturnType<typeof readRows>>[number];

/** Whether two entries may not share a name: operations are rights, and stand apart from what is drawn. */
export function isSameKind(one: Pick<MenuRow, 'menuType'>, other: Pick<MenuRow, 'menuType'>) {
  return (one.menuType === 'OPERATION') === (other.menuType === 'OPERATION');
}

/** The languages in which two names are the same, whatever the case. */
export function sharedNames(one: MenuRow['menuName'], other: MenuRow['menuName']): string[] {
  const plain = (text: string | undefined) => text?.trim().toLowerCase() ?? '';
  return Object.keys(one).filter(
    (language) => plain(one[language]) !== '' && plain(one[language]) === plain(other[language]),
  );
}

/** An entry and all that is below it, by number. */
export function branchOf(rows: readonly MenuRow[], menuNo: string): Set<string> {
  const below = Map.groupBy(rows, (row) => row.parentMenuNo);
  const branch = new Set<string>();
  const take = (number: string): void => {
    if (branch.has(number)) return;
    branch.add(number);
    for (const child of below.get(number) ?? []) take(child.menuNo);
  };
  take(menuNo);
  return branch;
}

/** Whether an entry of one type may stand below one of another; null is the top. */
export function mayStandBelow(type: MenuRow['menuType'], parent: MenuRow['menuType'] | null): boolean {
  if (type === 'OPERATION') return parent === 'PAGE' || parent === 'CATALOGUE' || parent === null;
  return parent === null || parent === 'CATALOGUE';
}
