import type { ParsedRequestOf, paymentLink, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { DEFAULT_ALLOCATION_ORDER, isAllocationOrder, outstandingOf } from '../../platform/ledger/index.ts';
import { allocate, isServed, type LockedLoan, oldestFirst, reachOrder, readToDate } from '../payments/index.ts';
import { billsReached, boundsOf, owedOf } from '../prompts/index.ts';

/** A loan's bills as a payment finds them. */
type OwingBills = Pick<LockedLoan, 'open' | 'claims'>;

/** Read without a lock: for what is shown. */
export async function owingBills(tx: Tx, orderNo: string): Promise<OwingBills> {
  const bills = await tx
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .selectAll('billBalance')
    .select(['bill.billStatus', 'bill.dueDate', 'bill.allocationOrder'])
    .where('bill.orderNo', '=', orderNo)
    .where('bill.billStatus', 'in', ['ACTIVE', 'CHARGED_OFF'])
    .execute();
  const open = bills
    .filter(({ billStatus }) => billStatus === 'ACTIVE')
    .map((bill) => {
      const asked: readonly string[] = bill.allocationOrder;
      const order = isAllocationOrder(asked) ? asked : DEFAULT_ALLOCATION_ORDER;
      return { billNo: bill.billNo, dueDate: bill.dueDate, order, outstanding: outstandingOf(bill) };
    });
  const claims = bills
    .filter(({ billStatus, claimCents }) => billStatus === 'CHARGED_OFF' && claimCents > 0)
    .map(({ billNo, dueDate, claimCents }) => ({ billNo, dueDate, claimCents }));
  return { open, claims };
}

/**
 * What a link may reach: the bills through one, the oldest first, as a payment finds them; all where none is named.
 * @throws AppError BILL_NOT_FOUND
 */
export function throughBill({ open, claims }: OwingBills, billNo: string | null): OwingBills {
  if (billNo === null) return { open, claims };
  const inOrder = oldestFirst([...open, ...claims]).map((bill) => bill.billNo);
  const last = inOrder.indexOf(billNo);
  if (last < 0) throw new AppError('BILL_NOT_FOUND');
  const reached = new Set(inOrder.slice(0, last + 1));
  const isReached = (bill: { readonly billNo: string }) => reached.has(bill.billNo);
  return { open: open.filter(isReached), claims: claims.filter(isReached) };
}

type Reached = ReplyOf<typeof paymentLink.reach>['bills'][number];

/** What a payment of so much would pay: the oldest bill first, as it will be allocated. Pure. */
export function reachedBy(
  amountCents: number,
  { open, claims }: OwingBills,
): { readonly bills: Reached[]; readonly surplusCents: number } {
  let left = amountCents;
  const bills: Reached[] = [];
  for (const { billNo, dueDate } of oldestFirst([...open, ...claims])) {
    if (left === 0) break;
    const bill = open.find((one) => one.billNo === billNo);
    const claim = claims.find((one) => one.billNo === billNo);
    if (!bill && !claim) throw new Error(`${billNo} is neither open nor charged off`);
    const parts = bill ? allocate(left, [bill]).parts : [];
    const taken =
      claim && !bill ? Math.min(left, claim.claimCents) : parts.reduce((sum, part) => sum + part.amountCents, 0);
    if (taken === 0) continue;
    const shown = parts.map(({ component, amountCents: cents }) => ({ component, amountCents: cents }));
    bills.push({ billNo, dueDate, isClaim: !bill, amountCents: taken, parts: shown });
    left -= taken;
  }
  return { bills, surplusCents: left };
}

/** The server's own paybill, which prompts are paid in to. */
const PAYBILL = 'MPESA_PAYBILL';

/** The enabled M-Pesa account whose bounds a merchant's links keep: its own, else the paybill's, else one of all. */
export async function linkAccount(db: Queryable, merchantNo: string) {
  const accounts = await db
    .selectFrom('repayAccount')
    .select(['accountId', 'merchantNos', 'minCents', 'maxCents', 'shortCode', 'accountName'])
    .where('paymentChannel', '=', 'MPESA')
    .where('enabled', '=', true)
    .orderBy('accountId')
    .execute();
  const serving = accounts.filter((account) => isServed(account, merchantNo));
  const own = serving.find(({ merchantNos }) => merchantNos.length > 0);
  return own ?? serving.find(({ accountId }) => accountId === PAYBILL) ?? serving[0] ?? null;
}

/** @throws AppError ORDER_NOT_FOUND, BILL_NOT_FOUND, LINK_NO_ACCOUNT */
export async function readReach(
  { orderNo, billNo, amountCents }: ParsedRequestOf<typeof paymentLink.reach>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof paymentLink.reach>> {
  const { merchantNo } = await reachOrder(db, caller.scope, orderNo);
  const account = await linkAccount(db, merchantNo);
  if (!account) throw new AppError('LINK_NO_ACCOUNT');
  const owing = await readToDate(db, orderNo, (tx) => owingBills(tx, orderNo));
  const bills = throughBill(owing, billNo ?? null);
  const { from, to } = boundsOf(owedOf(bills, { billNo: null, billNos: null }), account);
  return { fromCents: from, toCents: to, ...reachedBy(amountCents ?? to, bills) };
}

/**
 * Of a case that the caller sees: what its link may ask for, and the bills that an amount would reach.
 * @throws AppError CASE_NOT_FOUND, LINK_NO_ACCOUNT
 */
export async function readCaseReach(
  { caseId, amountCents }: ParsedRequestOf<typeof paymentLink.reachOfCase>,
  caseScope: 'ORDER' | 'BILL',
  { db, caller }: Call,
): Promise<ReplyOf<typeof paymentLink.reach>> {
  const found = await db
    .selectFrom('collectionCase')
    .select(['orderNo', 'merchantNo'])
    .where('caseNo', '=', caseId)
    .where('caseScope', '=', caseScope)
    .executeTakeFirst();
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) throw new AppError('CASE_NOT_FOUND');
  const account = await linkAccount(db, found.merchantNo);
  if (!account) throw new AppError('LINK_NO_ACCOUNT');
  const owing = await readToDate(db, found.orderNo, (tx) => owingBills(tx, found.orderNo));
  const billNos = await billsReached(db, caseId);
  const { from, to } = boundsOf(owedOf(owing, { billNo: null, billNos }), account);
  return { fromCents: from, toCents: to, ...reachedBy(amountCents ?? to, owing) };
}
