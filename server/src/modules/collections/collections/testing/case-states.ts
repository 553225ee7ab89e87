import { collection } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import type { StateOf } from '../../../../state-machine/index.ts';
import type { Person } from '../../../../../testing/test-calls.ts';
import type { caseMachine } from '../case.machine.ts';

interface Place {
  readonly db: Database;
  /** Who may do everything with cases. */
  readonly desk: Person;
  readonly caseId: string;
  readonly collectorNo: string;
  /** Files of its order. */
  readonly evidence: readonly string[];
  /** Of the paths of the other system: `stage/`. */
  readonly prefix?: 'stage/';
}

/**
 * Brings a case from the pool into one state after the other, as people do: who has the case hangs on them. Closed it
 * is by hand, as a payment would.
 */
export async function bringCase(state: StateOf<typeof caseMachine>, place: Place): Promise<void> {
  const { db, desk, caseId, collectorNo } = place;
  const calls = place.prefix === 'stage/' ? collection.byBill : collection.byOrder;
  const caseIds = [caseId];
  switch (state) {
    case 'POOL':
      return;
    case 'COLLECTING': {
      const request = { caseIds, mode: 'HAND', collectionUserNo: collectorNo };
      return void (await desk.post(calls.distribute, request));
    }
    case 'RETAINED':
      return void (await desk.post(calls.retain, { caseIds, reason: 'Salary' }));
    case 'BAD_DEBT_POOL': {
      const entry = { badDebtReason: 'DEATH', evidence: place.evidence, remark: 'Reported' };
      return void (await desk.post(calls.badDebtEnter, { caseIds, ...entry }));
    }
    case 'CLOSED':
      return await db.transaction().execute(async (tx) => {
        await sql`update case_assignment set ended_at = now(), end_cause = 'CLOSED' where case_no = ${caseId} and ended_at is null`.execute(
          tx,
        );
        await sql`update collection_case set case_status = 'CLOSED', closed_at = now(), out_reason = 'SETTLED',
          collector_user_no = null where case_no = ${caseId}`.execute(tx);
      });
  }
}
