import { expect } from 'vitest';
import type { Database, Tx } from '../../../../db/database.ts';
import { AppError } from '../../../../http/app-error.ts';
import { applyForChargeOff, cancelChargeOff, decideChargeOff } from '../../charge-offs/index.ts';
import { applyForDeduction, decideDeduction } from '../../../lending/deductions/index.ts';
import { catchUpBill } from '../../../lending/end-of-day/index.ts';
import { amounts, totalOf } from '../../../platform/ledger/index.ts';
import { lend } from '../../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../../platform/policy/index.ts';
import { applyPayment, rollBack } from '../index.ts';
import { type Written, expectFileInOrder } from './file-rules.ts';
import { endDayOfCases, workCase } from './model-cases.ts';
import { contact, grantCoupon, lowerByCoupon } from './model-customer.ts';
import type { Command } from './model-commands.ts';
import { takeLenderStep } from './model-lender.ts';
import { payTwiceByKey, previewThenPay } from './model-keys.ts';
import {
  payAndUndo,
  payInOrder,
  paySeveral,
  paySplit,
  refund,
  tellAgain,
  spendCredit,
  waiveAlone,
} from './model-laws.ts';
import { type Lender, loanOf, type ModelPeople, oldest, openBillsOf, pay, type World } from './model-world.ts';
import { expectNoFault, lookAtLoan, lookAtState } from './invariants.ts';

/*
 * Random histories of a loan through the engine's own commands. A refused command must leave every row as it
 * was; after each command that ran, what always holds is looked at. A failure prints seed and path to replay.
 */

/**
 * So many commands lie between two looks at everything that always holds: a look costs as much as a command, and
 * what is wrong stays wrong. `KITUO_HISTORY_LOOK_EVERY=1` finds the very command.
 */
const LOOK_EVERY = Number(process.env.KITUO_HISTORY_LOOK_EVERY ?? 5);
/** What is done in the company moves the loan seldom. */
const LOOK_EVERY_OF_POLICY = LOOK_EVERY > 1 ? 3 * LOOK_EVERY : 1;

export interface Ground {
  readonly db: Database;
  readonly people: ModelPeople;
  readonly lender: Lender;
  readonly theme: number;
  readonly productNo: string;
  /** Days from the first loan's payout to the first command. */
  readonly firstAge: number;
}

/** No loan of a history is older, in days, when its commands begin. */
export const OLDEST = 70;

/** Lives one history through, and counts the commands that took effect, by kind. */
export async function liveHistory(
  ground: Ground,
  commands: readonly Command[],
  effects: Map<string, number>,
): Promise<void> {
  const { db } = ground;
  const isOfPolicy = 2 * commands.filter(({ kind }) => kind === 'lender').length > commands.length;
  const lookEvery = isOfPolicy ? LOOK_EVERY_OF_POLICY : LOOK_EVERY;
  let world = await borrow(ground, ground.firstAge);
  /** Undefined once a command took effect since the last look. */
  let state: string | undefined = (await lookAtLoan(db, world.loan.orderNo)).state;
  let written: Written | undefined;
  let looks = 0;
  let wasOver = false;
  for (const [index, command] of commands.entries()) {
    const effect = await effectOf(world, command);
    if (effect !== undefined) {
      effects.set(effect, (effects.get(effect) ?? 0) + 1);
      state = undefined;
    } else if (state !== undefined) {
      const left = await lookAtState(db, world.loan.orderNo);
      expect(left, `${command.kind} was refused and wrote`).toBe(state);
    }
    if ((index + 1) % lookEvery !== 0 && index + 1 < commands.length) continue;
    const look = await lookAtLoan(db, world.loan.orderNo);
    expectNoFault(look);
    ({ state } = look);
    looks += 1;
    if (looks % 2 === 0) written = await expectFileInOrder(db, world.loan.orderNo, written);
    // What lies between two looks is enough for rollbacks and recoveries; then the customer comes for another loan.
    if (look.isOver && wasOver) {
      await expectFileInOrder(db, world.loan.orderNo, written);
      world = await borrow(ground, (ground.firstAge + 7 * index) % OLDEST, world.made);
      written = undefined;
      ({ state } = await lookAtLoan(db, world.loan.orderNo));
    }
    wasOver = look.isOver && !wasOver;
  }
}

/** A new loan, `age` days after it was paid out: fresh, due or long in collection. */
async function borrow(
  { db, people, lender, theme, productNo }: Ground,
  age: number,
  made = new Map<string, string[]>(),
): Promise<World> {
  const loan = await lend(db, { productNo, approvedCents: 500_000, ...people });
  const undone = { chargeOffNo: undefined, last: undefined };
  const around = { db, people, lender, theme, productNo, made };
  const world: World = { ...around, loan, at: new Date(), count: 0, ...undone };
  await db.transaction().execute((tx) => pass(tx, world, age));
  return world;
}

/** @returns what took effect; undefined for a command that the engine refused. Anything else that is thrown is a fault. */
async function effectOf(world: World, command: Command): Promise<string | undefined> {
  try {
    if (command.kind === 'lender') return await takeLenderStep(world, command);
    // These two open their own transactions, several of them.
    if (command.kind === 'payTwiceByKey') await payTwiceByKey(world, command.cents);
    else if (command.kind === 'previewThenPay') await previewThenPay(world, command.cents);
    else await world.db.transaction().execute((tx) => carryOut(tx, world, command));
    return command.kind;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

type InTransaction = Exclude<Command, { kind: 'payTwiceByKey' | 'previewThenPay' | 'lender' }>;

async function carryOut(tx: Tx, world: World, command: InTransaction): Promise<void> {
  switch (command.kind) {
    case 'generic':
      return await pay(tx, world, command.cents, { repayType: 'GENERIC', billNo: null });
    case 'partial':
      return await pay(tx, world, command.cents, {
        repayType: 'PARTIAL',
        ...(await oldest(tx, world)),
      });
    case 'settle': {
      const { billNo, owedCents } = await oldest(tx, world);
      const amountCents = Math.max(1, owedCents + command.extra);
      return await pay(tx, world, amountCents, { repayType: 'SETTLE', billNo });
    }
    case 'settleWithWaiver':
      return await settleWithWaiver(tx, world, command.waived);
    case 'extend': {
      const { billNo, nonPrincipalCents, feeCents } = await oldest(tx, world);
      const amountCents = Math.max(1, nonPrincipalCents + feeCents + command.extra);
      return await pay(tx, world, amountCents, { repayType: 'EXTENSION', billNo });
    }
    case 'nights':
      return await pass(tx, world, command.days);
    case 'undoNewest':
      return await undo(tx, world, 'SETTLE_ROLLBACK');
    case 'undoAll':
      return await undo(tx, world, 'FULL_ROLLBACK');
    case 'chargeOff':
      return await chargeOff(tx, world);
    case 'cancelChargeOff':
      return await takeBack(tx, world);
    case 'sameAgain':
      return await again(tx, world);
    case 'tellAgain':
      return await tellAgain(tx, world);
    case 'paySplit':
      return await paySplit(tx, world, command);
    case 'payAndUndo':
      return await payAndUndo(tx, world, command.cents);
    case 'payInOrder':
      return await payInOrder(tx, world, command.cents);
    case 'waiveAlone':
      return await waiveAlone(tx, world, command.waived);
    case 'refund':
      return await refund(tx, world, command);
    case 'useCredit':
      return await spendCredit(tx, world, command.cents);
    case 'applyFlows':
      return await paySeveral(tx, world, command);
    case 'grantCoupon':
      return await grantCoupon(tx, world);
    case 'useCoupon':
      return await lowerByCoupon(tx, world, command.cents);
    case 'contact':
      return await contact(tx, world, command);
    default:
      return await workCase(tx, world, command);
  }
}

async function settleWithWaiver(tx: Tx, world: World, waived: number): Promise<void> {
  const [bill] = await openBillsOf(tx, world);
  if (!bill) throw new AppError('BILL_NOT_FOUND');
  const { billNo, orderNo, merchantNo } = bill;
  const { maker, checker } = world.people;
  const caps = { roleCapCents: 1_000_000, balance: bill };
  const deductionNo = await applyForDeduction(tx, {
    bill: { billNo, orderNo, merchantNo },
    waived: amounts({ SERVICE_FEE: waived }),
    reason: 'model',
    applicantUserNo: maker,
    ...caps,
  });
  await decideDeduction(tx, deductionNo, {
    isApproved: true,
    userNo: checker,
    at: world.at,
    ...caps,
  });
  const amountCents = totalOf(bill.outstanding) - waived;
  await pay(tx, world, amountCents, { repayType: 'SETTLE', billNo, deductionNo });
}

async function pass(tx: Tx, world: World, days: number): Promise<void> {
  const date = addDays(businessDateOf(world.at), days);
  const open = await openBillsOf(tx, world);
  for (const { billNo } of open) await catchUpBill(tx, billNo, addDays(date, -1));
  // The same night again is nothing.
  const again = await catchUpBill(tx, open[0]?.billNo ?? 'none', addDays(date, -1));
  expect(again).toEqual([]);
  world.at = new Date(startOfBusinessDate(date).getTime() + 12 * 3_600_000);
  await endDayOfCases(tx, world);
}

async function undo(tx: Tx, world: World, kind: 'SETTLE_ROLLBACK' | 'FULL_ROLLBACK'): Promise<void> {
  const { loan, at } = world;
  const idempotencyKey = `${loan.orderNo}/undo/${(world.count += 1)}`;
  await rollBack(tx, { orderNo: loan.orderNo, kind, idempotencyKey, at });
}

async function chargeOff(tx: Tx, world: World): Promise<void> {
  const locked = await loanOf(tx, world);
  const { maker, checker } = world.people;
  const billNos = locked.open.map(({ billNo }) => billNo);
  const request = { billNos, reason: 'model', applicantUserNo: maker };
  const chargeOffNo = await applyForChargeOff(tx, locked, request);
  const decision = { isApproved: true, userNo: checker, at: world.at };
  await decideChargeOff(tx, chargeOffNo, locked, decision);
  world.chargeOffNo = chargeOffNo;
}

async function takeBack(tx: Tx, world: World): Promise<void> {
  const { maker, checker } = world.people;
  const people = { makerUserNo: maker, checkerUserNo: checker, at: world.at };
  await cancelChargeOff(tx, world.chargeOffNo ?? 'none', await loanOf(tx, world), people);
}

/** The newest payment sent once more: its flow is used, so it must be refused. */
async function again(tx: Tx, { last, at }: World): Promise<void> {
  if (!last) throw new AppError('SERIAL_NOT_FOUND');
  await applyPayment(tx, { ...last, idempotencyKey: `${last.idempotencyKey}/again`, at });
}
