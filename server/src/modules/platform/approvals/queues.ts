import type { approval, ReplyOf } from '@kituo/sdk/contracts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';

declare module '../../../define-module.ts' {
  interface Module {
    /** Decisions with a state machine of their own, which are taken on a page of this module. */
    readonly decisions?: readonly DecisionQueue[];
  }
}

declare module '../../../services.ts' {
  interface Services {
    readonly decisions: readonly DecisionQueue[];
  }
}

/** Where somebody with a code decides. */
interface DecisionPlace {
  readonly page: string;
  /** What the page's address says of tab and filters, so that it shows what waits. */
  readonly query: string;
  readonly code: string;
}

/** What of one kind awaits a decision that is no change and no version. */
export interface DecisionQueue {
  /** Unique: `refunds`. */
  readonly key: string;
  readonly title: { readonly en: string; readonly zh: string };
  /** The first that the caller holds is where they decide. */
  readonly places: readonly DecisionPlace[];
  /** How many the caller may decide: nothing that they asked for themselves. */
  count(call: Call): Promise<number>;
}

/** How many rows a query of a list has. */
export async function countOf<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, Record<never, never>>,
): Promise<number> {
  const { count } = await query
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

/** All queues. Throws when two have one key. */
export function createDecisions(queues: readonly DecisionQueue[]): readonly DecisionQueue[] {
  const keys = queues.map(({ key }) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new Error(`the decisions ${twice} are defined twice`);
  return queues;
}

export interface CountedQueue {
  readonly queue: DecisionQueue;
  readonly place: DecisionPlace;
  readonly count: number;
}

/** Whoever decides everything leaves connections to everybody else. */
const COUNTED_AT_ONCE = 4;

/** What awaits the caller in queues that they may decide; queues with nothing are left out. */
export async function countQueues(call: Call): Promise<CountedQueue[]> {
  const { codes, pages } = call.caller;
  const held = call.services.decisions.flatMap((queue) => {
    const place = queue.places.find(({ page, code }) => codes.has(code) && pages.has(page.toLowerCase()));
    return place === undefined ? [] : [{ queue, place }];
  });
  const counted: CountedQueue[] = [];
  for (let from = 0; from < held.length; from += COUNTED_AT_ONCE) {
    const some = held.slice(from, from + COUNTED_AT_ONCE);
    counted.push(...(await Promise.all(some.map(async (each) => ({ ...each, count: await each.queue.count(call) })))));
  }
  return counted.filter(({ count }) => count > 0);
}

/** As the inbox lists it. */
export function presentQueue(
  { queue, place, count }: CountedQueue,
  { lang }: Call,
): ReplyOf<typeof approval.list>['queues'][number] {
  return { key: queue.key, title: queue.title[lang], count, path: `${place.page}?${place.query}` };
}
