import { collection, type RequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database } from '../../server/src/db/database.ts';
import { distributeCase } from '../../server/src/modules/collections/collections/index.ts';
import { callAs } from '../e2e/support/staff.ts';
import type { Hand, Work } from './desk-work.ts';

/** So many cases are in the hands of each, as many as a day holds. */
const CASES_EACH = 120;
/** The user who hands them out: a principal of the demonstration. */
const PRINCIPAL = 'U000020';

/** How many cases there are, of whatever state. */
export async function countCases(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from collection_case`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Fills every collector's hands from the pool of the merchant; what an earlier run left in them counts. */
export async function handOut(db: Database, userNos: readonly string[], merchantNo: string): Promise<void> {
  for (const userNo of userNos) {
    const { rows } = await sql<{ count: number }>`select count(*) from collection_case
      where collector_user_no = ${userNo} and case_status = 'COLLECTING' and follow_up_count = 0`.execute(db);
    const missing = CASES_EACH - Number(rows[0]?.count ?? 0);
    if (missing <= 0) continue;
    const { rows: cases } = await sql<{ caseNo: string }>`select case_no from collection_case
      where case_scope = 'ORDER' and case_status = 'POOL' and merchant_no = ${merchantNo}
      order by oldest_due_on desc, case_no limit ${missing}`.execute(db);
    if (cases.length < missing) throw new Error(`the pool of ${merchantNo} has ${cases.length} of ${missing} cases`);
    await db.transaction().execute(async (tx) => {
      const reach = { caseScope: 'ORDER', caller: { scope: 'all', userNo: PRINCIPAL } } as const;
      for (const { caseNo } of cases)
        await distributeCase(tx, caseNo, userNo, reach, { by: PRINCIPAL, at: new Date() });
    });
  }
}

const { byOrder } = collection;
type FollowUp = RequestOf<typeof byOrder.followUpSave>;
const NOTE: Omit<FollowUp, 'caseId'> = {
  contactPerson: 'BORROWER',
  contactChannel: 'CALL',
  actionCode: 'NO_ANSWER',
  remark: 'Rang twice, no answer',
};

/**
 * One collector's day at MyCollection, by the calls that the page makes: the list and the day's figures, the next best
 * case, its file and its gate, the call, the note, and again. `taken` is told of each case.
 */
export function collector(url: string, token: string, taken: (caseId: string) => void, pace: number): Work {
  const list = { filters: {}, page: 1, pageSize: 20, sort: null } as const;
  return async (hand: Hand) => {
    let skip: string[] = [];
    while (hand.isOn()) {
      await hand.timed('list', () => callAs(url, token, byOrder.selfPage, list));
      await hand.timed('figures', () => callAs(url, token, byOrder.selfSummary, {}));
      const { next } = await hand.timed('next', () => callAs(url, token, byOrder.selfNext, { skip }));
      if (next === null) throw new Error('a collector has nothing left: hand out more');
      const { caseId } = next.row;
      taken(caseId);
      const [, contacts] = await Promise.all([
        hand.timed('file', () => callAs(url, token, byOrder.selfOne, { caseId })),
        hand.timed('gate', () => callAs(url, token, byOrder.contactGate, { caseId })),
      ]);
      await hand.think(pace / 4);
      const isOpen = contacts.some(({ contactPerson, call }) => contactPerson === 'BORROWER' && call.isAllowed);
      if (isOpen) {
        await hand.timed('call', () => callAs(url, token, byOrder.call, { caseId }));
        await hand.think(pace / 2);
      }
      const note = isOpen ? NOTE : { ...NOTE, contactChannel: 'NONE' as const };
      await hand.timed('note', () => callAs(url, token, byOrder.followUpSave, { caseId, ...note }));
      skip = [...skip, caseId].slice(-90);
      await hand.think(pace / 4);
    }
  };
}
