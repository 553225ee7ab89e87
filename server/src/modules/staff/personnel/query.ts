import type { personnel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { anywhere } from '../../../db/like.ts';
import type { PersonnelKind } from '../../../db/personnel-schema.ts';
import type { DataScope } from '../../../http/implement.ts';
import { departmentAndBelow } from '../departments/index.ts';
import { records, seesMerchant } from './read.ts';

const FIELD = {
  userNo: 'p.userNo',
  userName: 'u.userName',
  realName: 'u.realName',
  groupName: 'p.groupName',
  dailyCap: 'p.dailyCap',
  personnelStatus: 'p.personnelStatus',
  joinedAt: 'p.joinedAt',
} as const;

interface Request {
  readonly filters: personnel.PersonnelFilters;
  readonly sort: { readonly field: keyof typeof FIELD; readonly direction: 'asc' | 'desc' } | null;
  readonly offset: number;
  readonly limit: number;
}

/** A page of the numbers of the people who match, and how many match. */
export async function findPersonnel(
  db: Queryable,
  kind: PersonnelKind,
  scope: DataScope,
  { filters, sort, offset, limit }: Request,
): Promise<{ userNos: string[]; total: number }> {
  const found = await matching(db, kind, scope, filters);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const direction = sort?.direction ?? 'asc';
  const rows = await found
    .select('p.userNo')
    .orderBy(FIELD[sort?.field ?? 'userNo'], (by) =>
      direction === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast(),
    )
    .orderBy('p.userNo')
    .limit(limit)
    .offset(offset)
    .execute();
  return { userNos: rows.map(({ userNo }) => userNo), total };
}

async function matching(db: Queryable, kind: PersonnelKind, scope: DataScope, filters: personnel.PersonnelFilters) {
  const { deptNo, merchantNo, isOnShift, groupName, personnelStatus } = filters;
  let query = records(db, kind, scope);
  for (const field of ['userName', 'realName'] as const) {
    const text = filters[field];
    if (text) query = query.where(`u.${field}`, 'ilike', anywhere(text));
  }
  if (groupName) query = query.where('p.groupName', 'ilike', anywhere(groupName));
  for (const flag of ['joinAutoAllot', 'firstLoanWhitelist', 'isAiEmployee'] as const) {
    const requested = filters[flag];
    if (requested !== undefined) query = query.where(`p.${flag}`, '=', requested);
  }
  if (personnelStatus) query = query.where('p.personnelStatus', '=', personnelStatus);
  if (deptNo) query = query.where('u.deptNo', 'in', await departmentAndBelow(db, deptNo));
  if (isOnShift !== undefined) {
    query = query.where(sql<boolean>`is_on_shift(p.user_no, now()) = ${isOnShift}`);
  }
  if (merchantNo) {
    // A merchant outside the scope finds nobody: being someone's second merchant is a fact, too.
    query = query
      .where((eb) => eb.lit(seesMerchant(scope, merchantNo)))
      .where(
        sql<boolean>`EXISTS (SELECT FROM personnel_merchant pm WHERE pm.personnel_kind = p.personnel_kind
        AND pm.user_no = p.user_no AND pm.merchant_no = ${merchantNo})`,
      );
  }
  return query;
}
