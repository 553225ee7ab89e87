import { notesOf } from '../db/tx-notes.ts';
import type { Reading } from './reading.ts';

/** A search by values that the person sees masked: a hit tells them as much as the value itself. */
export interface PersonalSearch {
  /** The list's endpoint. */
  readonly list: string;
  /** The filters that name somebody. */
  readonly fields: readonly string[];
  /** One row that matches, always the same of the same; null where none does. Asked only when there is budget. */
  readonly find: () => Promise<string | null>;
}

declare module '../services.ts' {
  interface Services {
    /**
     * Records such a search, counts a hit against the day's budget of reveals, and keeps who misses waiting.
     * Throws REVEAL_BUDGET, hit or not.
     */
    readonly recordSearch: (search: PersonalSearch, reading: Pick<Reading, 'db' | 'caller'>) => Promise<void>;
  }
}

/** What names a person, by whatever list it is asked; besides what a list itself says is personal. */
const NAMING: ReadonlySet<string> = new Set(['phone', 'idCardNo', 'customerName']);

interface Asking {
  readonly caller: Pick<Reading['caller'], 'isMasked' | 'maskedFields'>;
}

/** Whether the value of a filter is hidden from the person who filters by it. */
export function isHiddenFrom({ caller }: Asking, field: string, personal: object = {}): boolean {
  const isPersonal = NAMING.has(field) || Object.hasOwn(personal, field);
  return isPersonal && (caller.isMasked || caller.maskedFields.has(field));
}

/**
 * For a look-up of customers by phones, before anything is told: whoever sees phones masked is on record with each that
 * is found, and with the rest as one miss.
 */
export async function admitPhones(
  list: string,
  { phones, found }: { readonly phones: readonly string[]; readonly found: readonly string[] },
  reading: Pick<Reading, 'db' | 'caller' | 'services'>,
): Promise<void> {
  if (!isHiddenFrom(reading, 'phone')) return;
  const misses = phones.length > found.length || found.length === 0;
  for (const one of misses ? [...found, null] : found) {
    await reading.services.recordSearch({ list, fields: ['phone'], find: () => Promise.resolve(one) }, reading);
  }
}

/**
 * For a list of its own making: records a search by what the caller sees masked.
 * @returns whether it was one, so that no part of a name may find anybody.
 */
export async function admitSearch(
  list: string,
  filters: object,
  reading: Pick<Reading, 'db' | 'caller' | 'services'>,
  find: () => Promise<string | null>,
): Promise<boolean> {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const fields = given.map(([field]) => field).filter((field) => isHiddenFrom(reading, field));
  if (fields.length === 0) return false;
  await reading.services.recordSearch({ list, fields, find }, reading);
  return true;
}

/**
 * Before something is added to a list of people: a refusal tells whether somebody is on it, and so does an addition that
 * is only tried out. Either is recorded as the list's own check is; what is written is on record itself. Outside of the
 * command, which takes back what it recorded. @throws AppError REVEAL_BUDGET
 */
export async function admitAddition(
  { tx }: { readonly tx: object },
  { isListed, check }: { readonly isListed: () => Promise<boolean>; readonly check: () => Promise<unknown> },
): Promise<void> {
  if (notesOf(tx)?.isDryRun === true || (await isListed())) await check();
}
