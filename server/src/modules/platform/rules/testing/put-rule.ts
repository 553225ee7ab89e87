import type { Database } from '../../../../db/database.ts';

interface Put {
  readonly configKey: string;
  readonly merchantNo: string;
  readonly value: object;
  readonly maker: string;
  readonly checker: string;
  /** A further version of a rule. */
  readonly ruleId?: string;
  readonly versionNo?: number;
  readonly from?: Date;
}

/** Puts a rule in force as if its version had been approved. @returns its number. */
export async function putRule(db: Database, rule: Put): Promise<string> {
  const { configKey, merchantNo, value, maker, checker, versionNo = 1 } = rule;
  const from = rule.from ?? new Date(Date.UTC(2026, 0, versionNo));
  const ruleId =
    rule.ruleId ??
    (
      await db
        .insertInto('configRule')
        .values({ configKey, merchantNo, createdBy: maker })
        .returning('ruleId')
        .executeTakeFirstOrThrow()
    ).ruleId;
  await db
    .insertInto('configVersion')
    .values({
      configKey,
      subjectNo: `${merchantNo}_${ruleId}`,
      versionNo,
      value: JSON.stringify(value),
      storedStatus: 'IN_FORCE',
      effectiveFrom: new Date(from.getTime() + 10_800_000).toISOString().slice(0, 10),
      inForceFrom: from,
      reason: 'A test',
      makerUserNo: maker,
      editorUserNos: [maker],
      checkerUserNo: checker,
    })
    .execute();
  return ruleId;
}
