import { type callList, followApproval, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { earnerOf, ruleAt } from './attribution.ts';
import { customerStatusOf } from './entries.ts';
import { iso } from './list.ts';
import { isLostBy, isUnreadBy } from './lost-claims.ts';
import { callsOf } from './past.ts';

const APPROVE = 'telemarketing:followApproval:approve';
const evidence = (what: ReturnType<typeof sql>) => sql<number>`(select ${what} from call_made made
  join call_entry e2 on e2.entry_id = made.entry_id left join lateral (select max(r.talk_seconds) as talk
    from contact_result r where r.attempt_id = made.attempt_id) told on true
  where made.user_no = f.applicant_user_no and not made.is_refused
    and e2.merchant_no = f.merchant_no and e2.phone = coalesce(e.phone, c.phone))`;

/** Of an application `f`: it is the caller's turn, or everybody's who may decide; never one's own. */
const awaits = (userNo: string) =>
  sql<boolean>`(f.approval_status = 'PENDING' and f.applicant_user_no <> ${userNo}
    and coalesce(f.awaits_user_no, ${userNo}) = ${userNo})`;

/** Of who the application is about: of an entry as in the lists; who has the order applied already. */
const statusOfCustomer = sql<callList.EntryRow['customerStatus']>`coalesce((select ${customerStatusOf} from call_entry e
  left join customer c on c.merchant_no = e.merchant_no and c.phone = e.phone where e.entry_id = f.entry_id), '1')`;

/** Who asked to keep, claim or release whom. */
export const followApplications = defineList(
  followApproval.page,
  (db) => db.selectFrom('followApplication as f'),
  (by) => ({
    scope: ({ caller }) => {
      const merchantNos = merchantsSeen(caller.scope);
      const own = caller.codes.has(APPROVE)
        ? sql`true`
        : sql`(f.applicant_user_no = ${caller.userNo} or ${isLostBy(caller.userNo)})`;
      return sql<boolean>`${own} and (${merchantNos}::text[] is null or f.merchant_no = any(${merchantNos}::text[]))`;
    },
    key: 'f.applyNo',
    missing: 'FOLLOW_APPLY_NOT_FOUND',
    filters: {
      applyNo: by.contains('f.applyNo'),
      applyType: by.is('f.applyType'),
      approvalStatus: by.is('f.approvalStatus'),
      phone: (
        phone,
      ) => sql<boolean>`(exists (select from call_entry x where x.entry_id = f.entry_id and x.phone = ${phone})
        or exists (select from loan_order n join customer x on x.customer_no = n.customer_no
          where n.order_no = f.order_no and x.phone = ${phone}))`,
      applicantUserNo: by.is('f.applicantUserNo'),
      orderNo: by.contains('f.orderNo'),
      appliedAt: by.days('f.appliedAt'),
      awaitsMe: (is, { caller }) => sql<boolean>`${awaits(caller.userNo)} = ${is}`,
      isUnread: (is, { caller }) => sql<boolean>`${isUnreadBy(caller.userNo)} = ${is}`,
    },
    sorts: { appliedAt: 'f.appliedAt' },
    first: [['f.appliedAt', 'desc']],
    select: (query) =>
      query
        .leftJoin('callEntry as e', 'e.entryId', 'f.entryId')
        .leftJoin('loanOrder as o', 'o.orderNo', 'f.orderNo')
        .leftJoin('customer as c', 'c.customerNo', 'o.customerNo')
        .innerJoin('appUser as a', 'a.userNo', 'f.applicantUserNo')
        .leftJoin('appUser as w', 'w.userNo', 'f.currentOwnerNo')
        .leftJoin('appUser as k', 'k.userNo', 'f.approverUserNo')
        .leftJoin('appUser as t', 't.userNo', 'f.awaitsUserNo')
        .select(['f.applyNo', 'f.applyType', 'f.merchantNo', 'f.entryId', 'f.orderNo', 'f.applicantUserNo'])
        .select(['w.realName as currentOwnerName', 'a.realName as applicantName', 'f.reason', 'f.approvalStatus'])
        .select(['k.realName as approverName', 'f.decisionRemark', 'f.appliedAt', 'f.decidedAt'])
        .select(['f.currentOwnerNo', 'f.lossReadAt', 't.realName as awaitsName'])
        .select(statusOfCustomer.as('customerStatus'))
        .select(sql<string>`coalesce(e.phone, c.phone)`.as('phone'))
        .select(evidence(sql`count(*)::int`).as('callCount'))
        .select(evidence(sql`coalesce(sum(told.talk), 0)::int`).as('talkSeconds')),
    row: ({ applicantUserNo, currentOwnerNo, lossReadAt, awaitsName, ...row }, { caller }): followApproval.ApplyRow => {
      const isPending = row.approvalStatus === 'PENDING';
      const isOwn = applicantUserNo === caller.userNo;
      const decides = isPending && !isOwn && caller.codes.has(APPROVE);
      const isClaim = row.applyType === 'CLAIM_CUSTOMER' || row.applyType === 'CLAIM_ORDER';
      const isLost =
        (row.approvalStatus === 'APPROVED' && isClaim && !isOwn && currentOwnerNo === caller.userNo) ||
        (row.approvalStatus === 'REJECTED' && isOwn);
      const read = isLost && lossReadAt === null;
      const is = { approve: decides, reject: decides, withdraw: isPending && isOwn, read };
      return {
        ...row,
        awaitsName: isPending ? awaitsName : null,
        appliedAt: row.appliedAt.toISOString(),
        decidedAt: iso(row.decidedAt),
        allowedActions: (['approve', 'reject', 'withdraw', 'read'] as const).filter((action) => is[action]),
      };
    },
    personal: { phone: 'phone' },
  }),
);

/** What of follow-up applications is masked, in full for those who hold the page. */
export const followApplicationReveals = rowReveals(followApplications, {
  name: 'followApplication',
  title: { en: 'follow-up applications', zh: '跟进申请' },
  page: followApproval.page,
  fields: { phone: 'phone' },
});

export const approvalExport = exportOf(followApplications, {
  kind: 'followApproval.export',
  title: { en: 'Export of follow-up applications', zh: '导出跟进申请' },
  page: { code: 'telemarketing:approval:export' },
  params: followApproval.exportList.request,
  fileStem: 'follow-applications',
  subjectType: 'followApplication',
  columns: [
    { en: 'Application', zh: '申请编号', of: (row) => row.applyNo },
    { en: 'Type', zh: '类型', of: (row) => row.applyType, codes: 'FOLLOW_APPLY_TYPE' },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Order', zh: '订单编号', of: (row) => row.orderNo },
    { en: 'Owner', zh: '当前归属', of: (row) => row.currentOwnerName },
    { en: 'Applicant', zh: '申请人', of: (row) => row.applicantName },
    { en: 'Reason', zh: '原因', of: (row) => row.reason },
    { en: 'Calls', zh: '通话数', of: (row) => row.callCount },
    { en: 'Status', zh: '状态', of: (row) => row.approvalStatus, codes: 'FOLLOW_APPROVAL_STATUS' },
    { en: 'Awaiting', zh: '待审批人', of: (row) => row.awaitsName },
    { en: 'Approver', zh: '审批人', of: (row) => row.approverName },
    { en: 'Applied', zh: '申请时间', of: (row) => row.appliedAt, isTime: true },
  ],
});

/** @throws AppError FOLLOW_APPLY_NOT_FOUND */
export async function readApplication(applyNo: string, call: Call): Promise<ReplyOf<typeof followApproval.detail>> {
  const { db } = call;
  const row = await followApplications.one(applyNo, call);
  const { phone, merchantNo, orderNo, entryId, appliedAt } = await followApplications.stored(applyNo, call);
  const order = orderNo === null ? undefined : await applyTimeOf(db, orderNo);
  const rule = await ruleAt(db, merchantNo, order?.applyTime ?? appliedAt);
  const entry =
    entryId === null
      ? undefined
      : await db.selectFrom('callEntry').select('protectedUntil').where('entryId', '=', entryId).executeTakeFirst();
  return {
    row,
    calls: await callsOf(db, phone, merchantNo),
    ruleSaysName: orderNo === null || rule === null ? null : await nameOf(db, await earnerOf(db, orderNo, rule)),
    rule: rule && {
      ruleNo: rule.ruleNo,
      attributionDays: rule.attributionDays,
      minTalkSeconds: rule.minTalkSeconds,
      tieBreak: rule.tieBreak,
      protectionDays: rule.protectionDays,
    },
    protectedUntil: iso(entry?.protectedUntil ?? null),
  };
}

const applyTimeOf = async (db: Queryable, orderNo: string) =>
  await db.selectFrom('loanOrder').select('applyTime').where('orderNo', '=', orderNo).executeTakeFirstOrThrow();

async function nameOf(db: Queryable, userNo: string | null): Promise<string | null> {
  if (userNo === null) return null;
  const user = await db.selectFrom('appUser').select('realName').where('userNo', '=', userNo).executeTakeFirst();
  return user?.realName ?? null;
}
