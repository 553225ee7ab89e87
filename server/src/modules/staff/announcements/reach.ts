import type { announcement, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { contactsShown } from '../../platform/message-templates/index.ts';

/** How many an announcement would reach: customers of its merchants, or staff of them and of its departments. @throws AppError REFERENCE_UNKNOWN */
export async function readReach(
  { audience, merchantNos, deptNos }: ParsedRequestOf<typeof announcement.preview>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof announcement.preview>> {
  const seen = merchantsSeen(caller.scope);
  if (seen !== null && merchantNos.some((no) => !seen.includes(no))) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNos'] });
  }
  // Who sees some merchants writes to those alone.
  const merchants = merchantNos.length === 0 && seen !== null ? [...seen] : merchantNos;
  const isForAll = merchantNos.length === 0 && seen === null;
  const { rows } =
    audience === 'APP'
      ? await sql<{ reached: number }>`SELECT count(*)::int AS reached FROM customer c
          WHERE ${isForAll} OR c.merchant_no = ANY(${merchants}::text[])`.execute(db)
      : await sql<{ reached: number }>`SELECT count(*)::int AS reached FROM app_user u WHERE u.user_status = 'NORMAL'
          AND (cardinality(${deptNos}::text[]) = 0 OR EXISTS (
            WITH RECURSIVE up AS (
              SELECT d.dept_no, d.parent_dept_no FROM department d WHERE d.dept_no = u.dept_no
              UNION ALL SELECT p.dept_no, p.parent_dept_no FROM department p JOIN up ON p.dept_no = up.parent_dept_no)
            SELECT FROM up WHERE up.dept_no = ANY(${deptNos}::text[])))
          AND (${isForAll} OR EXISTS (SELECT FROM user_merchant um
            WHERE um.user_no = u.user_no AND um.merchant_no = ANY(${merchants}::text[])))`.execute(db);
  const [shownFor] = merchants;
  return { reached: rows[0]?.reached ?? 0, contacts: await contactsShown(db, shownFor ?? '') };
}
