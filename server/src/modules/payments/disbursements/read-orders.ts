import { payoutOrder } from '@kituo/sdk/contracts';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { COUNTED_FAR_APART } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { hasWayOut, isPayable, ordersWithin } from '../../lending/orders/index.ts';
import { everyRoute, type Sending, sendingOf } from '../../lending/routing/index.ts';
import { admissionsToday } from '../../parties/org-merchants/index.ts';
import { maskAccount, maskPhone } from '../../platform/masking/index.ts';
import { heldAmong, heldBack } from './held-back.ts';
import { payeeChangerOf } from './payee-changer.ts';

type Row = payoutOrder.PayoutOrderRow;
type Status = Row['payoutStatus'];

const SHOWN = payoutOrder.payoutOrderStatus.options;
const LIVE_CHANGES = ['payeeChange.change', 'payout.offlineLoan'];

/** Some payout of the order is in such a state, spelled out: there are indexes of those that did not succeed, and of live ones. */
const hasAttempt = (is: RawBuilder<unknown>) => sql<boolean>`exists (select from payout_attempt a
  where a.subject_type = 'LOAN' and a.subject_no = loan_order.order_no and a.attempt_status ${is})`;

const IN_STATUS: Readonly<Record<NonNullable<Status>, () => ReturnType<typeof sql<boolean>>>> = {
  IN_PROGRESS: () =>
    sql<boolean>`(loan_order.order_status = 'DISBURSING' and ${hasAttempt(sql`in ('CREATED', 'SENT')`)})`,
  UNKNOWN: () => sql<boolean>`(loan_order.order_status = 'DISBURSING' and ${hasAttempt(sql`= 'UNKNOWN'`)})`,
  SUCCESS: () => sql<boolean>`(loan_order.order_status in ('DISBURSED', 'CLOSED') and ${hasAttempt(sql`= 'SUCCESS'`)})`,
  FAILURE: () =>
    sql<boolean>`(loan_order.order_status in ('DISBURSE_FAILED', 'VOIDED') and ${hasAttempt(sql`= 'FAILED'`)})`,
};

/** Customers by an exact phone or ID number: an order knows its customer by number alone. */
const ofCustomers = (column: 'phone' | 'idCardNo') => (value: string) => (eb: ExpressionBuilder<Schema, 'loanOrder'>) =>
  eb('loanOrder.customerNo', 'in', eb.selectFrom('customer').select('customer.customerNo').where(column, '=', value));

/** The newest attempt of each order. */
export const newestAttempt = sql<{
  attemptStatus: string | null;
  failCode: string | null;
  failReason: string | null;
  attemptCount: number | null;
}>`lateral (select a.attempt_status, a.fail_code, a.fail_reason, a.attempt_count from payout_attempt a
  where a.subject_type = 'LOAN' and a.subject_no = loan_order.order_no order by a.attempt_count desc limit 1)`;

/**
 * Every order from its approval to money out, the newest approval first.
 *
 * @param everyHeld which orders wait, and why, where that is filtered by; it is derived from their merchants' days, and
 *   read for the rows of a page alone where nothing depends on the others.
 * @param sending how an order leaves, by its merchant's strategies: these are read once, too.
 * @param admissions the traffic limits of each merchant, with what they admitted today.
 */
function ordersToPay(
  everyHeld: ReadonlyMap<string, NonNullable<Row['holdReason']>> | null,
  sending: (order: Parameters<typeof sendingOf>[1] & { readonly merchantNo: string }) => Sending,
  admissions: Awaited<ReturnType<typeof admissionsToday>>,
) {
  return defineList(
    payoutOrder.page,
    (db: Queryable) =>
      db
        .selectFrom('loanOrder')
        .where('loanOrder.auditTime', 'is not', null)
        .where('loanOrder.approvedCents', 'is not', null)
        .where('loanOrder.orderStatus', 'in', SHOWN),
    (by) => ({
      scope: ({ caller }) => ordersWithin(caller.scope),
      key: 'loanOrder.orderNo',
      missing: 'ORDER_NOT_FOUND',
      filters: {
        orderNo: (no) => sql<boolean>`loan_order.order_no = ${no.toUpperCase()}`,
        thirdPartyOrderNo: by.is('loanOrder.thirdPartyOrderNo'),
        disbursementCode: (code) => (eb) =>
          eb(
            'loanOrder.orderNo',
            'in',
            eb
              .selectFrom('payoutAttempt')
              .select('payoutAttempt.subjectNo')
              .where('payoutAttempt.subjectType', '=', 'LOAN')
              .where('payoutAttempt.channelReference', '=', code),
          ),
        phone: ofCustomers('phone'),
        idCardNo: ofCustomers('idCardNo'),
        merchantNo: by.is('loanOrder.merchantNo'),
        orderStatus: (choice) => (eb) => eb('loanOrder.orderStatus', 'in', statusesOf(choice)),
        payoutStatus: (status) => IN_STATUS[status](),
        payoutType: by.is('loanOrder.payoutType'),
        lendingChannel: by.is('loanOrder.lendingChannel'),
        failCode: (code) => sql<boolean>`(loan_order.order_status in ('DISBURSE_FAILED', 'VOIDED')
          and exists (select from payout_attempt a where a.subject_type = 'LOAN'
            and a.subject_no = loan_order.order_no and a.fail_code = ${code}))`,
        holdReason: (reason) => {
          const numbers = [...(everyHeld ?? [])].filter(([, why]) => why === reason).map(([orderNo]) => orderNo);
          return sql<boolean>`loan_order.order_no = any(${numbers})`;
        },
        lendingTime: by.days('loanOrder.lendingTime'),
      },
      sorts: {
        auditTime: 'loanOrder.auditTime',
        lendingTime: 'loanOrder.lendingTime',
        approvedAmountCents: 'loanOrder.approvedCents',
      },
      first: [['loanOrder.auditTime', 'desc']],
      select: (query) =>
        query
          .innerJoin('customer as c', 'c.customerNo', 'loanOrder.customerNo')
          .innerJoin('merchant as m', 'm.merchantNo', 'loanOrder.merchantNo')
          .leftJoin(newestAttempt.as('p'), (join) => join.onTrue())
          .select(['loanOrder.orderNo', 'loanOrder.thirdPartyOrderNo', 'loanOrder.merchantNo', 'm.merchantName'])
          .select(['c.customerName', 'c.phone', 'loanOrder.payoutType', 'loanOrder.payoutSubType'])
          .select(['loanOrder.payeePhone', 'loanOrder.payeeBankName', 'loanOrder.payeeAccountNo'])
          .select(['loanOrder.eWalletAccount', 'loanOrder.approvedCents', 'loanOrder.paidOutCents'])
          .select(['loanOrder.lendingChannel', 'loanOrder.orderStatus', 'loanOrder.reviewerUserNo'])
          .select(['loanOrder.auditTime', 'loanOrder.lendingTime', 'loanOrder.version'])
          .select(['p.attemptStatus', 'p.failCode', 'p.failReason', 'p.attemptCount'])
          .select(['loanOrder.productNo', 'loanOrder.admittedUnder'])
          .select(payeeChangerOf(sql.ref('loan_order.order_no')).as('payeeChangedBy'))
          .select(
            sql<boolean>`exists (select from change_request q where q.subject_no = loan_order.order_no
              and q.kind = any(${LIVE_CHANGES}) and q.change_state = 'PENDING')`.as('hasWaitingChange'),
          ),
      async rows(stored, { db, caller }): Promise<Row[]> {
        const held = everyHeld ?? (await heldAmong(db, stored));
        return stored.map((row) => ({
          orderNo: row.orderNo,
          thirdPartyOrderNo: row.thirdPartyOrderNo,
          merchantNo: row.merchantNo,
          merchantName: row.merchantName,
          customerName: row.customerName,
          phone: row.phone,
          payoutType: row.payoutType,
          payoutAccount: accountOf({
            payoutType: row.payoutType,
            account: accountNoOf(row),
            bank: row.payeeBankName,
          }),
          approvedAmountCents: row.approvedCents ?? 0,
          actualLoanAmountCents: row.paidOutCents,
          lendingChannel: row.lendingChannel,
          orderStatus: payoutOrder.payoutOrderStatus.parse(row.orderStatus),
          payoutStatus: statusOf(row.attemptStatus),
          failCode: row.attemptStatus === 'FAILED' ? row.failCode : null,
          failReason: row.attemptStatus === 'FAILED' ? row.failReason : null,
          holdReason: held.get(row.orderNo) ?? null,
          trafficLimit: limitOf(admissions, row.merchantNo, row.admittedUnder),
          attemptCount: row.attemptCount ?? 0,
          auditTime: row.auditTime?.toISOString() ?? null,
          lendingTime: row.lendingTime?.toISOString() ?? null,
          hasWaitingChange: row.hasWaitingChange,
          version: row.version,
          allowedActions: actionsOf({ ...row, ...sending(row) }, caller),
        }));
      },
      countsTo: COUNTED_FAR_APART,
      personal: { customerName: 'name', phone: 'phone' },
    }),
  );
}

/** The list as of now. @param held every order that waits, where the request or a file asks about others than a page's */
async function listNow(db: Queryable, held: Parameters<typeof ordersToPay>[0]) {
  const now = new Date();
  const routes = await everyRoute(db, now);
  const admissions = await admissionsToday(db, now);
  const list = ordersToPay(held, (order) => sendingOf(routes.get(order.merchantNo), order, now), admissions);
  return { list, admissions };
}

/** The list as of now, with what the rows of a file are told from. */
export async function payoutDay(reading: Parameters<typeof heldBack>[0]) {
  const held = await heldBack(reading);
  return { ...(await listNow(reading.db, held)), held };
}
export type PayoutDay = Awaited<ReturnType<typeof payoutDay>>;

/** The list of the page, and its rows. */
export const payoutOrders = {
  async page(request: Parameters<Orders['page']>[0], reading: Parameters<Orders['page']>[1]) {
    const held = request.filters.holdReason === undefined ? null : await heldBack(reading);
    return await (await listNow(reading.db, held)).list.page(request, reading);
  },
  one: async (orderNo: string, reading: Parameters<Orders['one']>[1]) =>
    await (await listNow(reading.db, null)).list.one(orderNo, reading),
};
type Orders = ReturnType<typeof ordersToPay>;

/** The states that a choice of the filter stands for. */
function statusesOf(choice: NonNullable<payoutOrder.PayoutOrderFilters['orderStatus']>) {
  const type = payoutOrder.payoutStatusType.safeParse(choice).data;
  const all = payoutOrder.payoutOrderStatus.options;
  return type === undefined ? all.filter((status) => status === choice) : payoutOrder.PAYOUT_STATUS_TYPES[type];
}

function statusOf(attemptStatus: string | null): Status {
  if (attemptStatus === null) return null;
  if (attemptStatus === 'SUCCESS') return 'SUCCESS';
  if (attemptStatus === 'FAILED') return 'FAILURE';
  return attemptStatus === 'UNKNOWN' ? 'UNKNOWN' : 'IN_PROGRESS';
}

const accountNoOf = (row: {
  readonly payoutType: string;
  readonly payeePhone: string;
  readonly payeeAccountNo: string | null;
  readonly eWalletAccount: string | null;
}): string | null => {
  if (row.payoutType === 'MOBILE_MONEY') return row.payeePhone;
  return row.payoutType === 'E_WALLET' ? row.eWalletAccount : row.payeeAccountNo;
};

/** Where the money goes, masked: a phone, a bank and its account, or an e-wallet. */
export function accountOf({
  payoutType,
  account,
  bank,
}: {
  readonly payoutType: string;
  readonly account: string | null;
  readonly bank: string | null;
}): string {
  if (payoutType === 'MOBILE_MONEY') return maskPhone(account ?? '');
  if (payoutType === 'E_WALLET') return maskAccount(account ?? '');
  return `${bank ?? ''} ${maskAccount(account ?? '')}`.trim();
}

/** The merchant's traffic limit that an order was admitted under. */
export const limitOf = (
  admissions: Awaited<ReturnType<typeof admissionsToday>>,
  merchantNo: string,
  settled: number | null,
) => admissions.get(merchantNo)?.find((one) => one.settledOrderCount === settled) ?? null;

/** What this person may do with the order now. Who reviewed it, or changed its payee last, sends nothing. */
function actionsOf(
  row: {
    readonly orderStatus: string;
    readonly payoutType: Row['payoutType'];
    readonly payoutSubType: string;
    readonly reviewerUserNo: string | null;
    /** Had its money go elsewhere last. */
    readonly payeeChangedBy: string | null;
  } & Sending,
  { codes, userNo }: Caller,
): Row['allowedActions'] {
  const may = (code: string) => codes.has(`afterLoan:${code}`);
  const isWaiting = row.orderStatus === 'PENDING_DISBURSEMENT';
  const isFailed = row.orderStatus === 'DISBURSE_FAILED';
  const isOthers = row.reviewerUserNo !== null && row.reviewerUserNo !== userNo && row.payeeChangedBy !== userNo;
  const actions: Row['allowedActions'] = [];
  if (isWaiting && isOthers && isByHand(row) && may('payout:send')) actions.push('disburse');
  if (isFailed && isOthers && hasWayOut(row) && may('payout:retry')) actions.push('replay');
  if (isFailed && may('payout:cancel')) actions.push('cancel');
  if ((isWaiting || isFailed) && may('payoutChange:update')) actions.push('changePayee');
  if ((isWaiting || isFailed) && may('offlineLoan:import')) actions.push('offlineLoan');
  return actions;
}

/** The route does not send it: it is off, has no approver, or its approver reviewed the order. */
function isByHand(row: Parameters<typeof actionsOf>[0]): boolean {
  const isAutomatic = row.autoSend && row.approverUserNo !== null && row.approverUserNo !== row.reviewerUserNo;
  return isPayable(row) ? !isAutomatic : hasWayOut(row);
}
