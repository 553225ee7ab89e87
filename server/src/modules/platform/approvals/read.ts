import { type approval, change, type config, type ReplyOf } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { countDecidableByKind, readDecidable } from '../changes/index.ts';
import { configAt, countDecidableBySubject, pageOfVersions } from '../configuration/index.ts';
import { nameOfSubject } from './subject-name.ts';
import { type CountedQueue, countQueues, presentQueue } from './queues.ts';

const MAX_AT_ONCE = 100;
const MAX_SUBJECTS = 1_000;
type Counted = ReplyOf<typeof approval.counts>['pages'][number];
type Facts = Readonly<Record<string, unknown>>;

/** The first of some pages that the caller may open. */
function heldOf(access: unknown, { caller }: Call): string | null {
  const pages = typeof access === 'object' && access !== null && 'page' in access ? access.page : [];
  const listed: readonly unknown[] = Array.isArray(pages) ? pages : [];
  const found = listed.find((path) => typeof path === 'string' && caller.pages.has(path.toLowerCase()));
  return typeof found === 'string' ? found : null;
}

/** The page on which changes of a kind stand. */
function pageOfKind(kind: string, call: Call): string | null {
  const family = call.services.changes.get(kind)?.family;
  return family === undefined ? null : heldOf(change.changeFamilies[family].page.access, call);
}

const pageOfKey = (configKey: string, call: Call): string | null =>
  heldOf(call.services.configs.get(configKey)?.access.see, call);

/** A value as fields: one that has none stands under `value`. */
function factsOf(value: unknown): Facts {
  const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isFields ? Object.fromEntries(Object.entries(value)) : { value };
}

function rowOfChange(row: change.ChangeRow, call: Call): approval.ApprovalRow {
  const { changeNo, kind, title, subjectName, before, after, makerName, reason, createdAt, lapsesAt } = row;
  return {
    title,
    subjectName,
    before,
    after,
    makerName,
    reason,
    createdAt,
    lapsesAt,
    approvalKind: 'CHANGE',
    approvalNo: changeNo,
    version: 0,
    effectiveFrom: null,
    path: pageOfKind(kind, call),
    allowedActions: row.allowedActions.filter((action) => action !== 'withdraw'),
  };
}

async function rowOfVersion(row: config.ConfigVersion, call: Call): Promise<approval.ApprovalRow> {
  const { title, subjectNo, makerName, reason, updatedAt, effectiveFrom, version } = row;
  const family = call.services.configs.get(row.configKey);
  const held = family && (await configAt(call.db, family, new Date(), subjectNo)).value;
  return {
    title,
    makerName,
    reason,
    effectiveFrom,
    version,
    createdAt: updatedAt,
    lapsesAt: null,
    approvalKind: 'VERSION',
    approvalNo: row.versionId,
    subjectName: await nameOfSubject(family, row, call),
    before: held === null || held === undefined ? null : factsOf(held),
    after: factsOf(row.value),
    path: pageOfKey(row.configKey, call),
    allowedActions: row.allowedActions.filter((action) => action === 'approve' || action === 'reject'),
  };
}

/** What expires first, then what waits longest. */
function moreUrgent(one: approval.ApprovalRow, other: approval.ApprovalRow): number {
  const never = '9999';
  const byEnd = (one.lapsesAt ?? never).localeCompare(other.lapsesAt ?? never);
  return byEnd === 0 ? one.createdAt.localeCompare(other.createdAt) : byEnd;
}

export async function listApprovals(call: Call): Promise<ReplyOf<typeof approval.list>> {
  const sort = { field: 'updatedAt', direction: 'asc' } as const;
  const queues = await countQueues(call);
  const [changes, versions, { total }] = await Promise.all([
    readDecidable(call, MAX_AT_ONCE),
    pageOfVersions({ filters: { isDecidable: true }, page: 1, pageSize: MAX_AT_ONCE, sort }, call),
    countApprovals(call, queues),
  ]);
  const rows = [
    ...changes.map((row) => rowOfChange(row, call)),
    ...(await Promise.all(versions.rows.map((row) => rowOfVersion(row, call)))),
  ];
  return { rows: rows.toSorted(moreUrgent), queues: queues.map((each) => presentQueue(each, call)), total };
}

/** How much awaits the caller's decision, in all and by page and kind. */
export async function countApprovals(
  call: Call,
  counted?: readonly CountedQueue[],
): Promise<ReplyOf<typeof approval.counts>> {
  const [byKind, bySubject, queues] = await Promise.all([
    countDecidableByKind(call),
    countDecidableBySubject(call),
    counted ?? countQueues(call),
  ]);
  const found = [
    ...byKind.map(({ kind, count }) => ({
      path: pageOfKind(kind, call),
      approvalKind: 'CHANGE' as const,
      family: call.services.changes.get(kind)?.family ?? kind,
      count,
    })),
    ...bySubject.map(({ configKey, count }) => ({
      path: pageOfKey(configKey, call),
      approvalKind: 'VERSION' as const,
      family: configKey,
      count,
    })),
    ...queues.map(({ queue, place, count }) => ({
      path: place.page,
      approvalKind: 'DECISION' as const,
      family: queue.key,
      count,
    })),
  ];
  const pages = new Map<string, Counted>();
  for (const { path, approvalKind, family, count } of found) {
    if (path === null) continue;
    const key = `${path} ${approvalKind}`;
    const known: Counted = pages.get(key) ?? { path, approvalKind, count: 0, families: {} };
    const families = { ...known.families, [family]: (known.families[family] ?? 0) + count };
    pages.set(key, { path, approvalKind, count: known.count + count, families });
  }
  return {
    total: found.reduce((sum, { count }) => sum + count, 0),
    pages: [...pages.values()],
    subjects: bySubject
      .slice(0, MAX_SUBJECTS)
      .map(({ configKey, subjectNo, count }) => ({ family: configKey, subjectNo, count })),
  };
}
