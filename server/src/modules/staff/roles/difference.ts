import type { Grant } from './grants.ts';
import type { RoleRecord } from './read.ts';

type Requested = Pick<RoleRecord, 'roleName' | 'remark'> & Grant;

function listDifference(held: readonly string[], requested: readonly string[]) {
  return {
    added: [...new Set(requested)].filter((one) => !held.includes(one)).sort(),
    removed: held.filter((one) => !requested.includes(one)).toSorted(),
  };
}

/** Pages and codes that come and go. */
export function differenceOf(held: Grant | null, requested: Grant) {
  return {
    pages: listDifference(held?.pages ?? [], requested.pages),
    codes: listDifference(held?.codes ?? [], requested.codes),
  };
}

/** A role as one flat record, lists aside: what two states are compared by. */
function flat({ roleName, remark, dataScope, sensitive }: Requested): Record<string, unknown> {
  return { roleName, remark, dataScope, ...sensitive };
}

/** The fields of two flat records that differ. */
export function changedIn<Of extends object>(before: Of, after: Of): (keyof Of & string)[] {
  const found: (keyof Of & string)[] = [];
  for (const field in after) {
    if (JSON.stringify(before[field]) !== JSON.stringify(after[field])) found.push(field);
  }
  return found;
}

/** Just what differs: what requests show and the audit log keeps. */
export function factsOf(held: Requested | null, requested: Requested) {
  const [before, after] = [held === null ? {} : flat(held), flat(requested)];
  const fields = changedIn(before, after);
  const only = (values: Record<string, unknown>) =>
    Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
  const { pages, codes } = differenceOf(held, requested);
  const lists = {
    pagesAdded: pages.added,
    pagesRemoved: pages.removed,
    codesAdded: codes.added,
    codesRemoved: codes.removed,
  };
  const changed = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { before: only(before), after: { ...only(after), ...Object.fromEntries(changed) } };
}

export function isSame(held: Requested, requested: Requested): boolean {
  const { after } = factsOf(held, requested);
  return Object.keys(after).length === 0;
}
