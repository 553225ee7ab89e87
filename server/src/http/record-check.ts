import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Of a person's own view: nothing that anybody would later have to prove. */
const OWN_VIEW = ['user.saveSetting', 'orderAudit.draft'];

/** Answer as if done where it is done already, or item by item, and record it where they did it. */
const MAY_FIND_IT_DONE = [
  'announcement.confirm',
  'dictionary.updateState',
  'language.setDefault',
  'language.stateOperation',
  'menu.saveDataRules',
  'menu.updateState',
  'orderAudit.audit',
  'orderAudit.open',
  'role.addressBookHide',
  'role.orderDetailsHide',
  'role.update',
  'user.moveMembers',
  'warning.acknowledge',
  'warning.resolve',
];

/** What apps show and customers open: counted in a row of its own, which is the record. */
const COUNTED = ['marketRecommend.forCustomer', 'marketRecommend.event'];

const EXEMPT: ReadonlySet<string> = new Set([...OWN_VIEW, ...MAY_FIND_IT_DONE, ...COUNTED]);

/**
 * For tests, which call every command: each leaves a record of what it did, in its own transaction.
 * @throws Error where one does not
 */
export async function expectRecord(tx: Tx, endpointName: string): Promise<void> {
  if (EXEMPT.has(endpointName)) return;
  const record = await tx
    .selectFrom('domainEvent')
    .select('eventId')
    .where('happenedAt', '=', sql<Date>`now()`)
    .where('madeIn', '=', sql<string>`pg_current_xact_id()`)
    .limit(1)
    .executeTakeFirst();
  if (!record) throw new Error(`${endpointName} left no record`);
}
