import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { MenuType } from '../db/schema.ts';
import { routeOf, type SectionEntry } from './menu-types.ts';
import { codesOfAreas } from './operation-codes.ts';
import { nameOfOperation } from './operation-names.ts';
import { SECTIONS } from './roles.ts';

interface MenuRow {
  menuNo: string;
  parentMenuNo: string | null;
  menuType: MenuType;
  menuName: string;
  perms: string | null;
  icon: string | null;
  sort: number;
  isEnabled: boolean;
}

/** Pages that open with an order and so are no entries; they stand in the tree, switched off. */
const WITHOUT_ENTRY = 'OrderDetailAudit';
/** Operations whose page is known by their middle part; others stand below their section. */
const PAGE_OF_THING: Readonly<Record<string, string>> = {
  'user:user': 'UserManagement',
  'user:change': 'UserManagement',
  'user:dept': 'DepartmentManagement',
  'user:role': 'RoleManagement',
  'user:menu': 'MenuManagement',
  'user:section': 'PluginManagement',
  'user:language': 'MultiLanguageConfiguration',
  'user:dictionary': 'DataDictionary',
  'user:cache': 'DataDictionary',
  'host:warning': 'WarningNotify',
};

function rowsOf(section: SectionEntry, place: number, nextNo: () => string): MenuRow[] {
  const isTop = section.path === '';
  const isEnabled = section.path !== WITHOUT_ENTRY;
  const catalogue: MenuRow = {
    menuNo: isTop ? '' : nextNo(),
    parentMenuNo: null,
    menuType: 'CATALOGUE',
    menuName: JSON.stringify({ en: section.en, zh: section.zh }),
    perms: null,
    icon: section.icon,
    sort: place * 10,
    isEnabled,
  };
  const pages = section.pages.map(([page, en, zh], index): MenuRow => ({
    menuNo: nextNo(),
    parentMenuNo: isTop ? null : catalogue.menuNo,
    menuType: 'PAGE',
    menuName: JSON.stringify({ en, zh }),
    perms: routeOf(section, page),
    icon: isTop ? (page === 'Home' ? 'home' : 'notifications') : null,
    sort: isTop ? index + 1 : (index + 1) * 10,
    isEnabled,
  }));
  const operations = codesOfAreas(...section.areas).map((code, index): MenuRow => {
    const page = PAGE_OF_THING[code.slice(0, code.lastIndexOf(':'))];
    const parent = pages.find(({ perms }) => page !== undefined && perms?.endsWith(`/${page}`));
    return {
      menuNo: nextNo(),
      parentMenuNo: parent?.menuNo ?? catalogue.menuNo,
      menuType: 'OPERATION',
      menuName: JSON.stringify(nameOfOperation(code)),
      perms: code,
      icon: null,
      sort: (pages.length + index + 1) * 10,
      isEnabled: true,
    };
  });
  return [...(isTop ? [] : [catalogue]), ...pages, ...operations];
}

/** Writes the whole menu: 18 sections, 145 pages, and the operation codes below them. */
export async function seedMenu(tx: Tx): Promise<void> {
  let count = 0;
  const nextNo = (): string => `N${String((count += 1)).padStart(4, '0')}`;
  const rows = SECTIONS.flatMap((section, place) => rowsOf(section, place, nextNo));
  await tx.insertInto('menu').values(rows).execute();
  await sql`SELECT setval('menu_number', ${count})`.execute(tx);
}
