import { wallet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { walletWithdrawalMachine } from '../../lending/payouts/index.ts';

const requested = (db: Queryable) =>
  db
    .selectFrom('walletWithdrawal as w')
    .innerJoin('customer as c', 'c.customerNo', 'w.customerNo')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payoutAttempt as a')
          .select(['a.failCode', 'a.failReason', 'a.attemptCount'])
          .where('a.subjectType', '=', 'WITHDRAWAL')
          .whereRef('a.subjectNo', '=', 'w.withdrawNo')
          .orderBy('a.attemptCount', 'desc')
          .limit(1)
          .as('p'),
      (join) => join.onTrue(),
    );

/** Requests of customers to be paid what their wallet holds. */
export const withdrawals = defineList(wallet.withdrawalPage, requested, (by) => ({
  scope: by.ofMerchants('w.merchantNo'),
  key: 'w.withdrawNo',
  missing: 'WITHDRAWAL_NOT_FOUND',
  filters: {
    withdrawNo: by.is('w.withdrawNo'),
    customerNo: by.is('w.customerNo'),
    phone: by.is('c.phone'),
    customerName: by.contains('c.customerName'),
    withdrawStatus: by.is('w.withdrawStatus'),
    failCode: by.is('p.failCode'),
    amountCents: by.between('w.amountCents'),
    createTime: by.days('w.createTime'),
  },
  sorts: { createTime: 'w.createTime', amountCents: 'w.amountCents' },
  first: [['w.createTime', 'desc']],
  select: (query) =>
    query.selectAll('w').select(['c.customerName', 'c.phone', 'p.failCode', 'p.failReason', 'p.attemptCount']),
  row: ({ payeeName: _, ...row }, { caller }) => ({
    ...row,
    feeCents: 0,
    attemptCount: row.attemptCount ?? 0,
    createTime: row.createTime.toISOString(),
    successTime: row.successTime?.toISOString() ?? null,
    allowedActions: allowedActions(walletWithdrawalMachine, row.withdrawStatus)
      .filter((action) => action === 'retry' || action === 'cancel')
      .filter((action) => caller.codes.has(`afterLoan:walletWithdrawal:${action}`)),
  }),
  personal: { customerName: 'name', phone: 'phone', eWalletAccount: 'phone' },
}));

/** What of withdrawals is masked, in full for those who hold the page. */
export const withdrawalReveals = rowReveals(withdrawals, {
  name: 'withdrawal',
  title: { en: 'withdrawals', zh: '提现' },
  page: wallet.withdrawalPage,
  fields: { customerName: 'customerName', phone: 'phone', eWalletAccount: 'phone' },
});

/** A withdrawal with its journals. @throws AppError WITHDRAWAL_NOT_FOUND */
export async function readWithdrawal(withdrawNo: string, call: Call) {
  const row = await withdrawals.one(withdrawNo, call);
  const journals = await call.db
    .selectFrom('journal')
    .select('journalId')
    .where('causeNo', 'in', (eb) =>
      eb
        .selectFrom('payoutAttempt')
        .select('attemptNo')
        .where('subjectType', '=', 'WITHDRAWAL')
        .where('subjectNo', '=', withdrawNo),
    )
    .orderBy('journalId')
    .execute();
  return { row, journalIds: journals.map(({ journalId }) => journalId) };
}

/** What customers were rewarded with. */
export const rewards = defineList(
  wallet.rewardPage,
  (db) => db.selectFrom('walletReward as r').innerJoin('customer as c', 'c.customerNo', 'r.customerNo'),
  (by) => ({
    scope: by.ofMerchants('r.merchantNo'),
    key: 'r.rewardNo',
    filters: {
      rewardNo: by.is('r.rewardNo'),
      rewardType: by.is('r.rewardType'),
      customerNo: by.is('r.customerNo'),
      phone: by.is('c.phone'),
      customerName: by.contains('c.customerName'),
      amountCents: by.between('r.amountCents'),
      grantTime: by.days('r.grantTime'),
    },
    sorts: { grantTime: 'r.grantTime', amountCents: 'r.amountCents' },
    first: [['r.grantTime', 'desc']],
    select: (query) =>
      query
        .select(['r.rewardNo', 'r.merchantNo', 'r.customerNo', 'c.customerName', 'r.rewardType'])
        .select(['r.inviteePhone', 'r.sourceOrderNo', 'r.amountCents', 'r.walletBalanceCents', 'r.grantTime']),
    row: ({ grantTime, ...row }) => ({ ...row, grantTime: grantTime.toISOString() }),
    personal: { customerName: 'name', inviteePhone: 'phone' },
  }),
);

/** What of rewards is masked, in full for those who hold the page. */
export const walletRewardReveals = rowReveals(rewards, {
  name: 'walletReward',
  title: { en: 'rewards', zh: '奖励' },
  page: wallet.rewardPage,
  fields: { customerName: 'customerName', inviteePhone: 'phone' },
});

const SHOWN = 500;

/** What a wallet has, and why. @throws AppError CUSTOMER_NOT_FOUND */
export async function readStatement(db: Queryable, caller: Caller, customerNo: string) {
  const found = await db
    .selectFrom('wallet')
    .select(['customerNo', 'merchantNo', 'balanceCents', 'heldCents'])
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) {
    throw new AppError('CUSTOMER_NOT_FOUND');
  }
  const lines = await db
    .selectFrom('posting as p')
    .innerJoin('journal as j', (join) =>
      join.onRef('j.journalId', '=', 'p.journalId').onRef('j.businessDate', '=', 'p.businessDate'),
    )
    .select(['j.journalId', 'j.businessDate', 'j.journalKind as kind', 'j.reversesId', 'j.causeNo'])
    .select(sql<number>`-p.amount_cents`.as('amountCents'))
    .select(sql<number>`(-sum(p.amount_cents) over (order by p.journal_id))::bigint`.as('balanceCents'))
    .where('p.accountCode', '=', 'WALLET_LIABILITY')
    .where('p.customerNo', '=', customerNo)
    .orderBy('p.journalId', 'desc')
    .limit(SHOWN)
    .execute();
  const { balanceCents, heldCents } = found;
  return { customerNo, balanceCents, heldCents, lines: lines.toReversed() };
}
