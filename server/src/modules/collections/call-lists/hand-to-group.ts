import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { autoPick } from '../../staff/personnel/index.ts';
import { protectionFrom } from './attribution.ts';
import { type CallEntry, callableNow, moveEntry } from './entries.ts';

interface Handed {
  readonly merchantNo: string;
  readonly phone: string;
  /** Of telemarketers. */
  readonly groupName: string;
  readonly at: Date;
}

/**
 * Entries of a number that wait in the pool go to the least-loaded person of the group who is on shift. Where nobody is,
 * they wait for the list's own rules. @returns how many went.
 */
export async function handToGroup(tx: Tx, { merchantNo, phone, groupName, at }: Handed): Promise<number> {
  const { rows } = await sql<CallEntry>`select e.* from call_entry e
    where e.desk = 'TELEMARKETING' and e.merchant_no = ${merchantNo} and e.phone = ${phone}
      and e.list_status = 'POOL' and ${callableNow} order by e.entry_id for no key update`.execute(tx);
  let handed = 0;
  for (const entry of rows) {
    const loanType = entry.marketingTarget === 'FIRST_LOAN' ? 'FIRST' : 'REPEAT';
    const one = await autoPick(tx, 'TELEMARKETER', merchantNo, at, { loanType, groupName });
    if (one === null) continue;
    const protectedUntil = await protectionFrom(tx, merchantNo, at);
    const change = { ownerUserNo: one.userNo, assignedAt: at, protectedUntil };
    await moveEntry(tx, entry, 'assign', { byUserNo: null, note: 'BY_ROBOT', change });
    handed += 1;
  }
  return handed;
}
