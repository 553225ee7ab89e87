import { sql } from 'kysely';
import type { collection } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { DataScope } from '../../../http/implement.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { loadPoints } from './load-points.ts';

type Tree = (typeof collection.collectionUserTree)['_zod']['output'];
type Leaf = Tree[number]['collectionUsers'][number] & { readonly deptName: string | null };

/** Collectors of the caller's merchants whom a case can be given, by department, with what they have in hand. */
export async function collectorTree(
  db: Queryable,
  scope: DataScope,
  caseScope: CaseScope | null,
  at: Date,
): Promise<Tree> {
  const merchantNos = scope === 'all' ? null : scope.merchantNos;
  const isOfScope = sql`(${caseScope}::text is null or c.case_scope = ${caseScope})`;
  const ofBill = (await loadPoints(db, at))('BILL');
  const { rows } = await sql<Leaf>`
    select d.dept_name, u.user_no, u.user_name, u.real_name, u.user_no as collection_user_no,
      u.real_name as collection_user_name, u.employee_category, p.daily_cap,
      is_on_shift(u.user_no, ${at}::timestamptz) as on_shift,
      string_agg(m.merchant_name, ', ' order by m.merchant_name) as merchant_name,
      hand.open_cases, hand.loan_amount, hand.load_points, given.given_today
    from personnel p join app_user u on u.user_no = p.user_no
    left join department d on d.dept_no = u.dept_no
    join personnel_merchant pm on pm.personnel_kind = p.personnel_kind and pm.user_no = p.user_no
      and (${merchantNos}::text[] is null or pm.merchant_no = any(${merchantNos}::text[]))
    join merchant m on m.merchant_no = pm.merchant_no
    cross join lateral (
      select count(*) filter (where ${isOfScope}) as open_cases,
        coalesce(sum(due.cents) filter (where ${isOfScope}), 0)::bigint as loan_amount,
        coalesce(sum(case c.case_scope when 'ORDER' then 1 else ${ofBill}::float8 end), 0)::float8 as load_points
      from collection_case c cross join lateral (
        select sum(bb.outstanding_cents + bb.claim_cents) as cents from case_bill cb
        join bill_balance bb on bb.bill_no = cb.bill_no where cb.case_no = c.case_no
      ) due
      where c.collector_user_no = p.user_no
        and c.case_status in ('COLLECTING', 'RETAINED')
    ) hand
    cross join lateral (
      select count(distinct a.case_no) as given_today from case_assignment a where a.user_no = p.user_no
        and a.assigned_at >= ${startOfBusinessDate(businessDateOf(at))} and a.cause <> 'RESTORED'
    ) given
    where p.personnel_kind = 'COLLECTOR' and p.personnel_status = 'NORMAL'
      and u.employee_status = 'ON_THE_JOB' and u.user_status = 'NORMAL'
    group by d.dept_name, u.user_no, p.daily_cap, hand.open_cases, hand.loan_amount, hand.load_points, given.given_today
    order by d.dept_name nulls last, u.real_name`.execute(db);
  const byDepartment = Map.groupBy(rows, ({ deptName }) => deptName ?? '');
  return [...byDepartment].map(([deptName, people]) => ({
    deptName,
    collectionUsers: people.map(({ deptName: _, ...one }) => one),
  }));
}
