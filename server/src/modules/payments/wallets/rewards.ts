import type { Tx } from '../../../db/database.ts';
import type { WalletRewardTable } from './tables.ts';
import { AppError } from '../../../http/app-error.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { payoutPostings, postJournal, reverse } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { lockWallet, moveWallet } from './store.ts';

export interface NewReward {
  readonly customerNo: string;
  readonly rewardType: WalletRewardTable['rewardType']['__select__'];
  /** What it is for: an invited person's phone, an order. The same cause is rewarded once. */
  readonly causeNo: string;
  readonly amountCents: number;
  readonly inviteePhone?: string;
  readonly sourceOrderNo?: string;
  readonly at: Date;
}

/**
 * Puts a reward into a customer's wallet, which is opened with its first one: marketing expense / wallet
 * liability.
 * @param signed who requested one that is given by hand, and who agreed.
 * @returns the reward's number, or null where this cause was rewarded before: nothing is written then.
 * @throws AppError CUSTOMER_NOT_FOUND, AMOUNT_INVALID
 */
export async function grantReward(
  tx: Tx,
  reward: NewReward,
  signed: { readonly makerUserNo?: string; readonly checkerUserNo?: string } = {},
): Promise<string | null> {
  const { customerNo, amountCents, at, ...fields } = reward;
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) throw new AppError('AMOUNT_INVALID');
  const { merchantNo, balanceCents } = await openWallet(tx, customerNo);
  const written = await tx
    .insertInto('walletReward')
    .values({
      ...fields,
      customerNo,
      merchantNo,
      amountCents,
      grantTime: at,
      walletBalanceCents: balanceCents + amountCents,
    })
    .onConflict((conflict) => conflict.columns(['customerNo', 'rewardType', 'causeNo']).doNothing())
    .returning('rewardNo')
    .executeTakeFirst();
  if (!written) return null;
  const { rewardNo } = written;
  await moveWallet(tx, customerNo, { balanceCents: amountCents });
  await postJournal(tx, {
    kind: 'WALLET_REWARD',
    businessDate: businessDateOf(at),
    merchantNo,
    cause: { type: 'REWARD', no: rewardNo },
    idempotencyKey: `reward/${rewardNo}`,
    lines: payoutPostings.walletReward({ customerNo, amountCents }),
    ...signed,
  });
  await publishEvent(tx, {
    topic: 'wallet.reward',
    subjectType: 'wallet',
    subjectNo: customerNo,
    merchantNo,
    before: { balanceCents },
    after: { balanceCents: balanceCents + amountCents, rewardNo },
  });
  return rewardNo;
}

/**
 * Takes a reward back while the wallet has it free: the mirror of its journal. What was withdrawn, or is on its way,
 * stays with the customer.
 * @returns whether it was taken back.
 */
export async function takeBackReward(tx: Tx, rewardNo: string, at: Date): Promise<boolean> {
  const { customerNo, merchantNo, amountCents } = await tx
    .selectFrom('walletReward')
    .select(['customerNo', 'merchantNo', 'amountCents'])
    .where('rewardNo', '=', rewardNo)
    .executeTakeFirstOrThrow();
  const wallet = await lockWallet(tx, customerNo);
  if (!wallet || wallet.balanceCents - wallet.heldCents < amountCents) return false;
  const { journalId } = await tx
    .selectFrom('journal')
    .select('journalId')
    .where('causeType', '=', 'REWARD')
    .where('causeNo', '=', rewardNo)
    .where('reversesId', 'is', null)
    .executeTakeFirstOrThrow();
  await moveWallet(tx, customerNo, { balanceCents: -amountCents });
  await reverse(tx, journalId, {
    businessDate: businessDateOf(at),
    cause: { type: 'REWARD', no: rewardNo },
    idempotencyKey: `reward-back/${rewardNo}`,
  });
  const { balanceCents } = wallet;
  await publishEvent(tx, {
    topic: 'wallet.rewardTakenBack',
    subjectType: 'wallet',
    subjectNo: customerNo,
    merchantNo,
    before: { balanceCents },
    after: { balanceCents: balanceCents - amountCents, rewardNo },
  });
  return true;
}

async function openWallet(tx: Tx, customerNo: string) {
  const customer = await tx
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!customer) throw new AppError('CUSTOMER_NOT_FOUND');
  const { merchantNo } = customer;
  await tx
    .insertInto('wallet')
    .values({ customerNo, merchantNo })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const wallet = await lockWallet(tx, customerNo);
  if (!wallet) throw new Error(`customer ${customerNo} has no wallet`);
  return wallet;
}
