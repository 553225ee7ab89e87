import type { Tx } from '../db/database.ts';

/** A rule of a merchant with one version, in force since the year began; answers its number. */
export async function seedRule(
  tx: Tx,
  rule: {
    readonly configKey: string;
    readonly merchantNo: string;
    readonly value: object;
    readonly makerUserNo: string;
    readonly checkerUserNo: string;
  },
): Promise<string> {
  const { configKey, merchantNo, value, makerUserNo, checkerUserNo } = rule;
  const { ruleId } = await tx
    .insertInto('configRule')
    .values({ configKey, merchantNo, createdBy: makerUserNo })
    .returning('ruleId')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('configVersion')
    .values({
      configKey,
      subjectNo: `${merchantNo}_${ruleId}`,
      versionNo: 1,
      value: JSON.stringify(value),
      effectiveFrom: '2026-01-01',
      inForceFrom: new Date('2026-01-01T00:00:00+03:00'),
      storedStatus: 'IN_FORCE',
      makerUserNo,
      editorUserNos: [makerUserNo],
      checkerUserNo,
      reason: 'For demonstration',
    })
    .execute();
  return ruleId;
}
