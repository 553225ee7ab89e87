import { sql } from 'kysely';
import type { dept } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Caller, DataScope } from '../../../http/implement.ts';

type Action = dept.Department['allowedActions'][number];

async function readDepartments(db: Queryable, scope: DataScope, withDisabled: boolean) {
  const merchantNos = scope === 'all' ? null : scope.merchantNos;
  return await db
    .selectFrom('department')
    .leftJoin('appUser as leader', 'leader.userNo', 'department.leaderUserNo')
    .select(['department.deptNo', 'department.deptName', 'department.parentDeptNo'])
    .select(['department.remark', 'department.isEnabled', 'department.version'])
    .select(['department.leaderUserNo', 'leader.realName as leaderName'])
    .select(
      sql<number>`(select count(*) from app_user u where u.dept_no = department.dept_no
        and u.employee_status = 'ON_THE_JOB' and (${merchantNos}::text[] is null or exists (
          select 1 from user_merchant m
          where m.user_no = u.user_no and m.merchant_no = any(${merchantNos}::text[]))))`.as('members'),
    )
    .$if(!withDisabled, (query) => query.where('department.isEnabled', '=', true))
    .orderBy('department.deptNo')
    .execute();
}

function actionsOf({ codes }: Caller): Action[] {
  const mayUpdate = codes.has('user:dept:update');
  const can: Record<Action, boolean> = {
    add: codes.has('user:dept:add'),
    update: mayUpdate,
    move: mayUpdate,
    delete: codes.has('user:dept:delete'),
  };
  return (['update', 'add', 'move', 'delete'] as const).filter((action) => can[action]);
}

/** All departments as a tree; members are people on the job within the caller's scope. */
export async function departmentTree(db: Queryable, caller: Caller, withDisabled: boolean): Promise<dept.Department[]> {
  const rows = await readDepartments(db, caller.scope, withDisabled);
  const allowedActions = actionsOf(caller);
  const byParent = Map.groupBy(rows, ({ parentDeptNo }) => parentDeptNo);
  const below = (parent: string | null): dept.Department[] =>
    (byParent.get(parent) ?? []).map((row) => {
      const { deptNo, deptName, remark, leaderUserNo, leaderName, isEnabled, members } = row;
      const childList = below(deptNo);
      return {
        deptNo,
        name: deptName,
        number: deptNo,
        leaderUserNo,
        leaderName,
        isEnabled,
        remark: remark === '' ? null : remark,
        departments: childList.length,
        members,
        membersBelow: childList.reduce((sum, child) => sum + child.membersBelow, members),
        version: row.version,
        allowedActions,
        childList,
      };
    });
  return below(null);
}
