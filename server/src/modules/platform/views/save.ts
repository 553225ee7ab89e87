import { view, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { needOwnFilter, newId } from './filters.ts';
import { holdsPersonalData } from './personal-data.ts';
import { placeOf, type Place } from './place.ts';
import { findView, readView, shareableRoles } from './read.ts';

type Form = ParsedRequestOf<typeof view.save>;

async function shown(viewId: string, call: CommandCall): Promise<view.SavedView> {
  const row = await readView(call.tx, viewId, call.caller);
  if (!row) throw new AppError('VIEW_NOT_FOUND');
  return row;
}

/** Locks a view of the caller's own. Throws VIEW_NOT_FOUND, for those of others as well. */
async function lockOwn(viewId: string, { tx, caller }: CommandCall) {
  const found = await tx
    .selectFrom('savedView')
    .selectAll()
    .where('viewId', '=', viewId)
    .where('userNo', '=', caller.userNo)
    .forUpdate()
    .executeTakeFirst();
  // Through a section of others, views of that section alone are there.
  const isOutside = caller.plugin !== undefined && !caller.pages.has(found?.pagePath ?? '');
  if (!found || isOutside) throw new AppError('VIEW_NOT_FOUND');
  return found;
}

/** Throws FILTER_PERSONAL, FILTER_NOT_FOUND. */
async function checkFilters(form: Form, place: Place, { tx, caller }: CommandCall): Promise<void> {
  const personal = holdsPersonalData(form.filters);
  if (personal !== null) throw new AppError('FILTER_PERSONAL', { fields: [`filters.${personal}`] });
  if (form.filterId === null) return;
  const filter = await needOwnFilter(tx, form.filterId, caller.userNo);
  if (filter.pagePath !== place.pagePath || filter.listName !== place.listName) {
    throw new AppError('FILTER_NOT_FOUND', { fields: ['filterId'] });
  }
}

function columnsOf(form: Form) {
  const { viewName, filters, filterId, sort, layout, pageSize } = form;
  return {
    viewName,
    filters: JSON.stringify(filters),
    filterId,
    sort: sort === null ? null : JSON.stringify(sort),
    layout: layout === null ? null : JSON.stringify(layout),
    pageSize,
    updatedAt: new Date(),
  };
}

/** Adds a view. Two at once wait for one another, so that nobody gets past the limit. Throws VIEW_LIMIT. */
async function add(form: Form, place: Place, { tx, caller }: CommandCall): Promise<string> {
  const key = `views ${caller.userNo} ${place.pagePath} ${place.listName}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  const { views } = await tx
    .selectFrom('savedView')
    .select((eb) => eb.fn.countAll<number>().as('views'))
    .where('userNo', '=', caller.userNo)
    .where('pagePath', '=', place.pagePath)
    .where('listName', '=', place.listName)
    .executeTakeFirstOrThrow();
  if (views >= view.MAX_VIEWS) throw new AppError('VIEW_LIMIT', { facts: { max: view.MAX_VIEWS } });
  const viewId = newId();
  await tx
    .insertInto('savedView')
    .values({ viewId, userNo: caller.userNo, ...place, ...columnsOf(form) })
    .execute();
  return viewId;
}

async function change(form: Form, viewId: string, call: CommandCall): Promise<string> {
  const before = await lockOwn(viewId, call);
  const place = placeOf(form, call.caller);
  const isSamePlace = before.pagePath === place.pagePath && before.listName === place.listName;
  if (!isSamePlace) throw new AppError('VIEW_NOT_FOUND');
  if (before.version !== form.version) throw new AppError('STALE');
  await call.tx
    .updateTable('savedView')
    .set({ ...columnsOf(form), version: before.version + 1 })
    .where('viewId', '=', viewId)
    .execute();
  return viewId;
}

function asRefusal(error: unknown): unknown {
  const isRepeated = error instanceof Error && 'constraint' in error && error.constraint === 'saved_view_name';
  return isRepeated ? new AppError('VIEW_EXISTS', { fields: ['viewName'], cause: error }) : error;
}

/** What the log keeps: names and roles, no filter's text. */
async function record(action: string, viewId: string, after: object | undefined, call: CommandCall): Promise<void> {
  const log = { action, subjectType: 'view', subjectNo: viewId };
  await writeAudit(call.tx, call, after === undefined ? log : { ...log, after });
}

export async function saveView(form: Form, call: CommandCall): Promise<view.SavedView> {
  const place = placeOf(form, call.caller);
  await checkFilters(form, place, call);
  let viewId: string;
  try {
    viewId = form.viewId === undefined ? await add(form, place, call) : await change(form, form.viewId, call);
  } catch (error) {
    throw asRefusal(error);
  }
  const { viewName, page, list, filters, filterId } = form;
  const facts = { viewName, page, list, filters: Object.keys(filters), isPersonal: filterId !== null };
  await record('view.save', viewId, facts, call);
  return await shown(viewId, call);
}

/** Shares with exactly these roles. Throws GRANT_BEYOND_OWN for a role that is not the caller's to share with. */
export async function shareView(
  { viewId, version, roleNos }: ParsedRequestOf<typeof view.share>,
  call: CommandCall,
): Promise<view.SavedView> {
  const { tx, caller } = call;
  const before = await lockOwn(viewId, call);
  if (before.version !== version) throw new AppError('STALE');
  const allowed = new Set((await shareableRoles(tx, caller)).map(({ roleNo }) => roleNo));
  const wanted = [...new Set(roleNos)];
  const held = await tx.selectFrom('savedViewRole').select('roleNo').where('viewId', '=', viewId).execute();
  const had = new Set(held.map(({ roleNo }) => roleNo));
  // A role it is shared with already may stay, whatever the caller holds by now.
  if (wanted.some((roleNo) => !allowed.has(roleNo) && !had.has(roleNo))) {
    throw new AppError('GRANT_BEYOND_OWN', { fields: ['roleNos'] });
  }
  await tx.deleteFrom('savedViewRole').where('viewId', '=', viewId).execute();
  if (wanted.length > 0) {
    await tx
      .insertInto('savedViewRole')
      .values(wanted.map((roleNo) => ({ viewId, roleNo })))
      .execute();
  }
  await tx
    .updateTable('savedView')
    .set({ version: version + 1, updatedAt: new Date() })
    .where('viewId', '=', viewId)
    .execute();
  await writeAudit(tx, call, {
    action: 'view.share',
    subjectType: 'view',
    subjectNo: viewId,
    before: { roleNos: [...had].sort() },
    after: { roleNos: wanted.sort(), viewName: before.viewName },
  });
  return await shown(viewId, call);
}

export async function deleteView(
  { viewId }: ParsedRequestOf<typeof view.remove>,
  call: CommandCall,
): Promise<Record<string, never>> {
  const { viewName } = await lockOwn(viewId, call);
  await call.tx.deleteFrom('savedView').where('viewId', '=', viewId).execute();
  await record('view.delete', viewId, { viewName }, call);
  return {};
}

/** Throws VIEW_NOT_FOUND for a view the caller does not see, or of another list. */
export async function setDefaultView(
  { page, list, viewId }: ParsedRequestOf<typeof view.setDefault>,
  call: CommandCall,
): Promise<{ defaultViewId: string | null }> {
  const { tx, caller } = call;
  const place = placeOf({ page, list }, caller);
  if (viewId !== null) {
    const found = await findView(tx, viewId, caller);
    if (found?.pagePath !== place.pagePath || found.listName !== place.listName) {
      throw new AppError('VIEW_NOT_FOUND', { fields: ['viewId'] });
    }
  }
  await tx
    .insertInto('listPreference')
    .values({ userNo: caller.userNo, ...place, defaultViewId: viewId })
    .onConflict((conflict) =>
      conflict.columns(['userNo', 'pagePath', 'listName']).doUpdateSet({ defaultViewId: viewId }),
    )
    .execute();
  await record('view.setDefault', viewId ?? 'none', { page, list }, call);
  return { defaultViewId: viewId };
}
