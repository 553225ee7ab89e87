import type { Tx } from '../db/database.ts';
import type { BusinessDate } from '../ground/business-date.ts';

/** A rule of a merchant with one version, in force since the year began unless it says otherwise; answers its number. */
export async function seedRule(
  tx: Tx,
  rule: {
    readonly configKey: string;
    readonly merchantNo: string;
    readonly value: object;
    readonly makerUserNo: string;
    readonly checkerUserNo: string;
    /** How the version stands where it is not in force. */
    readonly standing?: {
      readonly storedStatus: 'PENDING' | 'SCHEDULED';
      readonly effectiveFrom: BusinessDate;
      readonly inForceFrom: Date | null;
      readonly checkerUserNo: string | null;
    };
  },
): Promise<string> {
  const { configKey, merchantNo, value, makerUserNo, checkerUserNo, standing } = rule;
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
      ...standing,
    })
    .execute();
  return ruleId;
}
