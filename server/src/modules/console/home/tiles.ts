import { home, orderAudit, USER_MANAGEMENT_PAGE } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Call } from '../../../http/implement.ts';
import { needed } from '../../../needed.ts';
import { countDecidable as countChanges } from '../../platform/changes/index.ts';
import { countDecidable as countVersions, policyFamilies } from '../../platform/configuration/index.ts';
import { countLiveSessions, countPeople } from '../../staff/users/index.ts';
import { warningCounts, warningsByDay } from '../../platform/warnings/index.ts';

export type Tile = z.output<typeof home.homeTile>;
type Key = z.output<typeof home.tileKey>;
type Figure = Pick<Tile, 'count' | 'days'>;

const WARNINGS = '/AdminContent/WarningNotify';
const USERS = USER_MANAGEMENT_PAGE;
const ROLES = '/AdminContent/UserSystem/RoleManagement';
const MENUS = '/AdminContent/UserSystem/MenuManagement';
/** What waits for a decision. */
const WAITING = { changesUsers: USERS, changesRoles: ROLES, changesMenus: MENUS, versionsPolicy: ROLES } as const;
const WAITING_OF_USERS = ['changesUsers', 'changesRoles', 'changesMenus', 'versionsPolicy'] as const;
const WAITING_KEYS: readonly Key[] = [...WAITING_OF_USERS, 'changesPayout'];
const POLICY_KEYS = policyFamilies.map(({ key }) => key);
const USER_TILES: readonly Key[] = ['usersNormal', 'usersFrozen', 'usersAwaitingPassword'];

/** Where a tile leads: the very rows that it counts. */
function pathsFor(userNo: string): Readonly<Record<Key, string | null>> {
  return {
    warningsUrgent: `${WARNINGS}?warningLevel=URGENT&isLive=true`,
    warningsOpen: `${WARNINGS}?isLive=true`,
    warningsMine: `${WARNINGS}?assigneeUserNo=${userNo}&isLive=true`,
    usersNormal: `${USERS}?userStatus=NORMAL`,
    usersFrozen: `${USERS}?userStatus=FROZEN`,
    usersAwaitingPassword: USERS,
    sessionsMine: null,
    changesUsers: `${USERS}?tab=changes&isDecidable=true`,
    changesRoles: `${ROLES}?tab=changes&isDecidable=true`,
    changesMenus: `${MENUS}?tab=changes&isDecidable=true`,
    versionsPolicy: `${ROLES}?tab=policy&isDecidable=true`,
    changesPayout: orderAudit.ORDER_AUDIT_PAGE,
  };
}

/** Reads once, whoever asks first: three tiles stand on one count. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  return () => (reading ??= read());
}

const plain = (count: () => Promise<number>) => async () => ({ count: await count(), days: null });

function figuresFor(call: Call): Readonly<Record<Key, () => Promise<Figure>>> {
  const { db, caller } = call;
  const counts = once(() => warningCounts(db, caller));
  const byDay = once(() => warningsByDay(db, caller));
  const people = once(() => countPeople(db, caller.scope));
  const warnings = (kind: 'open' | 'urgent' | 'mine') => async () => ({
    count: (await counts())[kind],
    days: (await byDay()).map((day) => day[kind]),
  });
  const users = (kind: 'normal' | 'frozen' | 'awaitingPassword') => async () => ({
    count: (await people())[kind],
    days: null,
  });
  return {
    warningsUrgent: warnings('urgent'),
    warningsOpen: warnings('open'),
    warningsMine: warnings('mine'),
    usersNormal: users('normal'),
    usersFrozen: users('frozen'),
    usersAwaitingPassword: users('awaitingPassword'),
    sessionsMine: async () => ({ count: await countLiveSessions(db, caller.userNo), days: null }),
    changesUsers: plain(() => countChanges('user', call)),
    changesRoles: plain(() => countChanges('role', call)),
    changesMenus: plain(() => countChanges('menu', call)),
    versionsPolicy: plain(() => countVersions(call, POLICY_KEYS)),
    changesPayout: plain(() => countChanges('payoutChange', call)),
  };
}

const isOwn = (key: string): key is Key => home.tileKey.safeParse(key).success;

/** The tiles a person has, in the order they start with: of sections, those whose page they hold. */
export function tileKeysFor({ caller, services }: Call): readonly string[] {
  const mayDecide = caller.codes.has('user:change:approve');
  const mayUsers = caller.pages.has(USERS.toLowerCase());
  return [
    ...(caller.codes.has('audit:payoutChange:approve') ? (['changesPayout'] as const) : []),
    ...WAITING_OF_USERS.filter((key) => mayDecide && caller.pages.has(WAITING[key].toLowerCase())),
    'warningsUrgent',
    'warningsOpen',
    'warningsMine',
    ...services.tiles.filter(({ page }) => caller.pages.has(page.toLowerCase())).map(({ key }) => key),
    ...(mayUsers ? USER_TILES : []),
    'sessionsMine',
  ];
}

/** Where nothing waits, for a decision or in a section, there is no tile for it. */
export function isShown({ key, count }: Tile): boolean {
  return count !== 0 || (isOwn(key) && !WAITING_KEYS.includes(key));
}

interface Counted {
  readonly label: string | null;
  readonly path: string | null;
  readonly read: () => Promise<Figure & Partial<Pick<Tile, 'amountCents' | 'cap' | 'oldestAt'>>>;
}

/** Counts tiles. One that cannot be counted says so by a null count and leaves the others alone. */
export async function countTiles(call: Call, keys: readonly string[]): Promise<Tile[]> {
  const figures = figuresFor(call);
  const paths = pathsFor(call.caller.userNo);
  const counted = (key: string): Counted => {
    if (isOwn(key)) return { label: null, path: paths[key], read: figures[key] };
    const tile = needed(
      call.services.tiles.find((one) => one.key === key),
      `the tile ${key}`,
    );
    return {
      label: tile.title[call.lang],
      path: tile.address(call),
      read: async () => {
        const { cap = null, oldestAt = null, ...figures } = await tile.read(call);
        return {
          days: null,
          ...figures,
          ...(cap !== null && { cap }),
          ...(oldestAt !== null && { oldestAt: oldestAt.toISOString() }),
        };
      },
    };
  };
  return await Promise.all(
    keys.map(async (key): Promise<Tile> => {
      const asOf = new Date().toISOString();
      const { label, path, read } = counted(key);
      try {
        return { key, label, path, asOf, amountCents: null, ...(await read()) };
      } catch (error) {
        call.log.error({ err: error, tile: key }, 'a tile of Home could not be counted');
        return { key, label, path, asOf, amountCents: null, count: null, days: null };
      }
    }),
  );
}
