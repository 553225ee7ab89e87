import type { ParsedRequestOf, refund, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { maskPhone, maskText } from '../../platform/masking/index.ts';
import { flowsWithin, heldCredit } from '../payments/index.ts';
import { startOfBusinessDate } from '../../platform/policy/index.ts';
import { isSameName, statesOf, wordsOf } from './refund-words.ts';

type Page = ReplyOf<typeof refund.page>;
type Row = Page['rows'][number];
type Request = ParsedRequestOf<typeof refund.page>;

/** @param first which come first where nothing else is requested. */
export async function findRefunds(
  { filters, page, pageSize, sort }: Request,
  first: 'newest' | 'longest waiting',
  { db, caller }: Call,
): Promise<Page> {
  const found = matching(db, filters, caller);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const fields = { applyTime: 'r.createdAt', amountCents: 'r.amountCents', successTime: 'r.successTime' } as const;
  const rows = rowsOf(found);
  const ordered =
    sort !== null
      ? rows.orderBy(fields[sort.field], sort.direction)
      : first === 'newest'
        ? rows.orderBy('r.createdAt', 'desc')
        : rows.orderBy(sql`r.refund_status in ('PENDING', 'APPROVED')`, 'desc').orderBy('r.createdAt', 'asc');
  const list = await ordered
    .orderBy('r.refundNo', sort?.direction ?? 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  return { total, totalIsExact: true, rows: list.map((row) => present(row, caller)) };
}

/** @throws AppError REFUND_NOT_FOUND */
export async function readRefund(refundNo: string, { db, caller }: Call): Promise<Row> {
  const row = await rowsOf(matching(db, {}, caller))
    .where('r.refundNo', '=', refundNo)
    .executeTakeFirst();
  if (!row) throw new AppError('REFUND_NOT_FOUND');
  return present(row, caller);
}

function matching(db: Queryable, filters: Request['filters'], caller: Caller) {
  const { refundNo, orderNo, phone, paymentCode, verifyStatus, merchantNo } = filters;
  // Filters may contradict each other: no state is both.
  const states = statesOf(filters);
  let query = db
    .selectFrom('refund as r')
    .innerJoin('paymentFlow', 'paymentFlow.flowNo', 'r.flowNo')
    .innerJoin('customer', 'customer.customerNo', 'r.customerNo')
    .innerJoin('appUser as applicant', 'applicant.userNo', 'r.applicantUserNo')
    .leftJoin('appUser as checker', 'checker.userNo', 'r.checkerUserNo')
    .leftJoin('appUser as second', 'second.userNo', 'r.secondCheckerUserNo')
    .where(flowsWithin(caller.scope))
    .where((eb) => (states.length === 0 ? eb.lit(false) : eb('r.refundStatus', 'in', states)));
  if (refundNo) query = query.where('r.refundNo', '=', refundNo);
  if (orderNo) query = query.where('r.orderNo', '=', orderNo);
  if (phone) query = query.where('customer.phone', '=', phone);
  if (paymentCode) query = query.where('paymentFlow.paymentCode', '=', paymentCode);
  if (verifyStatus) query = query.where('r.verifyStatus', '=', verifyStatus);
  if (merchantNo) query = query.where('r.merchantNo', '=', merchantNo);
  const { applicantUserNo, otherPayee, verifyIgnored, waitingOver, from, to } = filters;
  if (applicantUserNo) query = query.where('r.applicantUserNo', '=', applicantUserNo);
  if (otherPayee !== undefined) query = query.where('r.isOriginalPayer', '=', !otherPayee);
  if (verifyIgnored) query = query.where('r.verifyIgnoredReason', 'is not', null);
  if (waitingOver !== undefined) {
    query = query
      .where('r.refundStatus', 'in', ['PENDING', 'APPROVED'])
      .where('r.createdAt', '<', sql<Date>`now() - make_interval(hours => ${waitingOver})`);
  }
  if (from) query = query.where('r.createdAt', '>=', startOfBusinessDate(from));
  if (to) query = query.where('r.createdAt', '<', new Date(startOfBusinessDate(to).getTime() + 86_400_000));
  return query;
}

const rowsOf = (query: ReturnType<typeof matching>) =>
  query
    .selectAll('r')
    .select(['paymentFlow.paymentCode', 'paymentFlow.paymentChannel', 'paymentFlow.payerName'])
    .select(['paymentFlow.payerPhone', 'paymentFlow.creditedCents'])
    .select(['customer.customerName', 'customer.phone', 'applicant.realName as applicantName'])
    .select(['checker.realName as checkerName', 'second.realName as secondCheckerName'])
    .select(
      sql<{ attempts: number; status: string | null; failReason: string | null }>`(
        select jsonb_build_object('attempts', count(*),
          'status', (array_agg(a.attempt_status order by a.attempt_count desc))[1],
          'failReason', (array_agg(a.fail_reason order by a.attempt_count desc))[1])
        from payout_attempt a where a.subject_type = 'REFUND' and a.subject_no = r.refund_no)`.as('payouts'),
    );

type Stored = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

function present(row: Stored, caller: Caller): Row {
  const hides = (field: string) => caller.isMasked || caller.maskedFields.has(field);
  const name = (field: string, text: string) => (hides(field) ? maskText(text) : text);
  return {
    ...wordsOf(row),
    orderNo: row.orderNo,
    merchantNo: row.merchantNo,
    customerNo: row.customerNo,
    customerName: name('customerName', row.customerName),
    phone: maskPhone(row.phone),
    flowNo: row.flowNo,
    paymentCode: row.paymentCode,
    paymentChannel: row.paymentChannel,
    payerName: row.payerName === null ? null : name('payerName', row.payerName),
    payerPhone: row.payerPhone === null ? null : maskPhone(row.payerPhone),
    payeeName: name('payeeName', row.payeeName),
    payeeAccount: maskPhone(row.payeePhone),
    registeredName: row.registeredName === null ? null : name('payeeName', row.registeredName),
    nameMatch: row.registeredName === null ? null : isSameName(row.payeeName, row.registeredName),
    isOtherPayee: !row.isOriginalPayer,
    isVerifyIgnored: row.verifyIgnoredReason !== null,
    amountCents: row.amountCents,
    creditCents: row.creditedCents,
    refundChannel: row.refundChannel,
    isUnknown: row.payouts.status === 'UNKNOWN',
    reasonCode: row.reasonCode,
    remark: row.remark,
    auditRemark: row.auditRemark,
    voucherIds: row.voucherIds,
    applicantUserNo: row.applicantUserNo,
    applicantName: row.applicantName,
    checkerName: row.checkerName,
    secondCheckerName: row.secondCheckerName,
    applyTime: row.createdAt.toISOString(),
    successTime: row.successTime?.toISOString() ?? null,
    failReason: row.payouts.failReason,
    attemptCount: row.payouts.attempts,
    allowedActions: actionsOf(row, caller),
  };
}

/** What this person may do with the refund now: never with what they requested. */
function actionsOf(row: Stored, { userNo, codes }: Caller): refund.RefundAction[] {
  if (row.applicantUserNo === userNo) return [];
  const isPassed = row.verifyStatus === 'PASSED' || row.verifyIgnoredReason !== null;
  const isOpen = row.refundStatus === 'PENDING' || row.refundStatus === 'APPROVED';
  const isChecked = row.isOriginalPayer || row.secondCheckerUserNo !== null;
  const mayCheck = codes.has('charge:refund:check');
  const actions: refund.RefundAction[] = [];
  if (isOpen && !isPassed && mayCheck) actions.push('verify');
  if (isOpen && !isPassed && row.refundChannel !== 'MPESA' && codes.has('charge:refund:ignoreVerify'))
    actions.push('ignoreVerify');
  if (row.refundStatus === 'PENDING' && mayCheck) actions.push('approve', 'reject');
  if (
    (isOpen || row.refundStatus === 'FAILURE') &&
    !isChecked &&
    row.checkerUserNo !== userNo &&
    codes.has('charge:refundPayee:check')
  )
    actions.push('payeeCheck');
  const mayPay = codes.has('charge:refund:payout') && isPassed && isChecked;
  if (mayPay && row.refundStatus === 'APPROVED') actions.push('payout');
  if (mayPay && row.refundStatus === 'FAILURE') actions.push('reRefund');
  return actions;
}

/** A customer's credit, a flow each. @throws AppError FORM_INCOMPLETE where neither order nor phone is given */
export async function readCredit(
  { orderNo, phone }: ParsedRequestOf<typeof refund.creditPage>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof refund.creditPage>> {
  if (!orderNo && !phone) throw new AppError('FORM_INCOMPLETE', { fields: ['orderNo', 'phone'] });
  let query = db
    .selectFrom('paymentFlow')
    .innerJoin('customer', 'customer.customerNo', 'paymentFlow.customerNo')
    .selectAll('paymentFlow')
    .select('customer.customerName')
    .where('creditedCents', '>', 0)
    .where(flowsWithin(caller.scope));
  if (phone) query = query.where('customer.phone', '=', phone);
  if (orderNo) {
    query = query.where('paymentFlow.customerNo', '=', (eb) =>
      eb.selectFrom('loanOrder').select('loanOrder.customerNo').where('loanOrder.orderNo', '=', orderNo),
    );
  }
  const flows = await query.orderBy('repayTime', 'desc').limit(100).execute();
  const hides = (field: string) => caller.isMasked || caller.maskedFields.has(field);
  const rows = await Promise.all(
    flows.map(async (flow) => {
      const heldCents = await heldCredit(db, flow.flowNo);
      const { payerName, payerPhone, customerName } = flow;
      return {
        flowNo: flow.flowNo,
        orderNo: flow.orderNo,
        merchantNo: flow.merchantNo,
        customerNo: flow.customerNo ?? '',
        customerName: hides('customerName') ? maskText(customerName) : customerName,
        paymentCode: flow.paymentCode,
        paymentChannel: flow.paymentChannel,
        payerName: payerName !== null && hides('payerName') ? maskText(payerName) : payerName,
        payerPhone: payerPhone === null ? null : maskPhone(payerPhone),
        repayTime: flow.repayTime.toISOString(),
        creditCents: flow.creditedCents,
        heldCents,
        freeCents: Math.max(0, flow.creditedCents - heldCents),
        isPayerKnown: payerPhone !== null,
      };
    }),
  );
  return { rows };
}
