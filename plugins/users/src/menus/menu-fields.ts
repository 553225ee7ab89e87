import type { CodesOf } from '@kituo/sdk/page';
import { session$ } from '@kituo/sdk';
import { menu } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  defineColumns,
  defineDictionary,
  defineFilters,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
} from '@kituo/sdk/page';
import { MENU_STATE } from '../parts/on-off.tsx';
import type { Option } from '@kituo/sdk/page';
import { type MenuRow, nameIn } from './menu-row.ts';

export const MENU_TYPE = defineDictionary<CodesOf<typeof menu.menuType>>('MENU_TYPE', {
  CATALOGUE: 'waiting',
  PAGE: 'active',
  OPERATION: 'waiting',
  EXTERNAL: 'attention',
});
/** Whether the section that offers an entry's page runs. */
const MENU_OFFER = defineDictionary<CodesOf<typeof menu.menuOffer>>('MENU_OFFER', {
  OFFERED: 'good',
  OFF: 'attention',
  MISSING: 'waiting',
});
const MENU_CHANGE = defineDictionary('MENU_CHANGE', { WAITING: 'attention' });
/** Icons that the shell draws; menus of before may carry others, which stay. */
export const MENU_ICON = defineDictionary('MENU_ICON', {
  home: 'waiting',
  people: 'waiting',
  user: 'waiting',
  phone: 'waiting',
  headset: 'waiting',
  shield: 'waiting',
  dollar: 'waiting',
  credit: 'waiting',
  chart: 'waiting',
  shop: 'waiting',
  briefcase: 'waiting',
  calendar: 'waiting',
  box: 'waiting',
  document: 'waiting',
  layers: 'waiting',
  megaphone: 'waiting',
  bell: 'waiting',
  cog: 'waiting',
  globe: 'waiting',
  star: 'waiting',
  clock: 'waiting',
});

export const menuFilters = defineFilters({
  menuName: containing(),
  perms: containing(),
  menuType: oneOf(MENU_TYPE),
  state: oneOf(MENU_STATE),
});

export const menuColumns = defineColumns<MenuRow>([
  text('entryName', { width: 280 }),
  status('menuType', MENU_TYPE, { width: 110 }),
  status('state', MENU_STATE, { width: 115 }),
  status('offer', MENU_OFFER, { width: 120 }),
  text('section', { width: 120 }),
  several('roleNames', (row) => row.roleNames, { width: 170 }),
  count('rules', { width: 95 }),
  status('change', MENU_CHANGE, { width: 120 }),
  text('perms', { width: 320 }),
  text('externalUrl', { width: 220 }),
  count('sort', { width: 70 }),
]);

const contains = (value: string | null, wanted: string | undefined): boolean =>
  wanted === undefined || (value ?? '').toLowerCase().includes(wanted.toLowerCase());

/** Whether an entry fits the filters; names count in every language. */
export function isMenuMatch(row: MenuRow, filters: Readonly<Record<string, string>>): boolean {
  const { menuName, menuType, perms, state } = filters;
  const fitsName = menuName === undefined || Object.values(row.menuName).some((name) => contains(name, menuName));
  return (
    fitsName &&
    contains(row.perms, perms) &&
    (menuType === undefined || row.menuType === menuType) &&
    (state === undefined || row.state === state)
  );
}

function parentOption(entry: menu.MenuEntry): Option[] {
  if (entry.menuType !== 'CATALOGUE' && entry.menuType !== 'PAGE') return [];
  const label = nameIn(entry.menuName, session$.value.language);
  return [{ value: entry.menuNo, label, children: entry.childList.flatMap(parentOption) }];
}

/** What an entry may stand below: the server refuses a page below a page. */
export const parents = remoteOptions({ ...menu.tree, name: 'menu.tree:parents' }, ({ tree }) =>
  tree.flatMap(parentOption),
);
