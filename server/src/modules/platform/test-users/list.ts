import { testUser } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../reveal/index.ts';
import { type CodeWords, exportOf } from '../exports/index.ts';
import './tables.ts';

const isInForce = () => sql<boolean>`(t.expires_at > now() and m.is_sandbox)`;

/** Numbers with a fixed code, of the caller's merchants. */
export const testUsers = defineList(
  testUser.page,
  (db) => db.selectFrom('testUser as t').innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.testUserNo',
    filters: {
      phone: by.is('t.phone'),
      merchantNo: by.is('t.merchantNo'),
      testUserStatus: (status) => (status === 'VALID' ? isInForce() : sql<boolean>`not ${isInForce()}`),
    },
    sorts: { expiresAt: 't.expiresAt', updatedAt: 't.updatedAt' },
    first: [['t.updatedAt', 'desc']],
    personal: { phone: 'phone' },
    select: (query) =>
      query
        .innerJoin('appUser as u', 'u.userNo', 't.updatedBy')
        .select(['t.testUserNo', 't.merchantNo', 'm.merchantName', 't.phone', 't.expiresAt', 't.remark'])
        .select(['u.realName as updatedByName', 't.updatedAt', 't.version', isInForce().as('isInForce')]),
    row: ({ isInForce: is, expiresAt, updatedAt, ...row }, { caller }): testUser.TestUserRow => ({
      ...row,
      testUserStatus: is ? 'VALID' : 'EXPIRED',
      expiresAt: expiresAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      allowedActions: caller.codes.has('operation:testUser:save') ? ['update', 'delete'] : [],
    }),
  }),
);

/** What of test users is masked, in full for those who hold the page. */
export const testUserReveals = rowReveals(testUsers, {
  name: 'testUser',
  title: { en: 'test users', zh: '测试用户' },
  page: testUser.page,
  fields: { phone: 'phone' },
});

const STATUS: CodeWords = { VALID: ['Valid', '有效'], EXPIRED: ['Expired', '已过期'] };

export const testUserExport = exportOf(testUsers, {
  kind: 'testUsers.export',
  title: { en: 'Export of test users', zh: '导出测试用户' },
  page: testUser.page.access.page,
  params: testUser.exportList.request,
  fileStem: 'test-users',
  subjectType: 'testUser',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.testUserNo },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Expires', zh: '失效时间', of: (row) => row.expiresAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.testUserStatus, codes: STATUS },
    { en: 'Remark', zh: '备注', of: (row) => row.remark },
    { en: 'Changed by', zh: '修改人', of: (row) => row.updatedByName },
  ],
});
