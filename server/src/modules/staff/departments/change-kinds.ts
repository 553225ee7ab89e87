import { dept, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import type { CommandCall } from '../../../http/implement.ts';
import { asksForChecker, type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { consequencesOf, menusIn, moveDepartment, withinScope } from './move.ts';

type MoveForm = ParsedRequestOf<typeof dept.move>;

/** Departments belong to no merchant: whoever decides sees all of them. */
const moveKind: ChangeKind<MoveForm> = {
  family: 'user',
  checkerCode: 'user:change:approve',
  kind: 'dept.move',
  title: { en: 'Move department', zh: '移动部门' },
  payload: dept.move.request,
  async describe(db, form, scope) {
    const { moved, from, to, members, people, menus, state } = await consequencesOf(db, form);
    const named = await withinScope(db, scope, people);
    return {
      subjectNo: moved.deptNo,
      subjectName: moved.deptName,
      before: { parent: from },
      after: {
        parent: to,
        members,
        people: named.map(({ realName, effect }) => ({ realName, effect })),
        menus: { en: menusIn(menus, 'en'), zh: menusIn(menus, 'zh') },
      },
      concerns: [...new Set(people.map(({ userNo }) => userNo))],
      merchantNos: [],
      state: { ...state, people: people.map(({ userNo }) => userNo).sort() },
    };
  },
  apply: moveDepartment,
};

export async function moveOrRequest(form: MoveForm, call: CommandCall): Promise<ReplyOf<typeof dept.move>> {
  if (!(await asksForChecker(call.tx, 'user'))) return await moveDepartment(form, call);
  const changeNo = await requestChange(moveKind, form, call, form.reason);
  return { deptNo: form.deptNo, changeNo };
}

export const changeKinds: readonly ChangeKind[] = [moveKind];
