import { mySchedule } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';

/** One's own requests, those that ask for one's consent and, to approvers, those of the people they see. */
export const changeList = defineList(
  mySchedule.page,
  (db) => db.selectFrom('scheduleChange as c').innerJoin('appUser as u', 'u.userNo', 'c.userNo'),
  (by) => ({
    scope: ({ caller }) => {
      const own = sql<boolean>`(c.user_no = ${caller.userNo} or c.with_user_no = ${caller.userNo})`;
      if (!caller.codes.has('schedule:change:approve')) return own;
      const merchantNos = merchantsSeen(caller.scope);
      if (merchantNos === null) return null;
      return sql<boolean>`(${own} or exists (select from user_merchant um where um.user_no = c.user_no
        and um.merchant_no = any(${[...merchantNos]}::text[])))`;
    },
    key: 'c.scheduleChangeNo',
    filters: {
      changeType: by.is('c.changeType'),
      changeStatus: by.is('c.changeStatus'),
      toDecide: (isWanted) => sql<boolean>`(c.change_status = 'PENDING') = ${isWanted}`,
    },
    sorts: { shiftDate: 'c.shiftDate' },
    first: [['c.askedAt', 'desc']],
    select: (query) =>
      query
        .leftJoin('appUser as w', 'w.userNo', 'c.withUserNo')
        .leftJoin('appUser as a', 'a.userNo', 'c.approverUserNo')
        .leftJoin('attachment as f', 'f.attachmentNo', 'c.voucherId')
        .selectAll('c')
        .select('f.fileName')
        .select(['u.realName', 'w.realName as withUserName', 'a.realName as approverName']),
    row: (stored, { caller }): mySchedule.ChangeRow => {
      const isOwn = stored.userNo === caller.userNo;
      const isPending = stored.changeStatus === 'PENDING';
      const waitsForColleague = stored.changeType === 'SWAP' && stored.agreedAt === null;
      const mayDecide = isPending && !isOwn && caller.codes.has('schedule:change:approve');
      return {
        scheduleChangeNo: stored.scheduleChangeNo,
        realName: stored.realName,
        changeType: stored.changeType,
        shiftDate: stored.shiftDate,
        withUserName: stored.withUserName,
        withShiftDate: stored.withShiftDate,
        agreedAt: stored.agreedAt?.toISOString() ?? null,
        reason: stored.reason,
        voucher:
          stored.voucherId === null || stored.fileName === null
            ? null
            : { attachId: stored.voucherId, fileName: stored.fileName },
        changeStatus: stored.changeStatus,
        approverName: stored.approverName,
        decidedAt: stored.decidedAt?.toISOString() ?? null,
        rejectReason: stored.rejectReason,
        version: stored.version,
        allowedActions: [
          ...(isPending && isOwn && caller.codes.has('schedule:change:apply') ? (['withdraw'] as const) : []),
          ...(isPending && waitsForColleague && stored.withUserNo === caller.userNo ? (['agree'] as const) : []),
          ...(mayDecide && !waitsForColleague && stored.withUserNo !== caller.userNo ? (['approve'] as const) : []),
          ...(mayDecide ? (['reject'] as const) : []),
        ],
      };
    },
  }),
);
