import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { freeHeldCoupon } from '../coupons/index.ts';
import { type Offer, offerAt } from '../price-rules/index.ts';
import { advance } from '../../../state-machine/index.ts';
import { noteAllotment } from './allotments.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { orderMachine } from '../../../state-machine/machines/order.machine.ts';
import { applyFrom } from './cooling-off.ts';
import { refuseAboveCaps } from './price-caps.ts';
import { isStep, productTerms } from './terms.ts';
import type { LoanOrder, OrderMove } from './loan-order.ts';

/** Locks the order, so that what is decided from it still holds at the commit. @throws AppError ORDER_NOT_FOUND */
export async function lockOrder(tx: Tx, orderNo: string): Promise<LoanOrder> {
  const row = await tx
    .selectFrom('loanOrder')
    .selectAll()
    .where('orderNo', '=', orderNo)
    .forNoKeyUpdate()
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!row) throw new AppError('ORDER_NOT_FOUND');
  noteState(tx, `order ${orderNo}`, row.version);
  return { ...row, terms: productTerms.parse(row.terms) };
}

/**
 * The one way an order changes its state: by its machine, with a row of its history.
 * @throws AppError ILLEGAL_TRANSITION
 */
export async function moveOrder(tx: Tx, order: LoanOrder, move: OrderMove): Promise<LoanOrder> {
  const { command, userNo, remark, at = new Date() } = move;
  const toStatus = advance(orderMachine, order.orderStatus, command);
  const isRefused = toStatus === 'MACHINE_REFUSED' || toStatus === 'REFUSED';
  const isNewInQueue = isInQueue(toStatus) && !isInQueue(order.orderStatus);
  const change = {
    ...(isRefused && { refusedAt: at }),
    ...(isNewInQueue && { queuedAt: at }),
    ...move.change,
  };
  await tx
    .updateTable('loanOrder')
    .set((eb) => ({ ...change, orderStatus: toStatus, version: eb('version', '+', 1) }))
    .where('orderNo', '=', order.orderNo)
    .execute();
  await tx
    .insertInto('orderEvent')
    .values({
      orderNo: order.orderNo,
      command,
      fromStatus: order.orderStatus,
      toStatus,
      userNo: userNo ?? null,
      remark: remark ?? null,
      at,
    })
    .execute();
  // A person's command is told by its record.
  if (userNo === undefined) {
    await publishEvent(tx, {
      topic: `order.${command}`,
      subjectType: 'order',
      subjectNo: order.orderNo,
      merchantNo: order.merchantNo,
      before: { orderStatus: order.orderStatus },
      after: { orderStatus: toStatus },
    });
  }
  if (isRefused || toStatus === 'VOIDED' || toStatus === 'CLOSED') {
    await freeHeldCoupon(tx, order.orderNo, { userNo, at });
  }
  const moved = { ...order, ...change, orderStatus: toStatus, version: order.version + 1 };
  await noteAllotment(tx, order, moved, { ...move, at });
  return moved;
}

function isInQueue(status: LoanOrder['orderStatus']): boolean {
  return status === 'TO_ALLOCATE' || status === 'PENDING_REVIEW';
}

export interface NewOrder {
  readonly customerNo: string;
  readonly productNo: string;
  readonly appliedCents: number;
  readonly payee: { readonly phone: string; readonly name: string };
  readonly at?: Date;
  /** Settled loans of the traffic limit that admitted it. */
  readonly admittedUnder?: number;
  /** INCOMING_CHANNEL; null where nobody said. */
  readonly incomingChannel?: string | null;
}

/**
 * A customer's application: the product's version of the day at the customer's price, first or repeat by the customer's
 * history. @throws AppError PRODUCT_NOT_FOUND, AMOUNT_INVALID, COOLING_OFF, and above a cap on prices as `refuseAboveCaps`
 */
export async function takeApplication(tx: Tx, application: NewOrder): Promise<string> {
  const { customerNo, productNo, appliedCents, payee, at = new Date() } = application;
  const { admittedUnder = null, incomingChannel = null } = application;
  const { merchantNo, versionNo, offer } = await offerOf(tx, { customerNo, productNo }, at);
  const { terms, ...pricing } = offer;
  await refuseClosedCustomer(tx, customerNo);
  if (
    appliedCents < terms.minPrincipalCents ||
    appliedCents > terms.maxPrincipalCents ||
    !isStep(appliedCents, terms)
  ) {
    throw new AppError('AMOUNT_INVALID');
  }
  await refuseWhileCoolingOff(tx, customerNo, at);
  // A cap that came after the product's version.
  await refuseAboveCaps(tx, terms, businessDateOf(at));
  const earlier = await tx
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('customerNo', '=', customerNo)
    .where('lendingTime', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  const { orderNo } = await tx
    .insertInto('loanOrder')
    .values({
      merchantNo,
      customerNo,
      productNo,
      productVersionNo: versionNo,
      terms: JSON.stringify(terms),
      ...pricing,
      loanType: earlier ? 'REPEAT' : 'FIRST',
      appliedCents,
      collectionScope: terms.collectionScope,
      repaymentCode: sql<string>`'R' || lpad(nextval('repayment_code_number')::text, 8, '0')`,
      payeePhone: payee.phone,
      payeeName: payee.name,
      applyTime: at,
      admittedUnder,
      incomingChannel,
    })
    .returning('orderNo')
    .executeTakeFirstOrThrow();
  return orderNo;
}

/** What a customer is offered of a product: its version of the day at their price. @throws AppError PRODUCT_NOT_FOUND */
export async function offerOf(
  db: Queryable,
  { customerNo, productNo }: Pick<NewOrder, 'customerNo' | 'productNo'>,
  at: Date,
): Promise<{ readonly merchantNo: string; readonly versionNo: number; readonly offer: Offer }> {
  const product = await db
    .selectFrom('loanProductVersion as v')
    .innerJoin('loanProduct as p', 'p.productNo', 'v.productNo')
    .select(['v.versionNo', 'v.terms', 'p.merchantNo'])
    .where('v.productNo', '=', productNo)
    .where('p.isEnabled', '=', true)
    .where('v.effectiveFrom', '<=', sql<string>`(${at}::timestamptz at time zone 'Africa/Nairobi')::date`)
    .orderBy('v.effectiveFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!product) throw new AppError('PRODUCT_NOT_FOUND');
  const { merchantNo, versionNo } = product;
  const terms = productTerms.parse(product.terms);
  return { merchantNo, versionNo, offer: await offerAt(db, { merchantNo, productNo, customerNo }, terms, at) };
}

/** @throws AppError CUSTOMER_CLOSED, CUSTOMER_DATA_EXPIRED until they were collected afresh */
async function refuseClosedCustomer(tx: Tx, customerNo: string): Promise<void> {
  const { accountStatus, dataStatus } = await tx
    .selectFrom('customer')
    .select(['accountStatus', 'dataStatus'])
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  if (accountStatus !== 'OPEN') throw new AppError('CUSTOMER_CLOSED');
  if (dataStatus === 'EXPIRED') throw new AppError('CUSTOMER_DATA_EXPIRED');
}

/** @throws AppError COOLING_OFF where a refusal's days are not over. */
async function refuseWhileCoolingOff(tx: Tx, customerNo: string, at: Date): Promise<void> {
  const from = await applyFrom(tx, customerNo, at);
  if (from !== null) throw new AppError('COOLING_OFF', { facts: { from } });
}
