import { aiTaskMachine, robotTaskMachine } from '../../modules/collections/collections/index.ts';
import {
  applyForCoupons,
  decideCoupons,
  lockCoupon,
  moveCoupon,
  moveTemplate,
  saveTemplate,
  settleCoupons,
} from '../../modules/lending/coupons/index.ts';
import { feedbackMachine } from '../../modules/parties/customers/index.ts';
import { moveFeedback } from '../../modules/collections/feedback/index.ts';
import { addDays, businessDateOf } from '../../modules/platform/policy/index.ts';
import { moveAiTask, moveTask } from '../../modules/collections/robot-tasks/index.ts';
import { type Desk, oldestBill, straysIn, useFlow } from './desk.ts';
import { pathsOf } from './paths.ts';

const DAY_MS = 86_400_000;

/** A campaign: coupons to come, to be used, kept back, used and over, and grants that wait or were refused. */
export async function coupons(desk: Desk): Promise<void> {
  const { maker, checker, now } = desk;
  const scope = 'all' as const;
  const today = businessDateOf(now);
  const payer = desk.takeLoan();
  const { merchantNo } = payer;
  const template = await desk.does(async (tx) => {
    const content = {
      merchantNo,
      couponContent: 'KES 100 off late fees',
      couponType: 'DISCOUNT',
      amountCents: 10_000,
      validityDays: 30,
      useRule: {},
    } as const;
    const couponTemplateNo = await saveTemplate(tx, content, { userNo: maker, scope });
    await moveTemplate(tx, couponTemplateNo, 'approve', { userNo: checker, scope, at: now });
    return couponTemplateNo;
  });
  const granted = async (phone: string, fate: 'PENDING' | 'REJECTED' | 'APPROVED', at = now, effectiveOn = today) =>
    await desk.does(async (tx) => {
      const asked = {
        couponTemplateNo: template,
        phones: [phone],
        effectiveOn,
        reason: 'Paid on time for a year',
      };
      const applicationNo = await applyForCoupons(tx, asked, { userNo: maker, scope, at });
      if (fate === 'PENDING') return undefined;
      const decision = {
        isApproved: fate === 'APPROVED',
        userNo: checker,
        scope,
        at,
        reason: 'Spring campaign',
      };
      return (await decideCoupons(tx, applicationNo, decision)).couponNos[0];
    });
  await offeredToAgents(desk, template, payer);
  await granted(payer.phone, 'PENDING');
  await granted(payer.phone, 'REJECTED');
  await granted(payer.phone, 'APPROVED', now, addDays(today, 7));
  await granted(payer.phone, 'APPROVED');
  const frozen = await granted(payer.phone, 'APPROVED');
  const used = await granted(payer.phone, 'APPROVED');
  const past = new Date(now.getTime() - 60 * DAY_MS);
  await granted(payer.phone, 'APPROVED', past, businessDateOf(past));
  await settleCoupons(desk.db, now);
  await desk.does(async (tx) => {
    if (frozen !== undefined)
      await moveCoupon(tx, await lockCoupon(tx, frozen), 'freeze', {
        userNo: maker,
        reason: 'The number was ported',
        at: now,
      });
    const { bill } = await oldestBill(tx, payer, now);
    const flowNo = await straysIn(tx, desk, payer, 10_000);
    await useFlow(tx, desk, {
      orderNo: payer.orderNo,
      billNo: bill.billNo,
      repayType: 'PARTIAL',
      flowNo,
      amountCents: 10_000,
      ...(used !== undefined && { couponNo: used }),
    });
  });
}

/** The same coupon as agents of customer service may ask for it, with an application that waits. */
async function offeredToAgents(
  desk: Desk,
  couponTemplateNo: string,
  { merchantNo, phone }: { readonly merchantNo: string; readonly phone: string },
): Promise<void> {
  const { maker, checker, now } = desk;
  await desk.does(async (tx) => {
    const limits = { perSendLimit: 2, perDayLimit: 20, perApplicationLimit: 10 };
    const config = { couponTemplateNo, merchantNo, couponContent: 'KES 100 off late fees', ...limits };
    const { configNo } = await tx
      .insertInto('serviceCouponConfig')
      .values({ ...config, configStatus: 'ENABLED', makerUserNo: maker, checkerUserNo: checker, updatedAt: now })
      .returning('configNo')
      .executeTakeFirstOrThrow();
    const service = { configNo, quantity: 1, feedbackNo: null, voucherIds: [] };
    const asked = { couponTemplateNo, phones: [phone], reason: 'Was charged twice', service };
    await applyForCoupons(tx, asked, { userNo: maker, scope: 'all', at: now });
  });
}

/** What customers complained of, as far as each of it came. */
export async function feedback(desk: Desk): Promise<void> {
  const words = [
    'The app says my payment has not arrived',
    'Asked for a statement for the bank',
    'Was called at work although I asked not to be',
  ];
  for (const [index, [, path]] of [...pathsOf(feedbackMachine)].entries()) {
    await desk.does(async (tx) => {
      const { customerNo, merchantNo, orderNo } = desk.takeCustomer();
      const createdAt = new Date(desk.now.getTime() - (index + 1) * 5 * 3_600_000);
      const facts = {
        merchantNo,
        customerNo,
        orderNo,
        source: 'CALL',
        category: 'REPAYMENT',
        severity: 'LOW',
        content: words[index] ?? '',
      } as const;
      let one = await tx
        .insertInto('feedback')
        .values({
          ...facts,
          createdBy: desk.maker,
          createdAt,
          dueAt: new Date(createdAt.getTime() + 3 * DAY_MS),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      for (const command of path) {
        const done = {
          result: 'SOLVED',
          replyContent: 'Your payment is on your loan now',
          processedAt: desk.now,
        } as const;
        const change = command === 'finish' ? done : { handlerUserNo: desk.maker };
        one = await moveFeedback(tx, one, command, { userNo: desk.maker, at: desk.now, change });
      }
    });
  }
}

/** Robots' tasks in every state; who is still to be called is called tomorrow. */
export async function robots(desk: Desk): Promise<void> {
  const tomorrow = new Date(desk.now.getTime() + DAY_MS);
  for (const [state, path] of pathsOf(robotTaskMachine)) {
    await desk.does(async (tx) => {
      const { merchantNo, customerNo, phone } = desk.takeCustomer();
      const form = {
        section: 'marketing',
        merchantNo,
        taskName: `Renewal ${state.toLowerCase()}`.slice(0, 30),
        scriptCode: 'RENEWAL',
        voiceLanguage: 'en',
        dialFrom: '09:00',
        dialTo: '17:00',
        maxAttempts: 2,
        retryGapMinutes: 120,
      } as const;
      let task = await tx
        .insertInto('robotTask')
        .values({
          ...form,
          startAt: tomorrow,
          taskStatus: 'DRAFT',
          createdBy: desk.maker,
          createdAt: desk.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const isOver = state === 'DONE';
      const item = isOver
        ? ({
            itemStatus: 'DONE',
            outcome: 'ANSWERED',
            willingness: 'WILLING',
            attempts: 1,
          } as const)
        : ({ itemStatus: 'QUEUED', nextAt: tomorrow } as const);
      await tx
        .insertInto('robotTaskItem')
        .values({ taskNo: task.taskNo, itemNo: 1, phone, customerNo, ...item })
        .execute();
      for (const command of path) {
        const change =
          command === 'fail'
            ? { fault: 'The script is not known to the robot' }
            : command === 'approve'
              ? { approvedBy: desk.checker }
              : {};
        task = await moveTask(tx, task, command, change);
      }
    });
  }
}

/** Tasks as the vendor holds them. */
export async function aiTasks(desk: Desk): Promise<void> {
  for (const [state, path] of pathsOf(aiTaskMachine)) {
    await desk.does(async (tx) => {
      const { merchantNo } = desk.takeCustomer();
      const form = {
        merchantNo,
        taskName: `Evening ${state.toLowerCase()}`,
        scriptCode: 'REMIND',
        voiceLanguage: 'sw',
        createdBy: desk.maker,
        createdAt: desk.now,
      } as const;
      const task = await tx.insertInto('aiTask').values(form).returningAll().executeTakeFirstOrThrow();
      const fault = state === 'FAILED' ? 'The vendor refused the script' : null;
      await moveAiTask(tx, task, path, { fault, ...(path.length > 0 && { syncedAt: desk.now }) });
    });
  }
}
