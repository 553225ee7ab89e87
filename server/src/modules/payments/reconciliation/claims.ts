import { payoutClaim } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import { accountsWithin } from '../accounts/index.ts';
import { flowsWithin } from '../payments/index.ts';

type Claim = payoutClaim.PayoutClaim;

const statusOf = (clearedCents: number, amountCents: number): Claim['claimStatus'] =>
  clearedCents === 0 ? 'OPEN' : clearedCents < amountCents ? 'PART_CLEARED' : 'CLEARED';

/** What payees owe who were paid twice or too much. */
export const claims = defineList(
  payoutClaim.page,
  (db) =>
    db
      .selectFrom('payoutClaim as c')
      .innerJoin('moneyAccount as a', 'a.accountCode', 'c.accountCode')
      .innerJoin('payoutAttempt as p', 'p.attemptNo', 'c.attemptNo'),
  (by) => ({
    scope: ({ caller }) => accountsWithin('a.merchant_nos', caller.scope),
    key: 'c.claimNo',
    filters: {
      claimStatus: (status) =>
        sql<boolean>`${status} = case when c.cleared_cents = 0 then 'OPEN'
          when c.cleared_cents < c.amount_cents then 'PART_CLEARED' else 'CLEARED' end`,
      attemptNo: by.is('c.attemptNo'),
      serial: by.contains('c.serial'),
      merchantNo: by.is('p.merchantNo'),
      happenedAt: by.days('c.happenedAt'),
    },
    sorts: { happenedAt: 'c.happenedAt', amountCents: 'c.amountCents' },
    first: [['c.happenedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('appUser as m', 'm.userNo', 'c.makerUserNo')
        .leftJoin('appUser as k', 'k.userNo', 'c.checkerUserNo')
        .select(['c.claimNo', 'c.attemptNo', 'p.subjectNo', 'c.serial', 'c.runId', 'a.accountName', 'p.merchantNo'])
        .select(['p.payeeName', 'p.payeePhone', 'c.amountCents', 'c.clearedCents', 'c.happenedAt', 'c.claimedAt'])
        .select(['m.realName as makerName', 'k.realName as checkerName'])
        .select(
          sql<Claim['repayments']>`coalesce((select jsonb_agg(jsonb_build_object('flowNo', r.flow_no,
              'paymentCode', f.payment_code, 'amountCents', r.amount_cents, 'at', r.cleared_at) order by r.cleared_at)
            from claim_repayment r join payment_flow f using (flow_no) where r.claim_no = c.claim_no), '[]')`.as(
            'repayments',
          ),
        ),
    row: ({ happenedAt, claimedAt, payeeName: name, ...row }, { caller }): Claim => {
      const { amountCents, clearedCents, payeePhone, repayments } = row;
      const payeeName = name ?? '';
      const hides = caller.isMasked || caller.maskedFields.has('customerName');
      const mayClear = clearedCents < amountCents && caller.codes.has('afterLoan:reconDifference:resolve');
      return {
        ...row,
        claimStatus: statusOf(clearedCents, amountCents),
        payeeName: hides ? maskName(payeeName) : payeeName,
        payeePhone: payeePhone === null ? null : maskPhone(payeePhone),
        outstandingCents: amountCents - clearedCents,
        happenedAt: happenedAt.toISOString(),
        claimedAt: claimedAt.toISOString(),
        repayments: repayments.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
        allowedActions: mayClear ? ['clear'] : [],
      };
    },
  }),
);

/** Payments that may clear a claim, those of its payee and its amount first. @throws AppError NOT_FOUND */
export async function paymentsFor({ claimNo }: { readonly claimNo: string }, call: Call) {
  const { db, caller } = call;
  const { attemptNo, merchantNo, outstandingCents } = await claims.one(claimNo, call);
  const payee = db.selectFrom('payoutAttempt').select('payeePhone').where('attemptNo', '=', attemptNo);
  const { payeePhone } = await payee.executeTakeFirstOrThrow();
  const isPayees = sql<boolean>`coalesce(payer_phone = ${payeePhone}, false)`;
  const rows = await db
    .selectFrom('paymentFlow')
    .select(['flowNo', 'paymentCode', 'writableCents', 'payerName', isPayees.as('isPayees')])
    .where(flowsWithin(caller.scope))
    .where('merchantNo', '=', merchantNo)
    .where('flowStatus', 'in', ['UNMATCHED', 'PART_APPLIED'])
    .where('writableCents', '>', 0)
    .orderBy(isPayees, 'desc')
    .orderBy(sql`writable_cents = ${outstandingCents}`, 'desc')
    .orderBy('repayTime', 'desc')
    .limit(100)
    .execute();
  const hides = caller.isMasked || caller.maskedFields.has('payerName');
  return rows.map(({ payerName, ...row }) => ({
    ...row,
    payerName: payerName !== null && hides ? maskName(payerName) : payerName,
  }));
}

const kes = (cents: number) => (cents / 100).toFixed(2);

/** Claims as a file. */
export const claimExport = exportOf(claims, {
  kind: 'payoutClaims.export',
  title: { en: 'Export of claims on payees', zh: '导出多付追回' },
  page: payoutClaim.exportList.access.page,
  params: payoutClaim.exportList.request,
  fileStem: 'payout-claims',
  subjectType: 'payoutClaim',
  columns: [
    { en: 'Claim', zh: '追回编号', of: (row) => row.claimNo },
    {
      en: 'Status',
      zh: '状态',
      of: (row) => row.claimStatus,
      codes: {
        OPEN: ['Open', '待追回'],
        PART_CLEARED: ['Partly paid back', '部分追回'],
        CLEARED: ['Paid back', '已追回'],
      },
    },
    { en: 'Payout', zh: '付款', of: (row) => row.attemptNo },
    { en: 'Paid for', zh: '付款对象', of: (row) => row.subjectNo },
    { en: 'Serial number', zh: '流水号', of: (row) => row.serial },
    { en: 'Account name', zh: '账户名称', of: (row) => row.accountName },
    { en: 'Payee', zh: '收款人', of: (row) => row.payeeName },
    { en: 'Claimed (KES)', zh: '应追回（KES）', of: (row) => kes(row.amountCents) },
    { en: 'Paid back (KES)', zh: '已追回（KES）', of: (row) => kes(row.clearedCents) },
    { en: 'Outstanding (KES)', zh: '待追回（KES）', of: (row) => kes(row.outstandingCents) },
    { en: 'Paid at', zh: '付款时间', of: (row) => row.happenedAt, isTime: true },
    { en: 'Requested by', zh: '申请人', of: (row) => row.makerName },
    { en: 'Approved by', zh: '审批人', of: (row) => row.checkerName },
  ],
});
