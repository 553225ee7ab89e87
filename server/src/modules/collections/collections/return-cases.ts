import type { payment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { lockCollectorsOf } from './collectors.ts';
import { AREA, runOn } from './commands.ts';

type Returned = NonNullable<payment.RolledBack['returned']>[number];

/** A closed case of an order, and who had it last. */
export interface LastHeld {
  readonly caseNo: string;
  readonly caseScope: CaseScope;
  readonly userNo: string;
  readonly realName: string;
}

/**
 * The closed cases of an order with who had each last. These people are held back until the commit, before any case is
 * locked, as whoever gives cases out does.
 */
export async function lastHeldOf({ tx }: Pick<CommandContext, 'tx'>, orderNo: string): Promise<readonly LastHeld[]> {
  const { rows } = await sql<LastHeld>`
    select distinct on (c.case_no) c.case_no, c.case_scope, a.user_no, u.real_name
    from collection_case c join case_assignment a on a.case_no = c.case_no join app_user u on u.user_no = a.user_no
    where c.order_no = ${orderNo} and c.case_status = 'CLOSED'
    order by c.case_no, a.assignment_id desc`.execute(tx);
  await lockCollectorsOf(tx, [...new Set(rows.map(({ userNo }) => userNo))]);
  return rows;
}

/**
 * Gives cases that came back to the pool to whoever had them last. What a person may not have now stays in the pool, with
 * the reason.
 * @throws AppError FORBIDDEN without the code of distributing
 */
export async function returnCases(
  held: readonly LastHeld[],
  caseNos: readonly string[],
  reason: string,
  call: CommandContext,
): Promise<Returned[]> {
  const { tx, caller } = call;
  const returned: Returned[] = [];
  for (const { caseNo, caseScope, userNo, realName } of held.filter((one) => caseNos.includes(one.caseNo))) {
    if (!caller.codes.has(`${AREA[caseScope]}:case:distribute`)) throw new AppError('FORBIDDEN');
    await sql`savepoint given_back`.execute(tx);
    try {
      await runOn('distribute', caseScope, { caseNo, collectionUserNo: userNo }, { reason }, call);
      await sql`release savepoint given_back`.execute(tx);
      returned.push({ caseNo, collectorName: realName, error: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await sql`rollback to savepoint given_back`.execute(tx);
      returned.push({ caseNo, collectorName: realName, error: error.error });
    }
  }
  return returned;
}
