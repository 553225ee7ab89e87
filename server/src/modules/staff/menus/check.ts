import type { menu } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Offers } from './offers.ts';
import { branchOf, isSameKind, mayStandBelow, type MenuRow, sharedNames } from './rows.ts';

/** Throws MENU_CYCLE, MENU_PARENT, REFERENCE_UNKNOWN beside the parent. */
export function checkParent(
  rows: readonly MenuRow[],
  entry: Pick<MenuRow, 'menuType'> & { readonly menuNo?: string | undefined },
  parentMenuNo: string | null,
): void {
  const fields = ['parentMenuNo'];
  const parent = rows.find(({ menuNo }) => menuNo === parentMenuNo);
  if (parentMenuNo !== null && parent === undefined) {
    throw new AppError('REFERENCE_UNKNOWN', { fields });
  }
  if (entry.menuNo !== undefined && parentMenuNo !== null) {
    if (branchOf(rows, entry.menuNo).has(parentMenuNo)) throw new AppError('MENU_CYCLE', { fields });
  }
  if (!mayStandBelow(entry.menuType, parent?.menuType ?? null)) {
    throw new AppError('MENU_PARENT', { fields });
  }
}

/** Throws MENU_NAME_REPEATED beside the languages in which a neighbour is called the same. */
export function checkName(neighbours: readonly MenuRow[], entry: Pick<MenuRow, 'menuType' | 'menuName'>): void {
  const taken = neighbours
    .filter((row) => isSameKind(row, entry))
    .flatMap((row) => sharedNames(entry.menuName, row.menuName));
  if (taken.length === 0) return;
  const fields = [...new Set(taken)].map((language) => `menuName.${language}`);
  throw new AppError('MENU_NAME_REPEATED', { fields });
}

/** Throws MENU_PERMS_UNKNOWN for a page that no section has, MENU_PERMS_TAKEN for a second entry of one. */
export function checkPerms(
  rows: readonly MenuRow[],
  form: Pick<menu.EditRequest, 'menuNo' | 'menuType' | 'perms'>,
  offers: Offers,
  lang: 'en' | 'zh',
): void {
  const { menuNo, menuType, perms } = form;
  if (perms === null) return;
  const fields = ['perms'];
  const requested = perms.toLowerCase();
  const held = rows.find((row) => row.menuNo === menuNo);
  const isKept = held?.perms?.toLowerCase() === requested;
  if (!isKept && menuType !== 'OPERATION' && !offers.has(requested)) {
    throw new AppError('MENU_PERMS_UNKNOWN', { fields });
  }
  if (menuType === 'EXTERNAL') return;
  const other = rows.find(
    (row) => row.menuNo !== menuNo && row.menuType !== 'EXTERNAL' && row.perms?.toLowerCase() === requested,
  );
  if (!other) return;
  const name = other.menuName[lang] ?? other.menuName['en'] ?? '';
  throw new AppError('MENU_PERMS_TAKEN', { fields, facts: { name } });
}
