import type { Queryable } from '../../../db/database.ts';

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
    .select(['department.isEnabled', 'department.leaderUserNo', 'appUser.realName as leaderName'])
    .execute();
  const byNo = new Map(rows.map((row) => [row.deptNo, row]));
  const upwards: typeof rows = [];
  for (let at = byNo.get(deptNo); at && !upwards.includes(at); at = byNo.get(at.parentDeptNo ?? '')) {
    upwards.push(at);
  }
  return upwards;
}
