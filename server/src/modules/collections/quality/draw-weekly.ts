import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { addDays, type BusinessDate, businessDateOf } from '../../platform/policy/index.ts';
import { openInspections } from './open-inspections.ts';
import { drawn } from './sample.ts';

/** The Monday of the week before a day's. Pure. */
export function lastMonday(today: BusinessDate): BusinessDate {
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(today, -weekday - 7);
}

/** Draws by the enabled rules that draw weekly, each once a week, so that everybody is heard each week. */
export async function drawWeekly(db: Database, now: Date, log?: Logger): Promise<number> {
  const from = lastMonday(businessDateOf(now));
  const rules = await db
    .selectFrom('samplingRule')
    .select('ruleNo')
    .where('ruleStatus', '=', 'ENABLED')
    .where('drawsWeekly', '=', true)
    .where((eb) => eb.or([eb('drawnFrom', 'is', null), eb('drawnFrom', '<', from)]))
    .orderBy('ruleNo')
    .execute();
  let opened = 0;
  for (const { ruleNo } of rules) {
    opened += await db.transaction().execute(async (tx) => {
      const rule = await tx
        .selectFrom('samplingRule')
        .selectAll()
        .where('ruleNo', '=', ruleNo)
        .where('ruleStatus', '=', 'ENABLED')
        .where((eb) => eb.or([eb('drawnFrom', 'is', null), eb('drawnFrom', '<', from)]))
        .forNoKeyUpdate()
        .executeTakeFirst();
      // Another process was here first.
      if (!rule) return 0;
      await tx.updateTable('samplingRule').set({ drawnFrom: from }).where('ruleNo', '=', ruleNo).execute();
      const subjects = await drawn(tx, rule, { from, to: addDays(from, 6) }, null);
      const made = await openInspections(tx, rule.sourceType, subjects, { ruleNo, sheetNo: rule.sheetNo });
      log?.info({ ruleNo, from, opened: made }, 'inspections of the week were drawn');
      return made;
    });
  }
  return opened;
}
