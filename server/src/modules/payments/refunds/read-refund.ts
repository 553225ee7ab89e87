import type { refund, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { fileNamesOf } from '../../platform/files/index.ts';
import { readPosted } from '../../platform/ledger/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { flowsWithin } from '../payments/index.ts';
import { openBillOf } from './open-bill.ts';
import { refunds } from './read-refunds.ts';
import { wordsOf } from './refund-words.ts';
import type { Refund } from './refunds.ts';

type Whole = ReplyOf<typeof refund.detail>;

/** As many as say how a customer has been paid back so far. */
const EARLIER = 20;
const HOUR_MS = 3_600_000;

/** One refund with all that a decision rests on. @throws AppError REFUND_NOT_FOUND */
export async function readRefund({ refundNo }: { readonly refundNo: string }, call: Call): Promise<Whole> {
  const { db, lang, caller } = call;
  const row = await refunds.one(refundNo, call);
  const own = await db
    .selectFrom('refund as r')
    .leftJoin('appUser as ignorer', 'ignorer.userNo', 'r.verifyIgnoredBy')
    .leftJoin('appUser as operator', 'operator.userNo', 'r.operatorUserNo')
    .selectAll('r')
    .select(['ignorer.realName as verifyIgnoredByName', 'operator.realName as operatorName'])
    .where('r.refundNo', '=', refundNo)
    .executeTakeFirstOrThrow();
  const flow = await db
    .selectFrom('paymentFlow')
    .select(['repayTime', 'amountCents', 'appliedCents'])
    .where('flowNo', '=', own.flowNo)
    .executeTakeFirstOrThrow();
  const surpluses = await db
    .selectFrom('paymentApplication')
    .select(['applicationNo', 'orderNo', 'billNo', 'appliedCents', 'surplusCents', 'appliedAt'])
    .where('flowNo', '=', own.flowNo)
    .where('applicationStatus', '=', 'LIVE')
    .orderBy('appliedAt')
    .execute();
  const earlier = await db
    .selectFrom('refund')
    .innerJoin('paymentFlow', 'paymentFlow.flowNo', 'refund.flowNo')
    .select(['refund.refundNo', 'refund.amountCents', 'refund.refundStatus', 'refund.verifyStatus'])
    .select(['refund.createdAt', 'refund.isOriginalPayer'])
    .where('refund.customerNo', '=', own.customerNo)
    .where('refund.refundNo', '<>', refundNo)
    .where(flowsWithin(caller.scope))
    .orderBy('refund.createdAt', 'desc')
    .limit(EARLIER)
    .execute();
  const attempts = await db
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('subjectType', '=', 'REFUND')
    .where('subjectNo', '=', refundNo)
    .execute();
  return {
    ...row,
    vouchers: await fileNamesOf(db, own.voucherIds),
    verifyIgnoredReason: own.verifyIgnoredReason,
    verifyIgnoredByName: own.verifyIgnoredByName,
    operatorName: own.operatorName,
    decidedAt: own.decidedAt?.toISOString() ?? null,
    lineage: {
      repayTime: flow.repayTime.toISOString(),
      paidCents: flow.amountCents,
      appliedCents: flow.appliedCents,
      surpluses: surpluses.map(({ appliedAt, ...one }) => ({ ...one, appliedAt: appliedAt.toISOString() })),
    },
    openBill: await openBillOf(db, own.customerNo, own.amountCents),
    signals: await signalsOf(db, own, flow.repayTime),
    earlier: earlier.map(({ createdAt, isOriginalPayer, amountCents, ...one }) => {
      const { refundStatus, auditStatus } = wordsOf(one);
      return {
        refundNo: one.refundNo,
        amountCents,
        refundStatus,
        auditStatus,
        applyTime: createdAt.toISOString(),
        isOtherPayee: !isOriginalPayer,
      };
    }),
    journals: await readPosted(
      db,
      attempts.map(({ attemptNo: no }) => ({ type: 'PAYOUT', no })),
      lang,
    ),
    history: await readHistory(db, 'refund', refundNo),
  };
}

/** What to look at twice before money leaves. */
async function signalsOf(db: Queryable, row: Refund, paidAt: Date): Promise<Whole['signals']> {
  const { customerNo, payeePhone, payeeBankCode, payeeBankCardNo, createdAt } = row;
  const today = startOfBusinessDate(businessDateOf(new Date()));
  const { rows } = await sql<{ customers: number; changed: boolean }>`
    select (select count(distinct customer_no)::int from refund where customer_no <> ${customerNo}
        and (payee_phone = ${payeePhone} or (payee_bank_code = ${payeeBankCode}
          and payee_bank_card_no = ${payeeBankCardNo}))) as customers,
      exists (select from change_request c join loan_order o on o.order_no = c.subject_no
        where c.family = 'payoutChange' and o.customer_no = ${customerNo} and c.change_state = 'APPROVED'
          and c.decided_at >= ${today}) as changed`.execute(db);
  const { customers = 0, changed = false } = rows[0] ?? {};
  return [
    ...(customers > 0 ? [{ signal: 'PAYEE_ELSEWHERE' as const, customers }] : []),
    ...(changed ? [{ signal: 'ACCOUNT_CHANGED_TODAY' as const, customers: 0 }] : []),
    ...(createdAt.getTime() - paidAt.getTime() < HOUR_MS
      ? [{ signal: 'SOON_AFTER_PAYMENT' as const, customers: 0 }]
      : []),
  ];
}

/** Who requested refunds that the caller sees, for filters. */
export async function readApplicants(_: unknown, { db, caller }: Call): Promise<ReplyOf<typeof refund.people>> {
  return await db
    .selectFrom('refund')
    .innerJoin('paymentFlow', 'paymentFlow.flowNo', 'refund.flowNo')
    .innerJoin('appUser', 'appUser.userNo', 'refund.applicantUserNo')
    .select(['appUser.userNo', 'appUser.realName'])
    .distinct()
    .where(flowsWithin(caller.scope))
    .orderBy('appUser.realName')
    .execute();
}
