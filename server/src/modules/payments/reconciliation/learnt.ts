import type { reconciliation } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { endOf } from './difference-end.ts';

type Way = reconciliation.ResolutionWay;
type Difference = Parameters<typeof endOf>[0];

interface Look extends Difference {
  readonly accountCode: string;
  readonly details: string;
}

/** So many alike, the newest of their look, and the next one is proposed. */
const ALIKE = 3;
const MIN_LETTERS = 3;

/** What a statement says beside its numbers: the words that lines of one kind share. Empty where it says nothing. */
export function patternOf(details: string): string {
  const words = details
    .toLowerCase()
    .replaceAll(/\S*\d\S*/g, ' ')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  return words.length < MIN_LETTERS ? '' : words;
}

/** How a difference is resolved; null where nothing here resolves it. */
export function wayOf(difference: Difference, isAnother: boolean): Way | null {
  if (difference.diffType === 'TWICE') return isAnother ? 'count' : 'leaveOut';
  return isAnother ? null : endOf(difference);
}

/** Keeps how a difference was asked to be resolved; it counts once its request is approved. */
export async function keepResolution(
  tx: Tx,
  look: Look,
  { isAnother, reason, changeNo }: { readonly isAnother: boolean; readonly reason: string; readonly changeNo: string },
): Promise<void> {
  const [pattern, way] = [patternOf(look.details), wayOf(look, isAnother)];
  if (pattern === '' || way === null) return;
  const { accountCode, diffType } = look;
  await tx.insertInto('reconResolution').values({ changeNo, accountCode, diffType, pattern, way, reason }).execute();
}

export interface Proposal {
  readonly proposedWay: Way | null;
  readonly proposedTimes: number;
  /** Of the newest. */
  readonly proposedReason: string | null;
}
export const NO_PROPOSAL: Proposal = { proposedWay: null, proposedTimes: 0, proposedReason: null };

interface Learnt {
  readonly accountCode: string;
  readonly diffType: string;
  readonly pattern: string;
  /** The newest first. */
  readonly ways: readonly Way[];
  readonly reason: string;
  readonly times: number;
}

const keyOf = (of: { accountCode: string; diffType: string; pattern: string }) =>
  [of.accountCode, of.diffType, of.pattern].join('\n');

/** What earlier resolutions propose for differences of the same look, in their order. Nothing is applied by it. */
export async function proposalsFor(db: Queryable, looks: readonly Look[]): Promise<Proposal[]> {
  const asked = looks.map(({ accountCode, diffType, details }) => ({
    accountCode,
    diffType,
    pattern: patternOf(details),
  }));
  const column = (name: keyof (typeof asked)[number]) => asked.map((one) => one[name]);
  const { rows } = await sql<Learnt>`
    with asked as (select distinct * from unnest(${column('accountCode')}::text[], ${column('diffType')}::text[],
      ${column('pattern')}::text[]) as a(account_code, diff_type, pattern) where pattern <> '')
    select a.*, l.ways, l.reason,
      (select count(*)::int from recon_resolution r join change_request c using (change_no)
        where c.change_state = 'APPROVED' and (r.account_code, r.diff_type, r.pattern) = (a.account_code, a.diff_type, a.pattern)
          and r.way = l.ways[1]) as times
    from asked a cross join lateral (
      select array_agg(n.way order by n.requested_at desc) as ways,
        (array_agg(n.reason order by n.requested_at desc))[1] as reason
      from (select r.way, r.reason, r.requested_at from recon_resolution r join change_request c using (change_no)
        where c.change_state = 'APPROVED'
          and (r.account_code, r.diff_type, r.pattern) = (a.account_code, a.diff_type, a.pattern)
        order by r.requested_at desc limit ${ALIKE}) n) l
    where l.ways is not null`.execute(db);
  const byLook = new Map(rows.map((row) => [keyOf(row), row]));
  return asked.map((one, index) => {
    const found = byLook.get(keyOf(one));
    const [way] = found?.ways ?? [];
    const look = looks[index];
    if (!found || !look || way === undefined) return NO_PROPOSAL;
    if (found.ways.length < ALIKE || found.ways.some((other) => other !== way)) return NO_PROPOSAL;
    // What ended the others has to be able to end this one, too.
    if (wayOf(look, way === 'count') !== way) return NO_PROPOSAL;
    return { proposedWay: way, proposedTimes: found.times, proposedReason: found.reason };
  });
}
