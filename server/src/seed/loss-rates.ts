import { lossRates } from '@kituo/sdk/contracts';
import type { Tx } from '../db/database.ts';

const SINCE = '2026-01-01';
/** By bucket: probability of default and loss given default, in percent. */
const RATES = [
  ['notDue', 6, 55],
  ['to30', 22, 60],
  ['to60', 55, 65],
  ['to89', 78, 70],
  ['to179', 100, 75],
  ['over179', 100, 90],
] as const;

/** Expected-loss rates of the demonstration, approved a while ago. */
export async function seedLossRates(tx: Tx, makerUserNo: string, checkerUserNo: string): Promise<void> {
  const rates = RATES.flatMap(([field, pd, lgd]): [string, number][] => [
    [`${field}PdPct`, pd],
    [`${field}LgdPct`, lgd],
  ]);
  const value = lossRates.lossRates.parse({
    stage2FromDays: 'D31',
    stage3FromDays: 'D90',
    ...Object.fromEntries(rates),
  });
  await tx
    .insertInto('configVersion')
    .values({
      configKey: lossRates.LOSS_RATES_KEY,
      versionNo: 1,
      value: JSON.stringify(value),
      effectiveFrom: SINCE,
      inForceFrom: new Date(`${SINCE}T00:00:00+03:00`),
      storedStatus: 'IN_FORCE',
      makerUserNo,
      editorUserNos: [makerUserNo],
      checkerUserNo,
      reason: 'Rates of the year',
    })
    .execute();
}
