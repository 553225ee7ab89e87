import type { repayment, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

/** Whom repayments of the caller's merchants may be credited to, by department. */
export async function readCollectors({ db, caller }: Call): Promise<ReplyOf<typeof repayment.collectors>> {
  const merchantNos = merchantsSeen(caller.scope);
  const { rows } = await sql<{ deptName: string; userNo: string; realName: string }>`
    select coalesce(d.dept_name, '') as dept_name, u.user_no, u.real_name
    from personnel p join app_user u on u.user_no = p.user_no left join department d on d.dept_no = u.dept_no
    where p.personnel_kind = 'COLLECTOR' and (${merchantNos}::text[] is null or exists (
      select from personnel_merchant pm where pm.personnel_kind = p.personnel_kind and pm.user_no = p.user_no
        and pm.merchant_no = any(${merchantNos}::text[])))
    order by 1, u.real_name`.execute(db);
  return [...Map.groupBy(rows, ({ deptName }) => deptName)].map(([deptName, people]) => ({
    deptName,
    people: people.map(({ userNo, realName }) => ({ userNo, realName })),
  }));
}
