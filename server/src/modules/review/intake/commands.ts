import type { intake, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockCustomer, registerCustomer } from '../../parties/customers/index.ts';
import { attributeCustomer, attributeOrder } from '../../parties/put-channels/index.ts';
import { noteInvite } from '../../payments/activities/index.ts';
import { signContract } from '../../lending/app-contents/index.ts';
import { admitOrNote } from '../../parties/org-merchants/index.ts';
import { awaitsService } from '../../lending/risk-models/index.ts';
import { isDecidedAtOnce } from '../../lending/rule-sets/index.ts';
import { checkCodes } from '../../platform/dictionaries/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import {
  applyFrom,
  handInAgain,
  type LoanOrder,
  lockOrder,
  machineReview,
  takeApplication,
} from '../../lending/orders/index.ts';

/*
 * What the customers' app does to an order: it is no person of the company, and an account like any other. Every
 * move of the order is in its history under that account.
 */

/** @throws AppError REFERENCE_UNKNOWN, MERCHANT_CLOSED, REGISTRATION_CLOSED, TRAFFIC_LIMIT */
export async function takeCustomer(
  { channelCode, inviterPhone, ...form }: ParsedRequestOf<typeof intake.customer>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  if (!seesMerchant(caller.scope, form.merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const { customer, before } = await registerCustomer(tx, form);
  const { customerNo, merchantNo } = customer;
  // One who is known registers nothing.
  if (!before) {
    const arriving = { merchantNo, admissionKind: 'REGISTRATION', settledOrders: 0, at: new Date() } as const;
    await admitOrNote(call, arriving, form.phone);
  }
  if (!before && inviterPhone != null) await noteInvite(tx, { customerNo, merchantNo, inviterPhone });
  if (!before && channelCode != null) await attributeCustomer(tx, { customerNo, merchantNo }, channelCode, new Date());
  await writeAudit(tx, call, {
    action: before ? 'customer.updated' : 'customer.registered',
    subjectType: 'customer',
    subjectNo: customerNo,
    merchantNo,
    ...(before && { before: { county: before.county, payDay: before.payDay } }),
    after: { phone: maskPhone(customer.phone), county: customer.county, payDay: customer.payDay },
  });
  return { customerNo, isNew: before === null };
}

/** @throws AppError CUSTOMER_NOT_FOUND, PRODUCT_NOT_FOUND, AMOUNT_INVALID, COOLING_OFF, MERCHANT_CLOSED, TRAFFIC_LIMIT, REFERENCE_UNKNOWN */
export async function takeOrder(
  { payeePhone, payeeName, incomingChannel, ...request }: ParsedRequestOf<typeof intake.apply>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  await checkCodes(tx, { incomingChannel: ['INCOMING_CHANNEL', incomingChannel ?? undefined] });
  const { merchantNo } = await lockCustomer(tx, request.customerNo, caller.scope);
  const product = await tx
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', request.productNo)
    .executeTakeFirst();
  // A merchant lends to its own customers.
  if (product?.merchantNo !== merchantNo) throw new AppError('PRODUCT_NOT_FOUND');
  const { settledOrders } = await tx
    .selectFrom('loanOrder')
    .select((eb) => eb.fn.countAll<number>().as('settledOrders'))
    .where('customerNo', '=', request.customerNo)
    .where('orderStatus', '=', 'CLOSED')
    .executeTakeFirstOrThrow();
  const arriving = { merchantNo, admissionKind: 'APPLICATION', settledOrders, at: new Date() } as const;
  const admittedUnder = await admitOrNote(call, arriving, request.customerNo);
  const payee = { phone: payeePhone, name: payeeName };
  const orderNo = await takeApplication(tx, {
    ...request,
    payee,
    admittedUnder,
    incomingChannel: incomingChannel ?? null,
  });
  noteMade(tx, `order ${orderNo}`);
  await signContract(tx, orderNo, new Date());
  await attributeOrder(tx, { orderNo, customerNo: request.customerNo, merchantNo }, new Date());
  const applied = { merchantNo, productNo: request.productNo };
  // Where the rule set waits for no scorer, the application is decided as it comes, or once its model has answered.
  const isAtOnce = await isDecidedAtOnce(tx, applied, new Date());
  if (isAtOnce && !(await awaitsService(tx, orderNo, new Date()))) await machineReview(tx, orderNo, { isPassed: true });
  const taken = await lockOrder(tx, orderNo);
  const { orderStatus } = taken;
  await writeAudit(tx, call, {
    action: 'order.applied',
    subjectType: 'order',
    subjectNo: orderNo,
    merchantNo,
    after: { orderStatus, productNo: request.productNo, appliedCents: request.appliedCents },
  });
  return await answerOf(tx, taken);
}

/** Where an application is now; of a declined one also from when its customer may apply again. */
async function answerOf(tx: Tx, { orderNo, orderStatus, customerNo }: LoanOrder) {
  const isDeclined = orderStatus === 'MACHINE_REFUSED' || orderStatus === 'REFUSED';
  return { orderNo, orderStatus, applyFrom: isDeclined ? await applyFrom(tx, customerNo, new Date()) : null };
}

/** @throws AppError ORDER_NOT_FOUND */
export async function ownOrder(orderNo: string, { tx, caller }: CommandContext): Promise<LoanOrder> {
  const order = await lockOrder(tx, orderNo);
  if (!seesMerchant(caller.scope, order.merchantNo)) throw new AppError('ORDER_NOT_FOUND');
  return order;
}

async function publishMove(action: string, before: LoanOrder, after: LoanOrder, call: CommandContext) {
  const { orderNo, orderStatus, refuseCode } = after;
  await writeAudit(call.tx, call, {
    action,
    subjectType: 'order',
    subjectNo: orderNo,
    merchantNo: before.merchantNo,
    before: { orderStatus: before.orderStatus },
    after: { orderStatus, ...(refuseCode !== null && { refuseCode }) },
  });
  return await answerOf(call.tx, after);
}

/** @throws AppError ORDER_NOT_FOUND, ILLEGAL_TRANSITION */
export async function takeVerdict(
  { orderNo, isPassed, refuseCode }: ParsedRequestOf<typeof intake.machineReview>,
  call: CommandContext,
) {
  const before = await ownOrder(orderNo, call);
  const verdict = { isPassed, ...(refuseCode !== undefined && { refuseCode }) };
  const { userNo } = call.caller;
  const after = await machineReview(call.tx, orderNo, verdict, { userNo });
  const action = after.refuseCode === null ? 'order.machinePass' : 'order.machineRefuse';
  return await publishMove(action, before, after, call);
}

/** @throws AppError ORDER_NOT_FOUND, ILLEGAL_TRANSITION; RETURN_OVER once its days are over */
export async function takeBack({ orderNo }: ParsedRequestOf<typeof intake.handInAgain>, call: CommandContext) {
  const before = await ownOrder(orderNo, call);
  const after = await handInAgain(call.tx, orderNo, { userNo: call.caller.userNo });
  return await publishMove('order.handInAgain', before, after, call);
}
