import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import type { ChangeKind } from '../../platform/changes/index.ts';
import { bookFee, type ChannelFee, readAccount, reverseFee } from './fees.ts';

const shared = {
  family: 'reconDifference',
  checkerCode: 'afterLoan:reconDifference:audit',
  lapsesAfterHours: 24,
} as const;

const newFee = z.strictObject({
  merchantNo: z.string(),
  accountId: z.string(),
  statementCode: z.string(),
  chargedOn: z.string(),
  amountCents: z.number(),
  makerUserNo: z.string(),
});

/** A channel took a fee: channel charges / bank of the channel. */
export const bookFeeKind: ChangeKind<z.output<typeof newFee>> = {
  ...shared,
  kind: 'channelFee.book',
  title: { en: 'Book channel fee', zh: '登记渠道费用' },
  payload: newFee,
  async describe(db, fee, scope) {
    const { name } = await readAccount(db, fee, scope);
    const { merchantNo, statementCode, chargedOn, amountCents } = fee;
    return {
      subjectNo: `${fee.accountId} ${statementCode}`,
      subjectName: `${name} ${statementCode}`,
      before: null,
      after: { chargedOn, amountCents },
      concerns: [],
      merchantNos: [merchantNo],
      state: null,
    };
  },
  async apply({ makerUserNo, ...fee }, call) {
    const made = await bookFee(call.tx, fee, whoOf(call, makerUserNo));
    await tell(call, 'channelFee.booked', null, made);
    return { feeNo: made.feeNo };
  },
};

const oneFee = z.strictObject({ feeNo: z.string(), makerUserNo: z.string() });

/** A fee was booked by mistake: its mirror. */
export const reverseFeeKind: ChangeKind<z.output<typeof oneFee>> = {
  ...shared,
  kind: 'channelFee.reverse',
  title: { en: 'Reverse channel fee', zh: '冲正渠道费用' },
  payload: oneFee,
  async describe(db, { feeNo }, scope) {
    const fee = await db.selectFrom('channelFee').selectAll().where('feeNo', '=', feeNo).executeTakeFirst();
    if (!fee || !seesMerchant(scope, fee.merchantNo)) throw new AppError('CHANNEL_FEE_NOT_FOUND');
    const { feeStatus, amountCents, version, merchantNo } = fee;
    const { name } = await readAccount(db, { merchantNo, accountId: fee.accountCode }, scope);
    return {
      subjectNo: feeNo,
      subjectName: `${name} ${fee.statementCode}`,
      before: { feeStatus, amountCents },
      after: { feeStatus: 'REVERSED' },
      concerns: [],
      merchantNos: [merchantNo],
      state: { version },
    };
  },
  async apply({ feeNo, makerUserNo }, call) {
    const after = await reverseFee(call.tx, feeNo, whoOf(call, makerUserNo));
    await tell(call, 'channelFee.reversed', 'BOOKED', after);
    return { feeNo };
  },
};

const whoOf = ({ caller }: CommandContext, makerUserNo: string) => ({
  makerUserNo,
  userNo: caller.userNo,
  scope: caller.scope,
  at: new Date(),
});

async function tell(
  call: CommandContext,
  action: string,
  before: ChannelFee['feeStatus'] | null,
  { feeNo, merchantNo, feeStatus, amountCents, accountCode }: ChannelFee,
): Promise<void> {
  await writeAudit(call.tx, call, {
    action,
    subjectType: 'channelFee',
    subjectNo: feeNo,
    merchantNo,
    ...(before !== null && { before: { feeStatus: before } }),
    after: { feeStatus, amountCents, accountCode },
  });
}
