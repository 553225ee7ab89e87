import type { menu, RequestOf } from '@kituo/sdk/contracts';
import type { MenuRow } from './menu-row.ts';

export interface MenuFormValues extends Record<string, unknown> {
  readonly parentMenuNo: string | null;
  readonly menuType: menu.MenuType;
  readonly menuName: Readonly<Record<string, string>>;
  readonly icon: string | null;
  /** NaN while what is typed is no number, null while nothing is. */
  readonly sort: number | null;
  readonly perms: string | null;
  readonly externalUrl: string | null;
  readonly reason: string | null;
}

/** What a new entry is made from: its place, and the page it takes over. */
export interface NewEntry {
  readonly parent: MenuRow | null;
  readonly page: menu.UnlistedPage | null;
  /** Sort of the last entry that is there. */
  readonly lastSort: number;
}

export function valuesForNew({ parent, page, lastSort }: NewEntry): MenuFormValues {
  return {
    parentMenuNo: page === null ? (parent?.menuNo ?? null) : page.parentMenuNo,
    menuType: page !== null ? 'PAGE' : parent?.menuType === 'PAGE' ? 'OPERATION' : 'CATALOGUE',
    menuName: page?.menuName ?? {},
    icon: null,
    sort: lastSort + 10,
    perms: page?.path ?? null,
    externalUrl: null,
    reason: null,
  };
}

export function valuesOf(row: MenuRow): MenuFormValues {
  const { parentMenuNo, menuType, menuName, icon, sort, perms, externalUrl } = row;
  return { parentMenuNo, menuType, menuName, icon, sort, perms, externalUrl, reason: null };
}

/** What travels: fields that the type does not have are empty, whatever was typed before it was chosen. */
export function requestOf(values: MenuFormValues): RequestOf<typeof menu.edit> {
  const { menuType, menuName, parentMenuNo, icon, sort, perms, externalUrl, reason } = values;
  const isCatalogue = menuType === 'CATALOGUE';
  return {
    menuType,
    menuName: { ...menuName },
    parentMenuNo,
    icon,
    sort: sort ?? Number.NaN,
    perms: isCatalogue ? null : perms,
    externalUrl: menuType === 'EXTERNAL' ? externalUrl : null,
    ...(reason !== null && reason !== '' && { reason }),
  };
}
