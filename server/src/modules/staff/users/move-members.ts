import { type ParsedRequestOf, type ReplyOf, user } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { asksForChecker, type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { lockUser } from './load.ts';
import { namesOf } from './names-of.ts';
import { readUsers } from './read.ts';
import { updateUser } from './update.ts';

type Form = ParsedRequestOf<typeof user.moveMembers>;

/** Each person is changed like by their own form; where one cannot be, nobody is. */
async function moveAll({ userNos, deptNo }: Form, call: CommandContext): Promise<{ moved: number }> {
  // In the order of their numbers, and all before the first change, which moves the rights' epoch: whoever changes
  // one of them has locked that person before.
  const records = [];
  for (const userNo of [...new Set(userNos)].sort()) records.push(await lockUser(call.tx, call.caller, userNo));
  const moving = records.filter((record) => record.deptNo !== deptNo);
  for (const { userNo, version } of moving) await updateUser({ userNo, version, deptNo }, call);
  return { moved: moving.length };
}

export const moveMembersKind: ChangeKind<Form> = {
  family: 'user',
  checkerCode: 'user:change:approve',
  kind: 'user.moveMembers',
  title: { en: 'Move users to another department', zh: '调整人员部门' },
  payload: user.moveMembers.request,
  async describe(db, { userNos, deptNo }, scope) {
    const records = await readUsers(db, scope, [...new Set(userNos)]);
    if (records.length !== new Set(userNos).size) throw new AppError('USER_NOT_FOUND');
    const target = await db.selectFrom('department').select('deptName').where('deptNo', '=', deptNo).executeTakeFirst();
    return {
      subjectNo: null,
      subjectName: namesOf(records),
      before: { people: records.map(({ realName, deptName }) => ({ realName, deptName })) },
      after: { department: target?.deptName ?? deptNo },
      concerns: records.map(({ userNo }) => userNo),
      merchantNos: [...new Set(records.flatMap((one) => one.merchants.map(({ merchantNo }) => merchantNo)))],
      state: Object.fromEntries(records.map((one) => [one.userNo, one.deptNo])),
    };
  },
  apply: moveAll,
};

export async function moveMembersOrRequest(form: Form, call: CommandCall): Promise<ReplyOf<typeof user.moveMembers>> {
  if (!(await asksForChecker(call.tx, 'user'))) return await moveAll(form, call);
  const changeNo = await requestChange(moveMembersKind, form, call, form.reason);
  return { moved: 0, changeNo };
}
