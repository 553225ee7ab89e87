import { prepaid, type ReplyOf } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { fileNamesOf } from '../../platform/files/index.ts';
import { readPosted } from '../../platform/ledger/index.ts';

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
      rechargeStatus: by.is('r.rechargeStatus'),
      paidAt: by.days('r.paidAt'),
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
    row: (
      { applicantUserNo, auditorUserNo: _, reversedAt: __, journalId: ___, accountCode: ____, ...row },
      { caller },
    ) => {
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

/** What of recharges is masked, in full for those who hold the page. */
export const rechargeReveals = rowReveals(recharges, {
  name: 'recharge',
  title: { en: 'recharges', zh: '充值' },
  page: prepaid.rechargePage,
  fields: { payerAccount: 'bankAccount' },
});

/** A recharge with certificates, journals, trail and the payment of its serial number. @throws AppError RECHARGE_NOT_FOUND */
export async function readRecharge(rechargeNo: string, call: Call): Promise<ReplyOf<typeof prepaid.recharge>> {
  const { db, lang } = call;
  const row = await recharges.one(rechargeNo, call);
  const flow = await db
    .selectFrom('paymentFlow')
    .select(['flowNo', 'amountCents', 'repayTime'])
    .where('paymentChannel', '=', row.paymentChannel)
    .where('paymentCode', '=', row.paymentCode)
    .where('merchantNo', '=', row.merchantNo)
    .executeTakeFirst();
  return {
    row,
    vouchers: await fileNamesOf(db, row.voucherIds),
    journals: await readPosted(db, [{ type: 'RECHARGE', no: rechargeNo }], lang),
    flow: flow ? { ...flow, repayTime: flow.repayTime.toISOString() } : null,
    history: await readHistory(db, 'recharge', rechargeNo),
  };
}

/** Who recorded recharges that the caller sees. */
export async function readRechargePeople(_: object, call: Call) {
  return await recharges
    .query({}, call)
    .innerJoin('appUser as u', 'u.userNo', 'r.applicantUserNo')
    .select(['u.userNo', 'u.realName'])
    .distinct()
    .orderBy('u.realName')
    .limit(500)
    .execute();
}
