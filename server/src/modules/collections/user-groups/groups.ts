import { createHash } from 'node:crypto';
import { type ParsedRequestOf, userGroup } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { refuseUnseenMerchant } from '../sms-templates/index.ts';
import { countMembers, type Member, membersQuery } from './members.ts';

export interface Group {
  readonly userGroupNo: string;
  readonly merchantNo: string;
  readonly groupName: string;
  readonly rules: userGroup.GroupRules;
  readonly version: number;
}

/** @throws AppError USER_GROUP_NOT_FOUND */
export async function groupOf(db: Queryable, userGroupNo: string, caller: Caller | null): Promise<Group> {
  const row = await db
    .selectFrom('userGroup')
    .select(['userGroupNo', 'merchantNo', 'groupName', 'rules', 'version'])
    .where('userGroupNo', '=', userGroupNo)
    .executeTakeFirst();
  if (!row || (caller !== null && !seesMerchant(caller.scope, row.merchantNo))) {
    throw new AppError('USER_GROUP_NOT_FOUND', { fields: ['userGroupNo'] });
  }
  return { ...row, rules: userGroup.groupRules.parse(row.rules) };
}

/** The proof that the caller saw what the group is now. */
export const tokenOf = ({ userGroupNo, version }: Group, { userNo }: Caller): string =>
  createHash('sha256').update(`${userGroupNo} ${version} ${userNo}`).digest('hex').slice(0, 32);

/** @throws AppError USER_GROUP_NOT_FOUND, USER_GROUP_UNCHECKED unless it was checked as it is now */
export async function checkedGroup(
  db: Queryable,
  { userGroupNo, checkToken }: { readonly userGroupNo: string; readonly checkToken: string },
  caller: Caller,
): Promise<Group> {
  const group = await groupOf(db, userGroupNo, caller);
  if (checkToken !== tokenOf(group, caller)) throw new AppError('USER_GROUP_UNCHECKED', { fields: ['userGroupNo'] });
  return group;
}

/** @throws AppError USER_GROUP_NOT_FOUND */
export async function checkGroup(
  { userGroupNo }: ParsedRequestOf<typeof userGroup.check>,
  { db, caller }: Pick<Call, 'db' | 'caller'>,
): Promise<userGroup.GroupCheck> {
  const now = new Date();
  const group = await groupOf(db, userGroupNo, caller);
  const members = await membersQuery(db, group, now);
  const { rows } = await sql<Member>`select * from (${members}) m order by m.customer_no desc limit 10`.execute(db);
  return {
    userGroupNo,
    groupName: group.groupName,
    merchantNo: group.merchantNo,
    ...(await countMembers(db, group, now)),
    sample: rows.map(({ phone, ...row }) => ({ ...row, phone: maskPhone(phone) })),
    checkToken: tokenOf(group, caller),
  };
}

/** @throws AppError REFERENCE_UNKNOWN, USER_GROUP_NOT_FOUND, STALE */
export async function saveGroup(
  { userGroupNo, version, rules, ...form }: ParsedRequestOf<typeof userGroup.save>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  await refuseUnseenMerchant(tx, call, form.merchantNo);
  const values = { ...form, rules: JSON.stringify(rules), updatedBy: caller.userNo };
  const audit = { subjectType: 'userGroup', merchantNo: form.merchantNo, after: { ...form, rules } };
  if (userGroupNo === undefined) {
    const made = await tx
      .insertInto('userGroup')
      .values(values)
      .returning(['userGroupNo', 'version'])
      .executeTakeFirstOrThrow();
    noteMade(tx, `user group ${made.userGroupNo}`);
    await writeAudit(tx, call, { ...audit, action: 'userGroup.save', subjectNo: made.userGroupNo });
    return made;
  }
  const before = await lockOne(tx, tx.selectFrom('userGroup').selectAll().where('userGroupNo', '=', userGroupNo), {
    missing: 'USER_GROUP_NOT_FOUND',
    subject: `user group ${userGroupNo}`,
    state: (row) => row.version,
    isSeen: ({ merchantNo }) => seesMerchant(caller.scope, merchantNo),
  });
  // A group stays its merchant's: tasks point to it.
  if (before.merchantNo !== form.merchantNo) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  if (before.version !== version) throw new AppError('STALE');
  await tx
    .updateTable('userGroup')
    .set({ ...values, updatedAt: new Date(), version: before.version + 1 })
    .where('userGroupNo', '=', userGroupNo)
    .execute();
  await writeAudit(tx, call, {
    ...audit,
    action: 'userGroup.update',
    subjectNo: userGroupNo,
    before: { groupName: before.groupName, rules: before.rules },
  });
  return { userGroupNo, version: before.version + 1 };
}
