import type { Tx } from '../../db/database.ts';
import {
  allocateOrder,
  disburseOrder,
  loanPayout,
  lockOrder,
  machineReview,
  moveOrder,
  passOrder,
  refuseOrder,
  returnOrder,
  takeApplication,
} from '../../modules/lending/orders/index.ts';
import { markSent, markUnknown, resolveAttempt } from '../../modules/lending/payouts/index.ts';
import type { Dice } from './dice.ts';
import { repay } from './repay.ts';
import type { SeedOrder, SeedPeople } from './seed-order.ts';
import { serialOf } from './serials.ts';

const SUBJECTS = { LOAN: loanPayout };
const MINUTE_MS = 60_000;
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);
/** Days that a customer has to hand a returned application in again. */
const RETURNED_DAYS = 7;

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
  const appliedCents = terms.minPrincipalCents + Math.floor((room * story.appetite * 0.6) / step) * step;
  const orderNo = await takeApplication(tx, {
    customerNo: customer.customerNo,
    productNo,
    appliedCents,
    payee: { phone: customer.phone, name: customer.name },
    at: story.appliedAt,
  });
  const isDisbursed = await decide(tx, orderNo, {
    order,
    people,
    dice,
    appliedCents,
    now,
  });
  if (isDisbursed) await repay(tx, { order, orderNo, people, dice, now, payments: 0 });
  return orderNo;
}

async function decide(
  tx: Tx,
  orderNo: string,
  at: { order: SeedOrder; people: SeedPeople; dice: Dice; appliedCents: number; now: Date },
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
    const lapsesAt = after(acting.at, RETURNED_DAYS * 24 * 60);
    if (lapsesAt < at.now) await move(tx, orderNo, 'lapse', lapsesAt);
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
    decision === 'PAYOUT_FAILED' || decision === 'CANCELLED'
      ? ({
          isPaid: false,
          failCode: '2040',
          failReason: 'Credit party customer type is not supported',
        } as const)
      : ({ isPaid: true, channelReference: serialOf(order.number, 0) } as const);
  await resolveAttempt(tx, SUBJECTS, attemptNo, outcome, after(sentAt, 1));
  if (decision === 'CANCELLED') await move(tx, orderNo, 'cancel', after(sentAt, 60));
  return outcome.isPaid;
}

async function move(tx: Tx, orderNo: string, command: 'lapse' | 'cancel', at: Date): Promise<void> {
  await moveOrder(tx, await lockOrder(tx, orderNo), { command, at });
}

const MACHINE_CODES = ['M101', 'M104', 'M203', 'M310'];
const REFUSE_CODES = ['R01', 'R02', 'R05', 'R09'];
