// User groups: rules over customers, orders, bills and contacts, counted live and taken as a snapshot.

import { temporaryCredit, userGroup } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { createGroupTask } from './credit-task.ts';
import { checkGroup, saveGroup } from './groups.ts';
import { countMembers } from './members.ts';

export { checkedGroup, groupOf } from './groups.ts';
export { countMembers, dropReason, type GroupCount, membersQuery } from './members.ts';
export type { GroupChannel, Member } from './members.ts';

const groupList = defineList(
  userGroup.page,
  (db) => db.selectFrom('userGroup as g'),
  (by) => ({
    scope: by.ofMerchants('g.merchantNo'),
    key: 'g.userGroupNo',
    filters: {
      userGroupNo: by.contains('g.userGroupNo'),
      groupName: by.contains('g.groupName'),
      merchantNo: by.is('g.merchantNo'),
    },
    sorts: { updatedAt: 'g.updatedAt' },
    first: [['g.updatedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 'g.merchantNo')
        .innerJoin('appUser as u', 'u.userNo', 'g.updatedBy')
        .select(['g.userGroupNo', 'g.merchantNo', 'm.merchantName', 'g.groupName', 'g.rules'])
        .select(['u.realName as updatedByName', 'g.updatedAt', 'g.version']),
    row: ({ rules, updatedAt, ...row }, { caller }): userGroup.GroupRow => ({
      ...row,
      rules: userGroup.groupRules.parse(rules),
      updatedAt: updatedAt.toISOString(),
      allowedActions: caller.codes.has('marketing:smsTask:save') ? ['update', 'check'] : [],
    }),
  }),
);

const groupExport = exportOf(groupList, {
  kind: 'userGroups.export',
  title: { en: 'Export of user groups', zh: '导出用户分群' },
  page: { code: 'marketing:smsTask:export' },
  params: userGroup.exportList.request,
  fileStem: 'user-groups',
  subjectType: 'userGroup',
  columns: [
    { en: 'User group', zh: '用户分群编号', of: (row) => row.userGroupNo },
    { en: 'Name', zh: '名称', of: (row) => row.groupName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Changed by', zh: '修改人', of: (row) => row.updatedByName },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
  ],
});

export const userGroups = defineModule({
  name: 'user-groups',
  exports: [groupExport.kind],
  routes: [
    implement(userGroup.page, groupList.page),
    implement(userGroup.exportList, groupExport.queue),
    implement(userGroup.save, saveGroup),
    implement(userGroup.check, checkGroup),
    implement(temporaryCredit.groupCreate, createGroupTask),
    implement(userGroup.tryRules, async (group, { db, caller }) => {
      if (!seesMerchant(caller.scope, group.merchantNo)) {
        throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
      }
      const { size, optedIn } = await countMembers(db, group, new Date());
      return { size, optedIn };
    }),
  ],
});
