import type { Grant } from './grants.ts';
import type { RoleRecord } from './read.ts';

type Wished = Pick<RoleRecord, 'roleName' | 'remark'> & Grant;

function listDifference(held: readonly string[], wished: readonly string[]) {
  return {
    added: [...new Set(wished)].filter((one) => !held.includes(one)).sort(),
    removed: held.filter((one) => !wished.includes(one)).toSorted(),
  };
}

/** Pages and codes that come and go. */
export function differenceOf(held: Grant | null, wished: Grant) {
  return {
    pages: listDifference(held?.pages ?? [], wished.pages),
    codes: listDifference(held?.codes ?? [], wished.codes),
  };
}

/** A role as one flat record, lists aside: what two states are compared by. */
function flat({ roleName, remark, dataScope, sensitive }: Wished): Record<string, unknown> {
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
export function factsOf(held: Wished | null, wished: Wished) {
  const [before, after] = [held === null ? {} : flat(held), flat(wished)];
  const fields = changedIn(before, after);
  const only = (values: Record<string, unknown>) =>
    Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
  const { pages, codes } = differenceOf(held, wished);
  const lists = {
    pagesAdded: pages.added,
    pagesRemoved: pages.removed,
    codesAdded: codes.added,
    codesRemoved: codes.removed,
  };
  const changed = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { before: only(before), after: { ...only(after), ...Object.fromEntries(changed) } };
}

export function isSame(held: Wished, wished: Wished): boolean {
  const { after } = factsOf(held, wished);
  return Object.keys(after).length === 0;
}
