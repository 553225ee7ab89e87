import { needed } from '../../../needed.ts';
import { type Selectable, sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { ChannelFeeTable } from '../../../db/partner-schema.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { type BankAccount, flowPostings, postJournal, reverse } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { channelFeeMachine } from './channel-fee.machine.ts';

export type ChannelFee = Selectable<ChannelFeeTable>;

/** Who asked, and who agreed: the trial at the asking has nobody yet who agrees. */
interface TwoPeople {
  readonly makerUserNo: string;
  readonly userNo: string;
  readonly scope: DataScope;
  readonly at: Date;
}

const signedBy = ({ makerUserNo, userNo }: TwoPeople) => ({
  makerUserNo,
  ...(userNo !== makerUserNo && { checkerUserNo: userNo }),
});

export interface NewFee {
  readonly merchantNo: string;
  readonly accountId: string;
  readonly statementCode: string;
  /** EAT. */
  readonly chargedOn: string;
  readonly amountCents: number;
}

const isBank = (code: string): code is BankAccount => code.startsWith('BANK.');

/**
 * An account of ours in the books of a merchant of the scope, by its English name.
 * @throws AppError REFERENCE_UNKNOWN, ACCOUNT_UNKNOWN
 */
export async function readAccount(
  db: Queryable,
  { merchantNo, accountId }: Pick<NewFee, 'merchantNo' | 'accountId'>,
  scope: DataScope,
): Promise<{ readonly bank: BankAccount; readonly name: string }> {
  const merchant = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const account = await db
    .selectFrom('account')
    .select('nameEn')
    .where('accountCode', '=', accountId)
    .executeTakeFirst();
  if (!account || !isBank(accountId)) throw new AppError('ACCOUNT_UNKNOWN', { fields: ['accountId'] });
  return { bank: accountId, name: account.nameEn };
}

/**
 * Books what a channel took: channel charges / bank of the channel, on the day it is found.
 * @throws AppError REFERENCE_UNKNOWN, ACCOUNT_UNKNOWN, SERIAL_REPEATED, BAD_REQUEST where it is charged in the future
 */
export async function bookFee(tx: Tx, fee: NewFee, who: TwoPeople): Promise<ChannelFee> {
  const { merchantNo, accountId, statementCode, chargedOn, amountCents } = fee;
  const { bank } = await readAccount(tx, fee, who.scope);
  const today = businessDateOf(who.at);
  if (chargedOn > today) {
    const fields = [{ field: 'chargedOn', msg: 'Cannot be in the future' }];
    throw new AppError('BAD_REQUEST', { fields });
  }
  const { rows } = await sql<{ no: string }>`
    SELECT 'CF' || lpad(nextval('channel_fee_number')::text, 9, '0') AS no`.execute(tx);
  const feeNo = needed(rows[0]?.no, 'the number of a fee');
  const { journalId } = await postJournal(tx, {
    kind: 'CHANNEL_FEE',
    businessDate: today,
    merchantNo,
    cause: { type: 'CHANNEL_FEE', no: feeNo },
    idempotencyKey: `channel-fee/${feeNo}`,
    lines: flowPostings.channelFee({ bank, amountCents }),
    ...signedBy(who),
  });
  const made = await tx
    .insertInto('channelFee')
    .values({
      feeNo,
      merchantNo,
      accountCode: bank,
      statementCode,
      chargedOn,
      amountCents,
      journalId,
      bookedAt: who.at,
      ...signedBy(who),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['accountCode', 'statementCode'])
        // Written out: a planned statement proves no index's condition by a parameter.
        .where('feeStatus', '=', sql.lit('BOOKED'))
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (made) return made;
  const facts = { paymentChannel: accountId, paymentCode: statementCode };
  throw new AppError('SERIAL_REPEATED', { fields: ['statementCode'], facts });
}

/** Takes a fee back: its mirror. @throws AppError CHANNEL_FEE_NOT_FOUND, ILLEGAL_TRANSITION */
export async function reverseFee(tx: Tx, feeNo: string, who: TwoPeople): Promise<ChannelFee> {
  const before = await lockOne(tx, tx.selectFrom('channelFee').selectAll().where('feeNo', '=', feeNo), {
    missing: 'CHANNEL_FEE_NOT_FOUND',
    subject: `channelFee ${feeNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(who.scope, merchantNo),
  });
  const feeStatus = advance(channelFeeMachine, before.feeStatus, 'reverse');
  await reverse(tx, before.journalId, {
    businessDate: businessDateOf(who.at),
    cause: { type: 'CHANNEL_FEE', no: feeNo },
    idempotencyKey: `channel-fee/${feeNo}/reversed`,
    ...signedBy(who),
  });
  await tx
    .updateTable('channelFee')
    .set((eb) => ({ feeStatus, version: eb('version', '+', 1) }))
    .where('feeNo', '=', feeNo)
    .execute();
  return { ...before, feeStatus };
}
