import type { callList, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { loadsOf } from '../../staff/personnel/index.ts';

type Leaf = ReplyOf<typeof callList.tree>[number]['telemarketerTreeResDto'][number];
export interface CallerBranch {
  readonly deptName: string;
  readonly people: Leaf[];
}

/** Who can be given entries of the caller's merchants, by department, with what still fits today. */
export async function callerTree({ db, caller }: Call, kind: 'TELEMARKETER' | 'SERVICE'): Promise<CallerBranch[]> {
  const merchantNos = merchantsSeen(caller.scope);
  const at = new Date();
  const { rows } = await sql<{
    deptName: string | null;
    userNo: string;
    realName: string;
    dailyCap: number;
    isOnShift: boolean;
  }>`select d.dept_name, u.user_no, u.real_name, p.daily_cap, is_on_shift(u.user_no, ${at}::timestamptz) as is_on_shift
    from personnel p join app_user u on u.user_no = p.user_no left join department d on d.dept_no = u.dept_no
    where p.personnel_kind = ${kind} and p.personnel_status = 'NORMAL' and u.user_status = 'NORMAL'
      and exists (select from personnel_merchant pm where pm.personnel_kind = p.personnel_kind
        and pm.user_no = p.user_no and (${merchantNos}::text[] is null or pm.merchant_no = any(${merchantNos}::text[])))
    order by d.dept_name nulls last, u.real_name`.execute(db);
  const loads = await loadsOf(
    db,
    kind,
    rows.map(({ userNo }) => userNo),
    at,
  );
  const byDepartment = Map.groupBy(rows, ({ deptName }) => deptName ?? '');
  return [...byDepartment].map(([deptName, people]) => ({
    deptName,
    people: people.map(({ userNo, realName, dailyCap, isOnShift }) => {
      const { open = 0, doneToday = 0 } = loads.get(userNo) ?? {};
      return { userNo, realName, open, places: Math.max(0, dailyCap - open - doneToday), isOnShift };
    }),
  }));
}
