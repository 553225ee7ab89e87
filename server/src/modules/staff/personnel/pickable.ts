import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { PersonnelKind } from './tables.ts';
import { type Load, loadsOf, NO_LOAD } from './loads.ts';

/** Somebody who may be given work of a kind now, with what they have. */
export interface PickablePerson extends Pick<Load, 'open' | 'doneToday'> {
  readonly userNo: string;
  readonly realName: string;
  readonly groupName: string | null;
  readonly dailyCap: number;
  /** What still fits today: the cap less what is open and what is done; never below 0. */
  readonly places: number;
  readonly joinAutoAllot: boolean;
  readonly firstLoanWhitelist: boolean;
  readonly isAiEmployee: boolean;
  readonly languages: readonly string[];
}

/** Narrows who is pickable; by default anybody, whatever room they have. */
export interface PickOptions {
  /** FIRST: only those who may take first loans. */
  readonly loanType?: 'FIRST' | 'REPEAT';
  /** Only those who take part in auto-allocation. */
  readonly isAuto?: boolean;
  /** Only those of this group. */
  readonly groupName?: string;
  /** Only those who handle complaints. */
  readonly handlesComplaints?: boolean;
  /** Only those with a place left today. */
  readonly hasPlace?: boolean;
  /** Only those with fewer open than this. */
  readonly maxOpen?: number | null;
  /** Those off shift too: for what is owned, not worked on at a moment. */
  readonly isOffShiftToo?: boolean;
  /** Never one of these: the first refuser of a re-review, its applicant. */
  readonly except?: readonly string[];
}

/**
 * The people who may be given work: the record and the account NORMAL, on shift at the moment, of the
 * merchant. Ordered by how full they are, the emptiest first.
 */
export async function pickable(
  db: Queryable,
  kind: PersonnelKind,
  merchantNo: string,
  at: Date,
  options: PickOptions = {},
): Promise<PickablePerson[]> {
  const { loanType, isAuto = false, hasPlace = false, maxOpen = null, isOffShiftToo = false, except = [] } = options;
  let query = db
    .selectFrom('personnel as p')
    .innerJoin('appUser as u', 'u.userNo', 'p.userNo')
    .innerJoin('personnelMerchant as m', (join) =>
      join.onRef('m.personnelKind', '=', 'p.personnelKind').onRef('m.userNo', '=', 'p.userNo'),
    )
    .select(['p.userNo', 'u.realName', 'p.groupName', 'p.dailyCap', 'p.joinAutoAllot'])
    .select(['p.firstLoanWhitelist', 'p.isAiEmployee', 'p.languages'])
    .where('p.personnelKind', '=', kind)
    .where('p.personnelStatus', '=', 'NORMAL')
    .where('u.userStatus', '=', 'NORMAL')
    .where('m.merchantNo', '=', merchantNo);
  if (!isOffShiftToo) query = query.where(sql<boolean>`is_on_shift(p.user_no, ${at})`);
  if (loanType === 'FIRST') query = query.where('p.firstLoanWhitelist', '=', true);
  if (options.handlesComplaints === true) query = query.where('p.handlesComplaints', '=', true);
  if (options.groupName !== undefined) query = query.where('p.groupName', '=', options.groupName);
  if (isAuto) query = query.where('p.joinAutoAllot', '=', true);
  if (except.length > 0) query = query.where('p.userNo', 'not in', except);
  const people = await query.execute();
  const loads = await loadsOf(
    db,
    kind,
    people.map(({ userNo }) => userNo),
    at,
  );
  return people
    .map((person) => {
      const { open, doneToday } = loads.get(person.userNo) ?? NO_LOAD;
      const places = Math.max(0, person.dailyCap - open - doneToday);
      return { ...person, open, doneToday, places };
    })
    .filter(({ open, places }) => (!hasPlace || places > 0) && (maxOpen === null || open < maxOpen))
    .sort(byFill);
}

/** By open ÷ cap, as allocation goes; among equals whoever did less today, then the number. */
export function byFill(one: PickablePerson, other: PickablePerson): number {
  const fill = (person: PickablePerson) => (person.dailyCap === 0 ? Infinity : person.open / person.dailyCap);
  const [left, right] = [fill(one), fill(other)];
  if (left !== right) return left < right ? -1 : 1;
  return one.doneToday - other.doneToday || (one.userNo < other.userNo ? -1 : 1);
}

/**
 * Holds the records, so that two who assign work at once do not both fill the last place: lock, then
 * ask `pickable`. In the order of the numbers, so that nobody waits in a circle.
 */
export async function lockPersonnel(tx: Tx, kind: PersonnelKind, userNos: readonly string[]): Promise<void> {
  if (userNos.length === 0) return;
  await tx
    .selectFrom('personnel')
    .select('userNo')
    .where('personnelKind', '=', kind)
    .where('userNo', 'in', userNos)
    .orderBy('userNo')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Who gets a piece of work automatically: the emptiest pickable person who takes part and has a place; null
 * where there is none. The records of all who could have had it stay locked until the commit.
 */
export async function autoPick(
  tx: Tx,
  kind: PersonnelKind,
  merchantNo: string,
  at: Date,
  options: Omit<PickOptions, 'isAuto' | 'hasPlace'> = {},
): Promise<PickablePerson | null> {
  const request = { ...options, isAuto: true, hasPlace: true };
  const seen = await pickable(tx, kind, merchantNo, at, request);
  const userNos = seen.map(({ userNo }) => userNo);
  await lockPersonnel(tx, kind, userNos);
  const [emptiest] = await pickable(tx, kind, merchantNo, at, request);
  return emptiest ?? null;
}
