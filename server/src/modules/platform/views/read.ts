import { view, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { placeOf, type Place } from './place.ts';

type Role = view.SavedView['sharedWith'][number];

async function sharedRoles(db: Queryable, viewIds: readonly string[]): Promise<Map<string, Role[]>> {
  if (viewIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('savedViewRole')
    .innerJoin('role', 'role.roleNo', 'savedViewRole.roleNo')
    .select(['savedViewRole.viewId', 'role.roleNo', 'role.roleName'])
    .where('savedViewRole.viewId', 'in', [...viewIds])
    .orderBy('role.roleNo')
    .execute();
  const roles = new Map<string, Role[]>();
  for (const { viewId, ...role } of rows) roles.set(viewId, [...(roles.get(viewId) ?? []), role]);
  return roles;
}

/** Views the caller sees: own ones, and those shared with a role they hold. */
function visible(db: Queryable, { userNo, roleNos }: Caller) {
  return db
    .selectFrom('savedView')
    .innerJoin('appUser', 'appUser.userNo', 'savedView.userNo')
    .selectAll('savedView')
    .select('appUser.realName as ownerName')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('savedView.userNo', '=', userNo),
        exists(
          selectFrom('savedViewRole')
            .select('savedViewRole.roleNo')
            .whereRef('savedViewRole.viewId', '=', 'savedView.viewId')
            // One name that no role has, for who holds none.
            .where('savedViewRole.roleNo', 'in', roleNos.length === 0 ? [''] : [...roleNos]),
        ),
      ]),
    );
}
type ViewRecord = Awaited<ReturnType<ReturnType<typeof visible>['execute']>>[number];

const layoutOf = (stored: unknown) => view.viewLayout.safeParse(stored).data ?? null;
const sizeOf = (stored: number | null) => ([20, 50, 100] as const).find((size) => size === stored) ?? null;

function present(
  record: ViewRecord,
  roles: readonly Role[],
  defaultViewId: string | null,
  caller: Caller,
): view.SavedView {
  const isOwn = record.userNo === caller.userNo;
  const seesFilter = isOwn || !caller.isMasked;
  return {
    viewId: record.viewId,
    viewName: record.viewName,
    filters: record.filters,
    filterId: seesFilter ? record.filterId : null,
    hasHiddenFilters: !seesFilter && record.filterId !== null,
    sort: view.savedView.shape.sort.safeParse(record.sort).data ?? null,
    layout: layoutOf(record.layout),
    pageSize: sizeOf(record.pageSize),
    isOwn,
    ownerName: record.ownerName,
    sharedWith: isOwn ? [...roles] : roles.filter(({ roleNo }) => caller.roleNos.includes(roleNo)),
    isDefault: record.viewId === defaultViewId,
    updatedAt: record.updatedAt.toISOString(),
    version: record.version,
    allowedActions: isOwn ? ['update', 'share', 'delete', 'setDefault'] : ['setDefault'],
  };
}

async function preferenceOf(db: Queryable, { pagePath, listName }: Place, userNo: string) {
  return await db
    .selectFrom('listPreference')
    .select(['layout', 'defaultViewId'])
    .where('userNo', '=', userNo)
    .where('pagePath', '=', pagePath)
    .where('listName', '=', listName)
    .executeTakeFirst();
}

/** Roles the caller may share with: their own ones, all for who may change roles. */
export async function shareableRoles(db: Queryable, { codes, roleNos }: Caller): Promise<Role[]> {
  const query = db.selectFrom('role').select(['roleNo', 'roleName']).orderBy('roleNo');
  if (codes.has('user:role:update')) return await query.execute();
  if (roleNos.length === 0) return [];
  return await query.where('roleNo', 'in', [...roleNos]).execute();
}

export async function viewsOf(
  request: ParsedRequestOf<typeof view.page>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof view.page>> {
  const place = placeOf(request, caller);
  const [records, preference, roles] = await Promise.all([
    visible(db, caller)
      .where('savedView.pagePath', '=', place.pagePath)
      .where('savedView.listName', '=', place.listName)
      .orderBy('savedView.viewName')
      .execute(),
    preferenceOf(db, place, caller.userNo),
    shareableRoles(db, caller),
  ]);
  const shared = await sharedRoles(
    db,
    records.map(({ viewId }) => viewId),
  );
  const wanted = preference?.defaultViewId ?? null;
  // A view that is shared no longer opens no list.
  const defaultViewId = records.some(({ viewId }) => viewId === wanted) ? wanted : null;
  const views = records.map((one) => present(one, shared.get(one.viewId) ?? [], defaultViewId, caller));
  return {
    views: [...views.filter(({ isOwn }) => isOwn), ...views.filter(({ isOwn }) => !isOwn)],
    defaultViewId,
    layout: layoutOf(preference?.layout ?? null),
    shareableRoles: roles,
  };
}

/** A view the caller sees, with its place; null for all others. */
export async function findView(db: Queryable, viewId: string, caller: Caller) {
  const record = await visible(db, caller).where('savedView.viewId', '=', viewId).executeTakeFirst();
  return record && caller.pages.has(record.pagePath) ? record : null;
}

/** A view as its owner sees it after a change. */
export async function readView(db: Queryable, viewId: string, caller: Caller): Promise<view.SavedView | null> {
  const record = await findView(db, viewId, caller);
  if (!record) return null;
  const [roles, preference] = await Promise.all([sharedRoles(db, [viewId]), preferenceOf(db, record, caller.userNo)]);
  return present(record, roles.get(viewId) ?? [], preference?.defaultViewId ?? null, caller);
}
