import type { Tx } from '../../db/database.ts';
import { ordersBills } from '../../modules/bills/index.ts';
import { catchUpBill } from '../../modules/end-of-day/index.ts';
import { lockBills, totalOf } from '../../modules/ledger/index.ts';
import {
  allocateOrder,
  disburseOrder,
  loanPayout,
  machineReview,
  passOrder,
  refuseOrder,
  returnOrder,
  takeApplication,
} from '../../modules/orders/index.ts';
import { applyPayment, receiveFlow, rollBack } from '../../modules/payments/index.ts';
import { markSent, markUnknown, resolveAttempt } from '../../modules/payouts/index.ts';
import {
  addDays,
  type BusinessDate,
  businessDateOf,
  startOfBusinessDate,
} from '../../modules/policy/index.ts';
import type { Dice } from './dice.ts';
import type { SeedProduct } from './products.ts';
import type { Story } from './story.ts';

/** Who did it all. */
export interface SeedPeople {
  readonly reviewers: readonly string[];
  readonly checker: string;
}

export interface SeedOrder {
  readonly number: number;
  readonly merchantNo: string;
  readonly product: SeedProduct;
  readonly customer: { readonly customerNo: string; readonly phone: string; readonly name: string };
  readonly story: Story;
}

const SUBJECTS = { LOAN: loanPayout };
const MINUTE_MS = 60_000;
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

/**
 * One order, from the application to today, by the engine's own commands at the times they would have had.
 * @returns its number.
 */
export async function liveThrough(
  tx: Tx,
  order: SeedOrder,
  people: SeedPeople,
  dice: Dice,
  now: Date,
): Promise<string> {
  const { story, product, customer } = order;
  const { terms, productNo } = product;
  const room = terms.maxPrincipalCents - terms.minPrincipalCents;
  const step = 50_000;
  const appliedCents =
    terms.minPrincipalCents + Math.floor((room * story.appetite * 0.6) / step) * step;
  const orderNo = await takeApplication(tx, {
    customerNo: customer.customerNo,
    productNo,
    appliedCents,
    payee: { phone: customer.phone, name: customer.name },
    at: story.appliedAt,
  });
  const isDisbursed = await decide(tx, orderNo, { order, people, dice, appliedCents });
  if (isDisbursed) await repay(tx, orderNo, { order, people, dice, now });
  return orderNo;
}

async function decide(
  tx: Tx,
  orderNo: string,
  at: { order: SeedOrder; people: SeedPeople; dice: Dice; appliedCents: number },
): Promise<boolean> {
  const { order, people, dice, appliedCents } = at;
  const { decision, appliedAt } = order.story;
  const userNo = dice.pick(people.reviewers);
  if (decision === 'IN_MACHINE_REVIEW') return false;
  const isPassed = decision !== 'MACHINE_REFUSED';
  const verdict = isPassed ? { isPassed } : { isPassed, refuseCode: dice.pick(MACHINE_CODES) };
  await machineReview(tx, orderNo, verdict, { at: after(appliedAt, 1) });
  if (decision === 'MACHINE_REFUSED' || decision === 'WAITS') return false;
  const allocatedAt = after(appliedAt, dice.between(5, 90));
  await allocateOrder(tx, orderNo, userNo, { userNo: people.checker, at: allocatedAt });
  if (decision === 'IN_REVIEW') return false;
  const acting = { userNo, at: after(allocatedAt, dice.between(2, 25)) };
  if (decision === 'REFUSED') {
    await refuseOrder(tx, orderNo, { refuseCode: dice.pick(REFUSE_CODES) }, acting);
    return false;
  }
  if (decision === 'RETURNED') {
    await returnOrder(tx, orderNo, 'The photo of the identity card cannot be read', acting);
    return false;
  }
  const cut = dice.chance(0.2) ? 0.8 : 1;
  const approvedCents = Math.max(
    order.product.terms.minPrincipalCents,
    Math.floor((appliedCents * cut) / 10_000) * 10_000,
  );
  await passOrder(tx, orderNo, { approvedCents }, acting);
  if (decision === 'PASSED') return false;
  const sentAt = after(acting.at, 1);
  const makers = { makerUserNo: userNo, checkerUserNo: people.checker };
  const attemptNo = await disburseOrder(tx, orderNo, makers, sentAt);
  await markSent(tx, SUBJECTS, attemptNo, sentAt);
  if (decision === 'SENT') return false;
  if (decision === 'UNKNOWN') {
    await markUnknown(tx, attemptNo);
    return false;
  }
  const outcome =
    decision === 'PAYOUT_FAILED'
      ? ({
          isPaid: false,
          failCode: '2040',
          failReason: 'Credit party customer type is not supported',
        } as const)
      : ({ isPaid: true, channelReference: serialOf(order.number, 0) } as const);
  await resolveAttempt(tx, SUBJECTS, attemptNo, outcome, after(sentAt, 1));
  return outcome.isPaid;
}

const MACHINE_CODES = ['M101', 'M104', 'M203', 'M310'];
const REFUSE_CODES = ['R01', 'R02', 'R05', 'R09'];

/** `SKJ7H2K9Q0`: ten letters and digits, one a payment. */
const serialOf = (order: number, payment: number): string =>
  `S${(order * 37 + payment + 1_000_000_007).toString(36).toUpperCase().padStart(9, '0')}`;

interface Repaying {
  readonly order: SeedOrder;
  readonly people: SeedPeople;
  readonly dice: Dice;
  readonly now: Date;
}

async function repay(tx: Tx, orderNo: string, repaying: Repaying): Promise<void> {
  const { order, now, dice } = repaying;
  const { story } = order;
  const today = businessDateOf(now);
  let payment = 0;
  const bills = await ordersBills(tx, orderNo);
  for (const bill of bills) {
    if (story.habit === 'NEVER') break;
    const payOn = addDays(bill.dueDate, story.paysAfterDays);
    const lentOn = bills[0]?.interestFrom ?? payOn;
    const date = payOn < lentOn ? lentOn : payOn;
    if (date > today || (date === today && story.habit === 'LATE')) break;
    await catchUpBill(tx, bill.billNo, addDays(date, -1));
    const [balance] = await lockBills(tx, [bill.billNo]);
    const owedCents = balance ? totalOf(balance.outstanding) : 0;
    if (owedCents === 0) continue;
    payment += 1;
    const pay = payer(tx, orderNo, repaying, bill.billNo, date);
    if (story.habit === 'PARTS') {
      await pay(Math.max(100, Math.floor(owedCents / 300) * 100), payment);
      break;
    }
    if (story.habit === 'EXTENDS') {
      await extend(tx, orderNo, repaying, bill.billNo, date, payment);
      break;
    }
    // People pay whole shillings; the rest of the last one is theirs to keep as credit.
    const surplusCents = story.habit === 'OVERPAYS' ? dice.between(1, 8) * 5_000 : 0;
    await pay(Math.ceil(owedCents / 100) * 100 + surplusCents, payment);
  }
  if (story.isRolledBack && payment > 0) {
    const [userNo = ''] = repaying.people.reviewers;
    await rollBack(tx, {
      orderNo,
      kind: 'SETTLE_ROLLBACK',
      makerUserNo: userNo,
      checkerUserNo: repaying.people.checker,
      idempotencyKey: `seed/${orderNo}/back`,
      at: now,
    });
  }
  for (const bill of await ordersBills(tx, orderNo)) {
    if (bill.billStatus === 'ACTIVE') await catchUpBill(tx, bill.billNo, addDays(today, -1));
  }
}

/** Noon in Nairobi on that day, or now where that is earlier. */
function noonOf(date: BusinessDate, now: Date): Date {
  const noon = after(startOfBusinessDate(date), 12 * 60);
  return noon < now ? noon : now;
}

function payer(tx: Tx, orderNo: string, repaying: Repaying, billNo: string, date: BusinessDate) {
  return async (amountCents: number, payment: number) => {
    const { at, flowNo } = await receive(tx, repaying, date, amountCents, payment);
    await applyPayment(tx, {
      orderNo,
      billNo: null,
      repayType: 'GENERIC',
      flowNo,
      amountCents,
      acknowledged: ['SURPLUS_TO_CREDIT'],
      idempotencyKey: `seed/${billNo}/${payment}`,
      at,
    });
  };
}

async function receive(
  tx: Tx,
  { order, now }: Repaying,
  date: BusinessDate,
  amountCents: number,
  payment: number,
): Promise<{ at: Date; flowNo: string }> {
  const at = noonOf(date, now);
  const { flowNo } = await receiveFlow(tx, {
    merchantNo: order.merchantNo,
    paymentChannel: 'MPESA',
    paymentCode: serialOf(order.number, payment),
    account: 'BANK.MPESA_PAYBILL',
    amountCents,
    repayTime: at,
    receivedAt: at,
    payerPhone: order.customer.phone,
    payerName: order.customer.name,
  });
  return { at, flowNo };
}

/** Pays the extension fee and all that is due but the principal. */
async function extend(
  tx: Tx,
  orderNo: string,
  repaying: Repaying,
  billNo: string,
  date: BusinessDate,
  payment: number,
): Promise<void> {
  const { terms } = repaying.order.product;
  const [balance] = await lockBills(tx, [billNo]);
  if (!balance) return;
  const { PRINCIPAL, ...rest } = balance.outstanding;
  const dueCents = Object.values(rest).reduce((sum, cents) => sum + cents, 0);
  const feeCents = Math.floor((PRINCIPAL * terms.extensionRateBps * terms.extensionDays) / 10_000);
  const amountCents = Math.ceil((dueCents + feeCents) / 100) * 100;
  const { at, flowNo } = await receive(tx, repaying, date, amountCents, payment);
  await applyPayment(tx, {
    orderNo,
    billNo,
    repayType: 'EXTENSION',
    flowNo,
    amountCents,
    acknowledged: ['SURPLUS_TO_CREDIT'],
    idempotencyKey: `seed/${billNo}/${payment}`,
    at,
  });
}
