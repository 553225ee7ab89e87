import { prepaid } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';

/** What merchants paid in. */
export const recharges = defineList(
  prepaid.rechargePage,
  (db) => db.selectFrom('merchantRecharge as r'),
  (by) => ({
    scope: by.ofMerchants('r.merchantNo'),
    key: 'r.rechargeNo',
    missing: 'RECHARGE_NOT_FOUND',
    filters: {
      merchantNo: by.is('r.merchantNo'),
      rechargeNo: by.is('r.rechargeNo'),
      paymentCode: by.is('r.paymentCode'),
      paymentChannel: by.is('r.paymentChannel'),
      applicantUserNo: by.is('r.applicantUserNo'),
      rechargeStatus: by.oneOf('r.rechargeStatus'),
      paidFrom: by.from('r.paidAt'),
      paidTo: by.to('r.paidAt'),
    },
    sorts: { createdAt: 'r.createdAt', paidAt: 'r.paidAt', amountCents: 'r.amountCents' },
    first: [['r.createdAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 'r.merchantNo')
        .innerJoin('appUser as a', 'a.userNo', 'r.applicantUserNo')
        .leftJoin('appUser as c', 'c.userNo', 'r.auditorUserNo')
        .selectAll('r')
        .select(['m.merchantName', 'a.realName as applicantName', 'c.realName as auditorName']),
    row: ({ applicantUserNo, auditorUserNo: _, reversedAt: __, journalId: ___, ...row }, { caller }) => {
      const mayDecide = applicantUserNo !== caller.userNo && caller.codes.has('merchant:recharge:audit');
      const is = {
        approve: row.rechargeStatus === 'PENDING' && mayDecide,
        reject: row.rechargeStatus === 'PENDING' && mayDecide,
        reverse: row.rechargeStatus === 'APPROVED' && caller.codes.has('merchant:recharge:reverse'),
      };
      return {
        ...row,
        paidAt: row.paidAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
        auditedAt: row.auditedAt?.toISOString() ?? null,
        allowedActions: (['approve', 'reject', 'reverse'] as const).filter((action) => is[action]),
      };
    },
    personal: { payerAccount: 'account' },
  }),
);

/** A recharge with its journals and the payment of the same serial number. @throws AppError RECHARGE_NOT_FOUND */
export async function readRecharge(rechargeNo: string, call: Call) {
  const { db } = call;
  const row = await recharges.one(rechargeNo, call);
  const journals = await db
    .selectFrom('journal')
    .select('journalId')
    .where('causeType', '=', 'RECHARGE')
    .where('causeNo', '=', rechargeNo)
    .orderBy('journalId')
    .execute();
  const flow = await db
    .selectFrom('paymentFlow')
    .select(['flowNo', 'amountCents'])
    .where('paymentChannel', '=', row.paymentChannel)
    .where('paymentCode', '=', row.paymentCode)
    .where('merchantNo', '=', row.merchantNo)
    .executeTakeFirst();
  return { row, journalIds: journals.map(({ journalId }) => journalId), flow: flow ?? null };
}
