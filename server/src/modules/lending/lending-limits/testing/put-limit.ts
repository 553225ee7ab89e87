import { loanLimit } from '@kituo/sdk/contracts';
import type { Database } from '../../../../db/database.ts';
import { businessDateOf } from '../../../platform/policy/index.ts';

export const OPEN_LIMIT: loanLimit.LoanLimit = {
  minAmountCents: 100_000,
  maxAmountCents: 5_000_000,
  dailyAmountLimitCents: -1,
  dailyOrderLimit: -1,
  alertPercent: 80,
};

/** A limit that two people agreed to, in force from this moment on. */
export async function putLimit(
  db: Database,
  subjectNo: string,
  people: { readonly maker: string; readonly checker: string },
  change: Partial<loanLimit.LoanLimit>,
): Promise<void> {
  const { count } = await db
    .selectFrom('configVersion')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('configKey', '=', loanLimit.LOAN_LIMIT_KEY)
    .where('subjectNo', '=', subjectNo)
    .executeTakeFirstOrThrow();
  const now = new Date();
  await db
    .insertInto('configVersion')
    .values({
      configKey: loanLimit.LOAN_LIMIT_KEY,
      subjectNo,
      versionNo: count + 1,
      value: JSON.stringify({ ...OPEN_LIMIT, ...change }),
      effectiveFrom: businessDateOf(now),
      inForceFrom: now,
      storedStatus: 'IN_FORCE',
      makerUserNo: people.maker,
      editorUserNos: [people.maker],
      checkerUserNo: people.checker,
      reason: 'Agreed upon',
    })
    .execute();
}
