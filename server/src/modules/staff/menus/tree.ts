import type { menu, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { type Offers, readOffers } from './offers.ts';
import { type MenuRow, readRows } from './rows.ts';

/** Lower-cased path or operation code → numbers of the roles that hold it. */
export type Holders = ReadonlyMap<string, readonly string[]>;

export async function readHolders(db: Queryable): Promise<Holders> {
  const pages = await db.selectFrom('rolePage').select(['roleNo', 'pagePath as held']).execute();
  const codes = await db.selectFrom('roleCode').select(['roleNo', 'code as held']).execute();
  const holders = new Map<string, string[]>();
  for (const { roleNo, held } of [...pages, ...codes]) {
    const roles = holders.get(held);
    if (roles === undefined) holders.set(held, [roleNo]);
    else roles.push(roleNo);
  }
  return holders;
}

/** Numbers of the roles that hold what an entry opens or allows. */
export function rolesHolding(holders: Holders, row: Pick<MenuRow, 'menuType' | 'perms'>): string[] {
  if (row.perms === null) return [];
  const key = row.menuType === 'OPERATION' ? row.perms : row.perms.toLowerCase();
  return [...(holders.get(key) ?? [])].sort();
}

async function waitingChanges(db: Queryable): Promise<Map<string, string>> {
  const waiting = await db
    .selectFrom('changeRequest')
    .select(['changeNo', 'subjectNo'])
    .where('family', '=', 'menu')
    .where('changeState', '=', 'PENDING')
    .execute();
  return new Map(waiting.map(({ subjectNo, changeNo }) => [subjectNo ?? '', changeNo]));
}

async function countRules(db: Queryable): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('menuDataRule')
    .select(['menuNo', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('menuNo')
    .execute();
  return new Map(rows.map(({ menuNo, count }) => [menuNo, count]));
}

function actionsOn(
  row: MenuRow,
  { codes }: Caller,
  { hasChildren, isHeld }: { readonly hasChildren: boolean; readonly isHeld: boolean },
): menu.MenuAction[] {
  const { menuType } = row;
  const holds = menuType === 'CATALOGUE' || menuType === 'PAGE';
  const can: [menu.MenuAction, boolean][] = [
    ['update', codes.has('user:menu:edit')],
    ['addBelow', codes.has('user:menu:edit') && holds],
    ['state', codes.has('user:menu:state') && menuType !== 'OPERATION'],
    ['dataRule', codes.has('user:menu:dataRule') && menuType === 'PAGE'],
    ['delete', codes.has('user:menu:delete') && !hasChildren && !isHeld],
  ];
  return can.filter(([, isAllowed]) => isAllowed).map(([action]) => action);
}

interface Known {
  readonly rows: readonly MenuRow[];
  readonly holders: Holders;
  readonly offers: Offers;
  readonly rules: ReadonlyMap<string, number>;
  readonly waiting: ReadonlyMap<string, string>;
}

function build(known: Known, caller: Caller): menu.MenuEntry[] {
  const below = Map.groupBy(known.rows, ({ parentMenuNo }) => parentMenuNo);
  const entriesOf = (parent: string | null): menu.MenuEntry[] =>
    (below.get(parent) ?? []).map((row) => {
      const { isEnabled, menuName, ...rest } = row;
      const roleNos = rolesHolding(known.holders, row);
      const page = row.menuType === 'OPERATION' ? null : row.perms;
      const found = page === null ? undefined : known.offers.get(page.toLowerCase());
      const childList = entriesOf(row.menuNo);
      return {
        ...rest,
        menuName: { ...menuName },
        enabled: isEnabled,
        offer: page === null ? null : (found?.offer ?? 'MISSING'),
        offeredBy: found ? { plugin: found.plugin, version: found.version } : null,
        roleNos,
        dataRules: known.rules.get(row.menuNo) ?? 0,
        changeNo: known.waiting.get(row.menuNo) ?? null,
        allowedActions: actionsOn(row, caller, {
          hasChildren: childList.length > 0,
          isHeld: roleNos.length > 0,
        }),
        childList,
      };
    });
  return entriesOf(null);
}

/** The whole menu for its page. */
export async function readTree(call: Pick<Call, 'caller' | 'db' | 'services'>): Promise<ReplyOf<typeof menu.tree>> {
  const { db, caller, services } = call;
  const rows = await readRows(db);
  const known = {
    rows,
    holders: await readHolders(db),
    offers: await readOffers(services.registry),
    rules: await countRules(db),
    waiting: await waitingChanges(db),
  };
  const roles = await db.selectFrom('role').select(['roleNo', 'roleName']).orderBy('roleNo').execute();
  return { tree: build(known, caller), roles };
}
