import { sql } from 'kysely';
import type { dept } from '@kituo/sdk/contracts';
import type { Queryable } from '../../db/database.ts';
import type { DataScope } from '../../http/implement.ts';

/** The number of a department and of all below it; just the number where there is no such department. */
export async function departmentAndBelow(db: Queryable, deptNo: string): Promise<string[]> {
  const rows = await db
    .withRecursive('branch', (query) =>
      query
        .selectFrom('department')
        .select('department.deptNo')
        .where('department.deptNo', '=', deptNo)
        .union(
          query
            .selectFrom('department')
            .innerJoin('branch', 'branch.deptNo', 'department.parentDeptNo')
            .select('department.deptNo'),
        ),
    )
    .selectFrom('branch')
    .select('branch.deptNo')
    .execute();
  return rows.length > 0 ? rows.map((row) => row.deptNo) : [deptNo];
}

/** A department and those above it, nearest first, with their leaders. */
export async function departmentsUpwards(db: Queryable, deptNo: string) {
  const rows = await db
    .selectFrom('department')
    .leftJoin('appUser', 'appUser.userNo', 'department.leaderUserNo')
    .select(['department.deptNo', 'department.deptName', 'department.parentDeptNo'])
    .select(['department.leaderUserNo', 'appUser.realName as leaderName'])
    .execute();
  const byNo = new Map(rows.map((row) => [row.deptNo, row]));
  const upwards: typeof rows = [];
  for (
    let at = byNo.get(deptNo);
    at && !upwards.includes(at);
    at = byNo.get(at.parentDeptNo ?? '')
  ) {
    upwards.push(at);
  }
  return upwards;
}

/** All departments as a tree; members are people on the job within the scope. */
export async function departmentTree(db: Queryable, scope: DataScope): Promise<dept.Department[]> {
  const merchantNos = scope === 'all' ? null : scope.merchantNos;
  const rows = await db
    .selectFrom('department')
    .leftJoin('appUser as leader', 'leader.userNo', 'department.leaderUserNo')
    .select(['department.deptNo', 'department.deptName', 'department.parentDeptNo'])
    .select(['department.remark', 'leader.realName as leaderName'])
    .select(
      sql<number>`(select count(*) from app_user u where u.dept_no = department.dept_no
        and u.employee_status = 'ON_THE_JOB' and (${merchantNos}::text[] is null or exists (
          select 1 from user_merchant m
          where m.user_no = u.user_no and m.merchant_no = any(${merchantNos}::text[]))))`.as(
        'members',
      ),
    )
    .where('department.isEnabled', '=', true)
    .orderBy('department.deptNo')
    .execute();
  const below = (parent: string | null): dept.Department[] =>
    rows
      .filter((row) => row.parentDeptNo === parent)
      .map((row) => {
        const childList = below(row.deptNo);
        return {
          deptNo: row.deptNo,
          name: row.deptName,
          number: row.deptNo,
          remark: row.remark === '' ? null : row.remark,
          leaderName: row.leaderName,
          members: row.members,
          membersBelow: childList.reduce((sum, child) => sum + child.membersBelow, row.members),
          childList,
        };
      });
  return below(null);
}
