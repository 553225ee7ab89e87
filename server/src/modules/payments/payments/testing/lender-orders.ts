import { sql } from 'kysely';
import type { Tx } from '../../../../db/database.ts';
import { AppError } from '../../../../http/app-error.ts';
import { payoutSubjects } from '../../../../open-engine.ts';
import {
  allocateOrder,
  handInAgain,
  lockOrder,
  machineReview,
  passOrder,
  recallOrder,
  refuseOrder,
  reReviewOrder,
  retrieveOrder,
  returnOrder,
  takeApplication,
} from '../../../lending/orders/index.ts';
import { lockAttempt, markSent, markUnknown, resolveAttempt } from '../../../lending/payouts/index.ts';
import { payWithdrawal } from '../../wallets/index.ts';
import { expect } from 'vitest';
import { receiveFlow } from '../index.ts';
import { grantCoupon } from './model-customer.ts';
import { pay, type Speaker } from './model-world.ts';
import {
  type LenderCommand,
  keepNumber,
  newestOf,
  oneOf,
  ORDER_CERTIFICATE,
  say,
  serialOf,
  type Turn,
} from './lender.ts';

/* Orders on their way to a loan, and what happens in the company automatically: the channel, sweeps, second people. */

const REASON = 'as the model has it';
const orderOf = (turn: Turn) => oneOf(turn, 'applicationOrderNo');
const onOrder = (request: (orderNo: string, turn: Turn) => object) => ({
  by: 'checker' as const,
  request: (turn: Turn) => request(orderOf(turn), turn),
});
const onOrders: LenderCommand = {
  by: 'checker',
  request: (turn) => ({ orderNos: newestOf(turn, 'applicationOrderNo'), reason: REASON }),
};

export const ORDER_COMMANDS: Readonly<Record<string, LenderCommand>> = {
  'payout.disburse': onOrder((orderNo) => ({ orderNo })),
  'payout.replay': onOrder((orderNo) => ({ orderNo })),
  'payout.cancel': onOrder((orderNo) => ({ orderNo, reason: REASON })),
  'payout.offlineLoan': onOrder((orderNo, turn) => {
    const now = new Date().toISOString();
    const paid = { loanerAccountId: 'BANK.MPESA_FLOAT', disbursementCode: serialOf(turn) };
    return { orderNo, approvalTime: now, lendingTime: now, ...paid, voucherIds: [ORDER_CERTIFICATE], reason: REASON };
  }),
  'payout.batchDisburse': onOrders,
  'payout.batchReplay': onOrders,
  'payout.batchCancel': onOrders,
};

type Step = (turn: Turn) => Promise<unknown>;
const acting = ({ world }: Turn) => ({ userNo: world.people.maker });

/** Moves that have no form of their own here: most orders are passed, so that money leaves. */
export const ORDER_STEPS: Readonly<Record<string, Step>> = {
  'order.take': async (turn) => {
    const { tx, world } = turn;
    const { customerNo } = world.loan;
    const payee = { phone: '254712345678', name: 'Wanjiku Test' };
    const order = { customerNo, productNo: world.productNo, appliedCents: 500_000, payee };
    const orderNo = await takeApplication(tx, order);
    keepNumber(world.made, 'applicationOrderNo', orderNo);
  },
  'order.takeAndPass': async (turn) => {
    const { tx, world } = turn;
    await ORDER_STEPS['order.take']?.(turn);
    const orderNo = world.made.get('applicationOrderNo')?.at(-1) ?? '';
    await machineReview(tx, orderNo, { isPassed: true });
    await allocateOrder(tx, orderNo, world.people.maker, { userNo: world.people.checker });
    await passOrder(tx, orderNo, { approvedCents: 500_000 }, acting(turn));
  },
  'order.machineReview': (turn) => machineReview(turn.tx, orderOf(turn), { isPassed: turn.pick % 4 > 0 }),
  'order.allocate': async (turn) => {
    const { tx, world } = turn;
    const orderNo = orderOf(turn);
    await giveToFrozen(turn, orderNo);
    await allocateOrder(tx, orderNo, world.people.maker, { userNo: world.people.checker });
  },
  'order.recall': (turn) => recallOrder(turn.tx, orderOf(turn), acting(turn)),
  'order.pass': (turn) => passOrder(turn.tx, orderOf(turn), { approvedCents: 100 * (turn.pick * 61) }, acting(turn)),
  'order.refuse': (turn) => refuseOrder(turn.tx, orderOf(turn), { refuseCode: 'R001' }, acting(turn)),
  'order.return': (turn) => returnOrder(turn.tx, orderOf(turn), REASON, acting(turn)),
  'order.handInAgain': (turn) => handInAgain(turn.tx, orderOf(turn)),
  'order.reReview': async (turn) => {
    const how = { userNo: turn.world.people.maker, reason: REASON };
    await reReviewOrder(turn.tx, await lockOrder(turn.tx, orderOf(turn)), how);
  },
  'order.retrieve': async (turn) => {
    const targets = ['TO_ALLOCATE', 'PENDING_DISBURSEMENT', 'REFUSED', 'MACHINE_REFUSED'] as const;
    const target = targets[turn.pick % targets.length] ?? 'TO_ALLOCATE';
    const how = { target, userNo: turn.world.people.maker, reason: REASON };
    await retrieveOrder(turn.tx, await lockOrder(turn.tx, orderOf(turn)), how);
  },
};

/** 21: whose record is frozen gets no order. */
async function giveToFrozen(turn: Turn, orderNo: string): Promise<void> {
  const { tx, lender } = turn;
  const requested = { orderNos: [orderNo], allotMode: 'ONE_PERSON', auditorUserNos: [lender.frozenAuditorNo] };
  await sql`savepoint frozen`.execute(tx);
  await expect(say(turn, 'auditAllot.allot', 'checker', requested)).rejects.toBeInstanceOf(AppError);
  await sql`rollback to savepoint frozen`.execute(tx);
}

/** What nobody asks for: the channel says how a payout went, money comes in that nobody knows. */
export const LENDER_STEPS: Readonly<Record<string, Step>> = {
  ...ORDER_STEPS,
  'channel.tell': publishPayout,
  'channel.pay': async (turn) => {
    const { tx, world, cents } = turn;
    const { flowNo } = await receiveFlow(tx, {
      merchantNo: world.loan.merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: serialOf(turn),
      account: 'BANK.MPESA_PAYBILL',
      amountCents: cents,
      repayTime: world.at,
      payerPhone: '254712345678',
      receivedAt: world.at,
    });
    keepNumber(world.made, 'flowNo', flowNo);
  },
  // More than any loan of the histories owes: what is left is the customer's credit.
  'channel.overpay': async ({ tx, world, cents }) => {
    const payer = { payerPhone: '254712345678', payerName: 'Wanjiku Test' };
    await pay(tx, world, 800_000 + cents, { repayType: 'GENERIC', billNo: null }, payer);
    keepNumber(world.made, 'creditFlowNo', world.last?.flowNo ?? '');
  },
  'coupon.issue': ({ tx, world }) => grantCoupon(tx, world),
  'withdrawal.send': async (turn) => {
    const { attemptNo } = await payWithdrawal(turn.tx, oneOf(turn, 'withdrawNo'), 'send');
    keepNumber(turn.world.made, 'attemptNo', attemptNo);
  },
};

/** 10: an attempt leaves, and ends once, however often and in whatever order its end is told. */
async function publishPayout(turn: Turn): Promise<void> {
  const { tx, pick } = turn;
  const attemptNo = await liveAttempt(tx, turn);
  const { attemptStatus } = await lockAttempt(tx, attemptNo);
  if (attemptStatus === 'CREATED') {
    await markSent(tx, payoutSubjects, attemptNo);
    if (pick % 4 === 0) return;
  }
  if (attemptStatus !== 'UNKNOWN' && pick % 5 === 0) {
    await markUnknown(tx, attemptNo);
    return;
  }
  const paid = { isPaid: true, channelReference: `H${attemptNo}` } as const;
  const failed = { isPaid: false, failCode: '2001', failReason: 'wrong number' } as const;
  const [end, other] = pick % 2 === 0 ? [failed, paid] : [paid, failed];
  const told = (outcome: typeof end) => resolveAttempt(tx, payoutSubjects, attemptNo, outcome);
  expect(await told(end)).toBe('resolved');
  expect(await told(end)).toBe('repeated');
  expect(await told(other)).toBe('contradicted');
}

/** Of the history's payouts that nobody knows the end of, one. @throws AppError PAYOUT_NOT_FOUND */
async function liveAttempt(tx: Tx, { world, pick }: Turn): Promise<string> {
  const known = ['refundNo', 'withdrawNo', 'transferNo', 'applicationOrderNo'];
  const subjects = known.flatMap((field) => world.made.get(field) ?? []);
  if (subjects.length === 0) throw new AppError('PAYOUT_NOT_FOUND');
  const live = await tx
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('subjectNo', 'in', subjects)
    .where('attemptStatus', 'in', ['CREATED', 'SENT', 'UNKNOWN'])
    .orderBy('attemptNo')
    .execute();
  const one = live[pick % Math.max(1, live.length)];
  if (!one) throw new AppError('PAYOUT_NOT_FOUND');
  return one.attemptNo;
}

const SPEAKERS = ['maker', 'checker', 'third'] as const;

const speakerOf = ({ lender }: Turn, userNo: string): Speaker =>
  SPEAKERS.find((speaker) => lender.callers[speaker].userNo === userNo) ?? 'maker';

/** An approver agrees to what waits, or not; or who asked takes it back. @returns what was done */
export async function decideOnChange(turn: Turn): Promise<string> {
  const { tx, pick } = turn;
  const waiting = await tx
    .selectFrom('changeRequest')
    .select(['changeNo', 'family', 'makerUserNo'])
    .where('changeNo', 'in', [...newestOf(turn, 'changeNo')])
    .where('changeState', '=', 'PENDING')
    .orderBy('changeNo', 'desc')
    .execute();
  const change = waiting[pick % Math.max(1, waiting.length)];
  if (!change) throw new AppError('CHANGE_NOT_FOUND');
  const { changeNo, family } = change;
  const own = speakerOf(turn, change.makerUserNo);
  // Who reviewed the orders of the histories asks for nothing, and agrees to nothing that pays them.
  const other = own === 'checker' ? 'third' : 'checker';
  // 15: nobody agrees to what they requested.
  if (pick % 8 === 0) {
    await say(turn, `${family}Change.approve`, own, { changeNo });
    return expect.fail('a change was agreed to by who asked for it');
  }
  const commands = ['approve', 'approve', 'approve', 'approve', 'approve', 'reject', 'withdraw'] as const;
  const command = commands[pick % commands.length] ?? 'approve';
  const reason = command === 'approve' ? {} : { reason: REASON };
  await say(turn, `${family}Change.${command}`, command === 'withdraw' ? own : other, { changeNo, ...reason });
  if (command === 'reject') return 'change.rejected';
  return command === 'withdraw' ? 'change.withdrawn' : `${family}Change.approve`;
}
