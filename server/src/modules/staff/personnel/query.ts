import type { personnel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { personnelWithin, presentPersonnel, readPersonnel, seesMerchant, works } from './read.ts';
import type { PersonnelWork } from './works.ts';

/** The people of one kind of work who work for at least one merchant of the scope. */
export const personnelOf = (endpoints: personnel.PersonnelEndpoints, work: PersonnelWork) =>
  defineList(
    endpoints.page,
    (db) => works(db, work.kind),
    (by) => ({
      scope: ({ caller }) => personnelWithin(caller.scope),
      key: 'p.userNo',
      missing: 'PERSONNEL_NOT_FOUND',
      filters: {
        userNo: by.contains('p.userNo'),
        userName: by.contains('u.userName'),
        jobNumber: by.contains('u.jobNumber'),
        employeeStatus: by.is('u.employeeStatus'),
        employeeCategory: by.is('u.employeeCategory'),
        principalUserNo: by.is('p.principalUserNo'),
        realName: by.contains('u.realName'),
        groupName: by.contains('p.groupName'),
        joinAutoAllot: by.is('p.joinAutoAllot'),
        firstLoanWhitelist: by.is('p.firstLoanWhitelist'),
        isAiEmployee: by.is('p.isAiEmployee'),
        handlesComplaints: by.is('p.handlesComplaints'),
        language: (language) => sql<boolean>`${language} = any(p.languages)`,
        personnelStatus: by.is('p.personnelStatus'),
        channelCode: (code) =>
          sql<boolean>`EXISTS (SELECT FROM channel_now c WHERE c.owner_user_no = p.user_no
            AND c.channel_code ILIKE '%' || ${code} || '%')`,
        deptNo: (deptNo) =>
          sql<boolean>`u.dept_no IN (WITH RECURSIVE branch AS (SELECT ${deptNo}::text AS dept_no
            UNION SELECT d.dept_no FROM department d JOIN branch ON d.parent_dept_no = branch.dept_no)
            SELECT dept_no FROM branch)`,
        isOnShift: (is) => sql<boolean>`is_on_shift(p.user_no, now()) = ${is}`,
        // A merchant outside the scope finds nobody: being someone's second merchant is a fact, too.
        merchantNo: (merchantNo, { caller }) =>
          sql<boolean>`(${seesMerchant(caller.scope, merchantNo)}::boolean
            AND EXISTS (SELECT FROM personnel_merchant pm WHERE pm.personnel_kind = p.personnel_kind
              AND pm.user_no = p.user_no AND pm.merchant_no = ${merchantNo}))`,
      },
      sorts: {
        userNo: 'p.userNo',
        userName: 'u.userName',
        realName: 'u.realName',
        groupName: 'p.groupName',
        dailyCap: 'p.dailyCap',
        personnelStatus: 'p.personnelStatus',
        joinedAt: 'p.joinedAt',
      },
      first: [['p.userNo', 'asc']],
      ties: 'asc',
      nulls: 'last',
      select: (query) => query.select('p.userNo'),
      async rows(found, { db, caller }) {
        const numbers = found.map(({ userNo }) => userNo);
        const records = await readPersonnel(db, work.kind, caller.scope, numbers);
        return records.map((record) => presentPersonnel(record, caller, work));
      },
    }),
  );
