import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';

/** What of an order's file a caller gets at all. */
export interface Visibility {
  /** Just header and plan. */
  readonly hidesDetails: boolean;
  readonly hidesAddressBook: boolean;
}

/** Rights add up: hidden is what every role of the caller's hides. */
export async function visibilityOf(db: Queryable, { roleNos }: Pick<Caller, 'roleNos'>): Promise<Visibility> {
  if (roleNos.length === 0) return { hidesDetails: true, hidesAddressBook: true };
  return await db
    .selectFrom('role')
    .select([
      sql<boolean>`bool_and(order_details_hide)`.as('hidesDetails'),
      sql<boolean>`bool_and(address_book_hide)`.as('hidesAddressBook'),
    ])
    .where('roleNo', 'in', [...roleNos])
    .executeTakeFirstOrThrow();
}
