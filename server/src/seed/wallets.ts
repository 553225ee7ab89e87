import type { Database, Tx } from '../db/database.ts';
import { auditTask, checkMark, createTask } from '../modules/lending/credit/index.ts';
import { markSent, type PayoutOutcome, resolveAttempt } from '../modules/lending/payouts/index.ts';
import {
  cancelWithdrawal,
  grantReward,
  payWithdrawal,
  requestWithdrawal,
  withdrawalPayout,
} from '../modules/payments/wallets/index.ts';
import type { SeedContext, SeedStep } from './lending/seed-step.ts';

const SUBJECTS = { WITHDRAWAL: withdrawalPayout };
const DAY_MS = 86_400_000;
/** Of those who repaid on time, so many were rewarded for it. */
const REWARDED = 0.12;

/** Rewards of customers who repaid, and what they took out of their wallets so far. */
async function fillWallets(db: Database, context: SeedContext): Promise<void> {
  const { dice } = context;
  const repaid = await db
    .selectFrom('loanOrder')
    .leftJoin('wallet', 'wallet.customerNo', 'loanOrder.customerNo')
    .select(['loanOrder.orderNo', 'loanOrder.customerNo', 'loanOrder.closedAt'])
    .where('orderStatus', '=', 'CLOSED')
    .where('wallet.customerNo', 'is', null)
    .orderBy('loanOrder.orderNo')
    .execute();
  await db.transaction().execute(async (tx) => {
    for (const { orderNo, customerNo, closedAt } of repaid) {
      if (!dice.chance(REWARDED)) continue;
      const at = new Date(Math.min((closedAt ?? context.now).getTime(), context.now.getTime()));
      const amountCents = dice.between(1, 4) * 100_00;
      const reward = { customerNo, rewardType: 'ON_TIME', causeNo: orderNo, sourceOrderNo: orderNo } as const;
      const rewardNo = await grantReward(tx, { ...reward, amountCents, at });
      if (rewardNo !== null && dice.chance(0.7)) await withdraw(tx, customerNo, amountCents, at, context);
    }
  });
}

async function withdraw(
  tx: Tx,
  customerNo: string,
  amountCents: number,
  rewardedAt: Date,
  { dice, now }: SeedContext,
): Promise<void> {
  const at = new Date(Math.min(rewardedAt.getTime() + dice.between(1, 9) * DAY_MS, now.getTime()));
  const withdrawNo = await requestWithdrawal(tx, { customerNo, amountCents, at });
  const fate = dice.weighted({ REQUESTED: 1, SUCCESS: 7, FAILED: 2, CANCELLED: 1 });
  if (fate === 'REQUESTED') return;
  const { attemptNo } = await payWithdrawal(tx, withdrawNo, 'send');
  await markSent(tx, SUBJECTS, attemptNo, at);
  const outcome: PayoutOutcome =
    fate === 'SUCCESS'
      ? { isPaid: true, channelReference: `SKKK${withdrawNo.slice(-6)}` }
      : { isPaid: false, failCode: '2001', failReason: 'The initiator information is invalid' };
  await resolveAttempt(tx, SUBJECTS, attemptNo, outcome, at);
  if (fate === 'CANCELLED') await cancelWithdrawal(tx, withdrawNo, { reason: 'Customer asked to keep it' });
}

/** One task a state at the first merchant; none where there are some. */
async function raiseLimits(db: Database, { now, people, merchantNos }: SeedContext): Promise<void> {
  const [merchantNo = ''] = merchantNos;
  const known = await db.selectFrom('temporaryCreditTask').select('taskNo').executeTakeFirst();
  const rows = await db
    .selectFrom('customer as c')
    .innerJoin('customerCredit as l', 'l.customerNo', 'c.customerNo')
    .select('c.phone')
    .where('c.merchantNo', '=', merchantNo)
    .orderBy('c.customerNo')
    .limit(9)
    .execute();
  const [maker] = people.reviewers;
  if (known || rows.length < 3 || maker === undefined) return;
  const share = Math.floor(rows.length / 3);
  for (const [index, fate] of (['APPROVED', 'REJECTED', 'PENDING'] as const).entries()) {
    const phones = rows.slice(index * share, (index + 1) * share).map(({ phone }) => phone);
    const request = {
      merchantNo,
      phones,
      taskName: ['School fees', 'Easter', 'Harvest'][index] ?? '',
      checked: checkMark(merchantNo, phones),
      amountCents: 2_000_00,
      validDays: 30,
      reason: 'Requested by good payers',
    };
    await db.transaction().execute(async (tx) => {
      const taskNo = await createTask(tx, request, { userNo: maker, scope: 'all', at: now });
      if (fate === 'PENDING') return;
      const isApproved = fate === 'APPROVED';
      const remark = isApproved ? null : 'Wait for the next salary';
      const decision = { isApproved, remark, userNo: people.checker, scope: 'all', at: now } as const;
      await auditTask(tx, taskNo, decision);
    });
  }
}

export const walletStep: SeedStep = {
  name: 'wallets and temporary limits',
  async run(db, context) {
    await fillWallets(db, context);
    await raiseLimits(db, context);
  },
};
