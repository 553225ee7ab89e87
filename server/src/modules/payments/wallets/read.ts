import { wallet } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { anywhere, whole } from '../../../db/like.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { walletWithdrawalMachine } from '../../lending/payouts/index.ts';

/*
 * Customers and attempts are joined to the rows of a page alone; filters look them up, so that a count of thousands joins
 * nothing.
 */
const ofCustomers = (customerNo: 'w.customer_no' | 'r.customer_no', who: RawBuilder<unknown>) =>
  sql<boolean>`${sql.ref(customerNo)} in (select k.customer_no from customer k where ${who})`;
const hasPhone = (phone: string) => sql`k.phone = ${phone}`;
const isNamed = (name: string, isExact = false) => sql`k.customer_name ilike ${isExact ? whole(name) : anywhere(name)}`;

/** The newest attempt to pay a withdrawal out. */
export const newestAttempt = sql<{
  failCode: string | null;
  failReason: string | null;
  attemptCount: number | null;
}>`lateral (
  select a.fail_code, a.fail_reason, a.attempt_count from payout_attempt a
  where a.subject_type = 'WITHDRAWAL' and a.subject_no = w.withdraw_no order by a.attempt_count desc limit 1)`;

/** Requests of customers to be paid what their wallet holds. */
export const withdrawals = defineList(
  wallet.withdrawalPage,
  (db) => db.selectFrom('walletWithdrawal as w'),
  (by) => ({
    scope: by.ofMerchants('w.merchantNo'),
    key: 'w.withdrawNo',
    missing: 'WITHDRAWAL_NOT_FOUND',
    filters: {
      withdrawNo: by.is('w.withdrawNo'),
      customerNo: by.is('w.customerNo'),
      phone: (phone) => ofCustomers('w.customer_no', hasPhone(phone)),
      customerName: (name, { isExact }) => ofCustomers('w.customer_no', isNamed(name, isExact)),
      withdrawStatus: by.is('w.withdrawStatus'),
      failCode: (code) => sql<boolean>`(select p.fail_code from ${newestAttempt} p) = ${code}`,
      amountCents: by.between('w.amountCents'),
      createTime: by.days('w.createTime'),
    },
    sorts: { createTime: 'w.createTime', amountCents: 'w.amountCents' },
    first: [['w.createTime', 'desc']],
    select: (query) =>
      query
        .innerJoin('customer as c', 'c.customerNo', 'w.customerNo')
        .leftJoin(newestAttempt.as('p'), (join) => join.onTrue())
        .selectAll('w')
        .select(['c.customerName', 'c.phone', 'p.failCode', 'p.failReason', 'p.attemptCount']),
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
  }),
);

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

/** A reward `r` was reversed. */
export const TAKEN_BACK = sql<boolean>`exists (select from journal j where j.cause_type = 'REWARD'
  and j.cause_no = r.reward_no and j.reverses_id is not null)`;

/** What customers were rewarded with. */
export const rewards = defineList(
  wallet.rewardPage,
  (db) => db.selectFrom('walletReward as r'),
  (by) => ({
    scope: by.ofMerchants('r.merchantNo'),
    key: 'r.rewardNo',
    filters: {
      rewardNo: by.is('r.rewardNo'),
      rewardType: by.is('r.rewardType'),
      customerNo: by.is('r.customerNo'),
      phone: (phone) => ofCustomers('r.customer_no', hasPhone(phone)),
      customerName: (name, { isExact }) => ofCustomers('r.customer_no', isNamed(name, isExact)),
      amountCents: by.between('r.amountCents'),
      grantTime: by.days('r.grantTime'),
    },
    sorts: { grantTime: 'r.grantTime', amountCents: 'r.amountCents' },
    first: [['r.grantTime', 'desc']],
    select: (query) =>
      query
        .innerJoin('customer as c', 'c.customerNo', 'r.customerNo')
        .select(['r.rewardNo', 'r.merchantNo', 'r.customerNo', 'c.customerName', 'r.rewardType'])
        .select(['r.inviteePhone', 'r.sourceOrderNo', 'r.amountCents', 'r.walletBalanceCents', 'r.grantTime'])
        .select(TAKEN_BACK.as('isTakenBack')),
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
