import type { Database } from '../../../db/database.ts';
import { advance } from '../../../state-machine/index.ts';
import { drawWeekly } from './draw-weekly.ts';
import { inspectionMachine } from './inspection.machine.ts';

/** Hands back what was taken and not scored in time, closes results that nobody may appeal any more, and draws weekly samples. */
export async function settleInspections(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('inspection')
    .set((eb) => ({
      inspectionStatus: advance(inspectionMachine, 'INSPECTING', 'release'),
      inspectorUserNo: null,
      leaseUntil: null,
      version: eb('version', '+', 1),
    }))
    .where('inspectionStatus', '=', 'INSPECTING')
    .where('leaseUntil', '<=', now)
    .execute();
  await db
    .updateTable('inspection')
    .set((eb) => ({
      inspectionStatus: advance(inspectionMachine, 'SCORED', 'close'),
      version: eb('version', '+', 1),
    }))
    .where('inspectionStatus', '=', 'SCORED')
    .where('appealDueAt', '<=', now)
    .execute();
  await drawWeekly(db, now);
}
