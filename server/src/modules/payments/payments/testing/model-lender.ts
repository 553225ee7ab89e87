import fc from 'fast-check';
import type { Logger } from 'pino';
import { AppError } from '../../../../http/app-error.ts';
import { createLogger } from '../../../platform/health/index.ts';
import { runJob } from '../../../platform/jobs/testing/run-job.ts';
import { type LenderCommand, say, type Turn } from './lender.ts';
import { MONEY_COMMANDS } from './lender-money.ts';
import { decideOnChange, LENDER_STEPS, ORDER_COMMANDS, ORDER_STEPS } from './lender-orders.ts';
import { PEOPLE_COMMANDS } from './lender-people.ts';
import { expectBatchReported } from './lender-rules.ts';
import type { World } from './model-world.ts';

/** Every command of the company that the histories say, by its endpoint's name. */
export const LENDER_COMMANDS: Readonly<Record<string, LenderCommand>> = {
  ...MONEY_COMMANDS,
  ...ORDER_COMMANDS,
  ...PEOPLE_COMMANDS,
};

/** Families of requests that await approval, whom the histories have. */
export const DECIDED_BY_TWO: readonly string[] = [
  'flowChange',
  'reconDifferenceChange',
  'walletBatchChange',
  'payoutBatchChange',
  'offlineLoanChange',
  'refundBatchChange',
  'partnerDayChange',
  'merchantConfigChange',
  'customerCreditChange',
  'merchantRechargeChange',
  'contactBlockChange',
];

/**
 * At the end of a long way, or beside few others: fewer than 20 times in 200 histories of 100 (counted), so that some
 * may lack. All others have to happen.
 */
export const RARE_KINDS: readonly string[] = [
  'wallet.cancel',
  'wallet.batchRetry',
  'wallet.batchCancel',
  'refund.payout',
  'refund.reRefund',
  'refund.batchReRefund',
  'payout.replay',
  'payout.cancel',
  'payout.batchReplay',
  'payout.batchCancel',
  'coupon.attach',
  'coupon.detach',
  'coupon.takeBack',
  'temporaryCredit.taskAudit',
  'feedback.liftDispute',
  'rudderTask.create',
  'rudderTask.stop',
  'order.recall',
  'order.pass',
  'order.refuse',
  'order.handInAgain',
  'order.reReview',
  'order.return',
  'refund.batchPayout',
  'transferApply.giveUp',
  'wallet.retry',
  'transferApply.reject',
  'merchantRechargeChange.approve',
  'leaveBadDebt',
  'rechargeRecord.reverse',
  'partnerDay.reopen',
  'contact.withdraw',
  'refund.payeeCheck',
  'transferApply.approve',
  'transferApply.release',
  'flow.update',
  'cancelRetention',
  'consumptionRecord.audit',
  'feedback.finish',
  'refund.approve',
  'offlineLoanChange.approve',
  'coupon.unfreeze',
  'flow.assign',
  'refundBatchChange.approve',
  'order.retrieve',
  'refund.reject',
  'partnerDay.settle',
  'merchantConfigChange.approve',
  'order.machineReview',
  'partnerDay.batchConfirm',
  'contactBlockChange.approve',
  'contact.blockPlace',
  'refund.batchApprove',
  'refund.verify',
  'payoutBatchChange.approve',
  'contact.consent',
  'walletBatchChange.approve',
  'order.take',
  'customerCredit.close',
  'contact.blockLift',
  'feedback.dispute',
];

/** Every kind of step in the company. */
export const POLICY_KINDS: readonly string[] = [
  ...Object.keys(LENDER_COMMANDS),
  ...Object.keys(LENDER_STEPS),
  ...DECIDED_BY_TWO.map((family) => `${family}.approve`),
  'change.rejected',
  'change.withdrawn',
];

function namesOf(...families: readonly string[]): string[] {
  return Object.keys(LENDER_COMMANDS).filter((name) => families.includes(name.split('.')[0] ?? ''));
}

function repeat(name: string, times: number): string[] {
  return Array.from({ length: times }, () => name);
}

const log: Logger = createLogger('error');

/**
 * What one history does in the company: few kinds of commands, so that it comes to the ends of their ways. The
 * second people and the channel come to all of them.
 */
const THEMES: readonly (readonly string[])[] = [
  [
    ...namesOf('wallet'),
    ...repeat('wallet.request', 4),
    ...repeat('withdrawal.send', 4),
    ...repeat('wallet.retry', 2),
    ...repeat('channel.tell', 6),
    ...repeat('change.decide', 4),
  ],
  [
    ...namesOf('rechargeRecord', 'consumptionRecord', 'merchantConfig'),
    'rechargeRecord.apply',
    'rechargeRecord.audit',
    'merchantConfig.creditLine',
    ...repeat('change.decide', 4),
  ],
  [
    ...namesOf('partnerDay', 'channelFee'),
    'partnerDay.save',
    'channelFee.book',
    'partnerDay.confirm',
    ...repeat('change.decide', 7),
  ],
  [
    ...namesOf('transferApply'),
    'transferApply.submit',
    'transferApply.approve',
    'transferApply.release',
    ...repeat('channel.pay', 3),
    ...repeat('channel.tell', 4),
  ],
  [
    ...namesOf('flow'),
    'flow.commit',
    'flow.save',
    'flow.assign',
    'channel.pay',
    'channel.pay',
    ...repeat('change.decide', 5),
  ],
  [
    ...namesOf('refund'),
    ...repeat('channel.overpay', 2),
    ...repeat('refund.submit', 4),
    ...repeat('refund.approve', 2),
    ...repeat('refund.verify', 3),
    ...repeat('refund.payeeCheck', 2),
    ...repeat('refund.payout', 3),
    ...repeat('refund.reRefund', 2),
    ...repeat('channel.tell', 7),
    ...repeat('change.decide', 5),
  ],
  [
    ...namesOf('payout'),
    ...repeat('order.takeAndPass', 3),
    ...repeat('channel.tell', 7),
    ...repeat('change.decide', 5),
    ...repeat('payout.disburse', 3),
    'payout.replay',
  ],
  [
    ...Object.keys(ORDER_STEPS),
    ...repeat('order.machineReview', 2),
    ...repeat('order.allocate', 4),
    'order.pass',
    'order.refuse',
    'order.retrieve',
  ],
  [
    ...namesOf('customerCredit', 'temporaryCredit', 'coupon'),
    'coupon.attach',
    ...repeat('coupon.issue', 2),
    'customerCredit.close',
    ...repeat('change.decide', 3),
  ],
  [
    ...namesOf('feedback', 'contact', 'rudderTask'),
    'feedback.save',
    'feedback.take',
    'feedback.finish',
    ...repeat('change.decide', 3),
  ],
];

export const anyLenderStep = fc.record({
  kind: fc.constant('lender' as const),
  which: fc.nat({ max: 9_999 }),
  pick: fc.nat({ max: 999 }),
  cents: fc.integer({ min: 1, max: 60_000 }),
});
type LenderStep = typeof anyLenderStep extends fc.Arbitrary<infer S> ? S : never;

/** So many commands are tried until one takes effect: most are refused by where their thing stands. */
const TRIES = 3;
/** Apart from any theme's length, so that the tries are different commands. */
const STRIDE = 7_919;

/** @returns what took effect, by its endpoint's name. @throws AppError where all were refused */
export async function takeLenderStep(world: World, step: LenderStep): Promise<string> {
  const theme = THEMES[world.theme % THEMES.length] ?? [];
  let refusal: AppError | undefined;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const name = theme[(step.which + tried * STRIDE) % theme.length] ?? '';
    try {
      return await takeStep(world, name, step);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal = error;
    }
  }
  throw refusal ?? new Error('a theme without commands');
}

async function takeStep(
  world: World,
  name: string,
  { pick, cents }: Pick<LenderStep, 'pick' | 'cents'>,
): Promise<string> {
  const { db, lender } = world;
  const effect = await db.transaction().execute(async (tx) => {
    const turn: Turn = { tx, world, lender, pick, cents };
    if (name === 'change.decide') return await decideOnChange(turn);
    const command = LENDER_COMMANDS[name];
    if (command) await say(turn, name, command.by, await command.request(turn));
    else await LENDER_STEPS[name]?.(turn);
    return name;
  });
  await runWaitingJobs(world);
  return effect;
}

/** 23: a batch that was agreed to is run at once; what became of each of its items is told. */
async function runWaitingJobs({ lender, made }: World): Promise<void> {
  const { app } = lender;
  const { db } = app.database;
  for (const jobNo of made.get('jobNo') ?? []) {
    await runJob({ db, services: app.services, log }, jobNo);
    await expectBatchReported(db, jobNo);
  }
  made.delete('jobNo');
}
