import { type ParsedRequestOf, wallet } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { grantReward } from './rewards.ts';
import { requestWithdrawal } from './withdrawals.ts';

const payload = z.strictObject({
  customerNo: z.string(),
  rewardType: wallet.rewardType,
  causeNo: z.string(),
  amountCents: z.number(),
  makerUserNo: z.string(),
});

/** A reward given by hand is money that can leave: one person asks, another agrees. */
export const grantKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'wallet.grant',
  family: 'walletBatch',
  title: { en: 'Grant reward', zh: '发放奖励' },
  checkerCode: 'afterLoan:walletBatch:audit',
  lapsesAfterHours: 24,
  payload,
  async describe(db, { customerNo, rewardType, causeNo, amountCents }, scope) {
    return {
      subjectNo: `${customerNo} ${rewardType} ${causeNo}`,
      subjectName: customerNo,
      before: null,
      after: { rewardType, causeNo, amountCents },
      concerns: [],
      merchantNos: [(await customerWithin(db, customerNo, scope)).merchantNo],
      state: null,
    };
  },
  async apply({ makerUserNo, ...reward }, call) {
    const { tx, caller } = call;
    const { customerNo, amountCents, rewardType } = reward;
    const { merchantNo } = await customerWithin(tx, customerNo, caller.scope);
    const { userNo } = caller;
    const signed = { makerUserNo, ...(userNo !== makerUserNo && { checkerUserNo: userNo }) };
    const rewardNo = await grantReward(tx, { ...reward, at: new Date() }, signed);
    if (rewardNo === null) throw new AppError('CAUSE_REPEATED', { fields: ['causeNo'] });
    await writeAudit(tx, call, {
      action: 'wallet.granted',
      subjectType: 'reward',
      subjectNo: rewardNo,
      merchantNo,
      after: { customerNo, rewardType, amountCents },
    });
    return { rewardNo };
  },
};

/** @throws AppError CUSTOMER_NOT_FOUND, CAUSE_REPEATED, CHANGE_WAITING */
export async function requestReward(
  { reason, ...form }: ParsedRequestOf<typeof wallet.grant>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const requested = { ...form, makerUserNo: call.caller.userNo };
  return { changeNo: await requestChange(grantKind, requested, call, reason) };
}

/**
 * Asks for money out of a wallet for a customer who asked by phone; it goes to the phone we know, by the sweep
 * that sends what customers ask for themselves.
 * @throws AppError CUSTOMER_NOT_FOUND, and of `requestWithdrawal`
 */
export async function requestForCustomer(
  { customerNo, amountCents, reason }: ParsedRequestOf<typeof wallet.request>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const { merchantNo, heldCents } = await customerWithin(tx, customerNo, caller.scope);
  const withdrawNo = await requestWithdrawal(tx, { customerNo, amountCents, at: new Date() });
  noteMade(tx, `withdrawal ${withdrawNo}`);
  await writeAudit(tx, call, [
    {
      action: 'wallet.request',
      subjectType: 'withdrawal',
      subjectNo: withdrawNo,
      merchantNo,
      after: { withdrawStatus: 'REQUESTED', amountCents },
      reason,
    },
    {
      action: 'wallet.request',
      subjectType: 'wallet',
      subjectNo: customerNo,
      merchantNo,
      before: { heldCents },
      after: { heldCents: heldCents + amountCents },
    },
  ]);
  return { withdrawNo, withdrawStatus: 'REQUESTED' as const };
}

/** @throws AppError CUSTOMER_NOT_FOUND */
async function customerWithin(db: Queryable, customerNo: string, scope: DataScope) {
  const row = await db
    .selectFrom('customer as c')
    .leftJoin('wallet as w', 'w.customerNo', 'c.customerNo')
    .select(['c.merchantNo', 'w.heldCents'])
    .where('c.customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!row || !seesMerchant(scope, row.merchantNo)) {
    throw new AppError('CUSTOMER_NOT_FOUND', { fields: ['customerNo'] });
  }
  return { merchantNo: row.merchantNo, heldCents: row.heldCents ?? 0 };
}
