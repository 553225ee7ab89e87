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
import { type Desk, oldestBill, straysIn, useFlow } from './desk.ts';
import { pathsOf } from './paths.ts';

const DAY_MS = 86_400_000;

/** Promotion codes: two batches that await approval, one that was refused. */
async function promoBatches(
  { db, maker, checker, now }: Desk,
  merchantNo: string,
  couponTemplateNo: string,
): Promise<void> {
  const batch = {
    merchantNo,
    couponTemplateNo,
    codeCount: 1,
    maxRedemptions: 200,
    budgetCents: 2_000_000,
    endsOn: addDays(businessDateOf(now), 30),
    makerUserNo: maker,
  };
  const refused = {
    batchStatus: 'REJECTED',
    checkerUserNo: checker,
    decisionReason: 'Too dear',
    decidedAt: now,
  } as const;
  await db
    .insertInto('promoBatch')
    .values([
      { ...batch, ownCode: 'JAMHURI25', reason: 'Radio spots of Jamhuri Day' },
      { ...batch, ownCode: null, codeCount: 500, maxRedemptions: 1, reason: 'Leaflets at the market' },
      { ...batch, ownCode: 'KARIBU', maxRedemptions: 5_000, reason: 'For everybody who joins', ...refused },
    ])
    .execute();
}

/** A campaign: coupons to come, to be used, kept back, used and over, and grants that wait or were refused. */
export async function coupons(desk: Desk): Promise<void> {
  const { maker, checker, now } = desk;
  const scope = 'all' as const;
  const today = businessDateOf(now);
  const payer = desk.takeLoan(({ hasFees }) => hasFees === true);
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
  await promoBatches(desk, merchantNo, template);
  await offeredToAgents(desk);
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

/** Coupons of the first merchant that agents of customer service may ask for, and what became of what they asked for. */
async function offeredToAgents({ maker, checker, now, does }: Desk): Promise<void> {
  const merchantNo = 'M0001';
  const scope = 'all' as const;
  const offer = { merchantNo, couponType: 'DISCOUNT', validityDays: 14, useRule: {} } as const;
  const limits = { perSendLimit: 2, perDayLimit: 20, perApplicationLimit: 10 };
  await does(async (tx) => {
    const by = { userNo: maker, scope };
    const couponContent = 'KES 200 off the service fee';
    const couponTemplateNo = await saveTemplate(tx, { ...offer, couponContent, amountCents: 20_000 }, by);
    await moveTemplate(tx, couponTemplateNo, 'approve', { userNo: checker, scope, at: now });
    await saveTemplate(tx, { ...offer, couponContent: 'KES 500 for a friend', amountCents: 50_000 }, by);
    const { configNo } = await tx
      .insertInto('serviceCouponConfig')
      .values({
        ...limits,
        couponTemplateNo,
        merchantNo,
        couponContent,
        configStatus: 'ENABLED',
        makerUserNo: maker,
        checkerUserNo: checker,
        updatedAt: now,
      })
      .returning('configNo')
      .executeTakeFirstOrThrow();
    const customers = await tx
      .selectFrom('customer')
      .select('phone')
      .where('merchantNo', '=', merchantNo)
      .orderBy('customerNo')
      .limit(ASKED.length)
      .execute();
    const service = { configNo, quantity: 1, feedbackNo: null, recordNo: null, voucherIds: [] };
    for (const [place, { phone }] of customers.entries()) {
      const [days, reason, isApproved] = ASKED[place] ?? ASKED[0];
      const at = new Date(now.getTime() - days * DAY_MS);
      const asked = { couponTemplateNo, phones: [phone], reason, service };
      const applicationNo = await applyForCoupons(tx, asked, { userNo: 'U000007', scope, at });
      if (isApproved === null) continue;
      const decision = { isApproved, userNo: checker, scope, at, reason: 'As the feedback says' };
      await decideCoupons(tx, applicationNo, decision);
    }
  });
}

/** Days ago, why, and what was decided; null: it waits. */
const ASKED = [
  [0, 'Was charged twice', null],
  [1, 'Waited three days for the payout', true],
  [3, 'Wants something for her trouble', false],
] as const;

/** What customers complained of, as far as each of it came. */
export async function feedback(desk: Desk): Promise<void> {
  const words = [
    'The app says my payment has not arrived',
    'Asked for a statement for the bank',
    'Was called at work although I asked not to be',
  ];
  for (const [index, [, path]] of [...pathsOf(feedbackMachine)].entries()) {
    await desk.does(async (tx) => {
      const { customerNo, merchantNo, orderNo } = desk.takeCustomer(`M000${(index % 3) + 1}`);
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
