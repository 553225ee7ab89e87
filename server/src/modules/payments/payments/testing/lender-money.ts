import { attachFile } from '../../../platform/files/testing/attach-file.ts';
import { addDays } from '../../../platform/policy/index.ts';
import { CERTIFICATE, type LenderCommand, newestOf, oneOf, ORDER_CERTIFICATE, serialOf, type Turn } from './lender.ts';

/* Money of the company: wallets, merchants' balances, partners' days, channels' fees, transfers, flows, refunds. */

const REASON = 'as the model has it';
const wholeShillings = ({ cents }: Turn) => Math.max(1, Math.floor(cents / 100)) * 100;
const merchantOf = ({ world }: Turn) => world.loan.merchantNo;
const now = () => new Date().toISOString();
const isYes = ({ pick }: Turn) => pick % 3 > 0;
const maker = (request: LenderCommand['request']): LenderCommand => ({ by: 'maker', request });
const third = (request: LenderCommand['request']): LenderCommand => ({ by: 'third', request });
const checker = (request: LenderCommand['request']): LenderCommand => ({ by: 'checker', request });
const onOne = (field: string, prefix?: string) => (turn: Turn) => ({
  [field]: oneOf(turn, field, prefix),
  reason: REASON,
});
const onMany = (field: string, nos: string) => (turn: Turn) => ({
  [nos]: newestOf(turn, field),
  reason: REASON,
});

/** A day that no report of any history has taken yet. */
const freeDay = (turn: Turn) =>
  addDays('2025-12-31', -(Number(/\d+/.exec(turn.world.loan.orderNo)) * 7 + turn.world.count));

/** A certificate of the merchant. */
const paperOf = (turn: Turn): Promise<string> =>
  attachFile(turn.tx, {
    attachmentNo: `AT${merchantOf(turn)}`,
    subjectType: 'merchantVoucher',
    subjectNo: merchantOf(turn),
  });

/** Credit that came of an overpayment, to its payer or, with a third person's yes, to somebody else. */
const refundOf = (turn: Turn) => ({
  flowNo: oneOf(turn, 'creditFlowNo'),
  amountCents: wholeShillings(turn) + 1_900,
  ...(turn.pick % 2 === 0 && {
    payee: {
      payoutType: 'MOBILE_MONEY',
      payoutSubType: 'MPESA',
      accountName: 'Achieng Other',
      eWalletAccount: '254733333333',
    },
  }),
  voucherIds: [CERTIFICATE],
  remark: REASON,
});

async function dueOf({ tx }: Turn, partnerDayNos: readonly string[]): Promise<number> {
  const days = await tx
    .selectFrom('partnerDay')
    .select('dueCents')
    .where('partnerDayNo', 'in', [...partnerDayNos])
    .execute();
  return days.reduce((sum, { dueCents }) => sum + dueCents, 0);
}

function transferOf(turn: Turn): object {
  const shared = { amountCents: wholeShillings(turn), purpose: REASON, voucherIds: [CERTIFICATE] };
  if (turn.pick % 4 > 0) return { ...shared, transferType: 'RETURN_TO_PAYER', flowNo: oneOf(turn, 'flowNo') };
  const between = { sourceAccountId: 'BANK.MPESA_PAYBILL', targetAccountId: 'BANK.MAIN' };
  return { ...shared, ...between, transferType: 'OWN_ACCOUNT', merchantNo: merchantOf(turn) };
}

async function draftOf(turn: Turn): Promise<object> {
  const { tx, world, cents } = turn;
  const { customerNo, orderNo } = world.loan;
  const { phone } = await tx
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  const channel = { paymentChannel: 'MPESA', accountId: 'BANK.MPESA_PAYBILL' };
  const paid = { paymentCode: serialOf(turn), amountCents: cents, repayTime: now() };
  return { orderNo, phone, ...channel, ...paid, voucherIds: [ORDER_CERTIFICATE], remark: REASON };
}

async function changedDraft(turn: Turn): Promise<object> {
  const draftNo = oneOf(turn, 'draftNo');
  const { version } = await turn.tx
    .selectFrom('flowDraft')
    .select('version')
    .where('draftNo', '=', draftNo)
    .executeTakeFirstOrThrow();
  return { ...(await draftOf(turn)), draftNo, version };
}

export const MONEY_COMMANDS: Readonly<Record<string, LenderCommand>> = {
  'wallet.grant': maker((turn) => ({
    customerNo: turn.world.loan.customerNo,
    rewardType: 'TASK',
    causeNo: serialOf(turn),
    amountCents: wholeShillings(turn),
    reason: REASON,
  })),
  'wallet.request': maker((turn) => ({
    customerNo: turn.world.loan.customerNo,
    amountCents: Math.ceil(wholeShillings(turn) / 400) * 100,
    reason: REASON,
  })),
  'wallet.retry': maker((turn) => ({ withdrawNo: oneOf(turn, 'withdrawNo') })),
  'wallet.cancel': maker(onOne('withdrawNo')),
  'wallet.batchRetry': maker(onMany('withdrawNo', 'withdrawNos')),
  'wallet.batchCancel': maker(onMany('withdrawNo', 'withdrawNos')),
  // 24: far more than what 32 bits hold, to the cent.
  'rechargeRecord.apply': maker(async (turn) => ({
    merchantNo: merchantOf(turn),
    amountCents: turn.cents + (turn.pick % 5 === 0 ? 5_000_000_001 : 0),
    paymentChannel: 'BANK',
    paymentCode: serialOf(turn),
    paidAt: now(),
    voucherIds: [await paperOf(turn)],
  })),
  'rechargeRecord.audit': checker((turn) => ({
    rechargeNo: oneOf(turn, 'rechargeNo'),
    isApproved: isYes(turn),
    remark: REASON,
  })),
  'rechargeRecord.reverse': maker(onOne('rechargeNo')),
  'consumptionRecord.charge': maker((turn) => ({
    merchantNo: merchantOf(turn),
    consumptionType: 'DATA_QUERY',
    causeNo: serialOf(turn),
    quantity: 1 + (turn.pick % 9),
    unitPriceCents: turn.cents,
    remark: REASON,
  })),
  'consumptionRecord.reverse': maker((turn) => ({
    recordNo: oneOf(turn, 'recordNo'),
    reverseReason: 'WRONG',
    remark: REASON,
  })),
  'consumptionRecord.audit': checker((turn) => ({
    recordNo: oneOf(turn, 'recordNo'),
    isApproved: isYes(turn),
    remark: REASON,
  })),
  'merchantConfig.creditLine': maker((turn) => ({
    merchantNo: merchantOf(turn),
    creditLineCents: turn.cents * 100,
    reason: REASON,
  })),
  'channelFee.book': maker((turn) => ({
    merchantNo: merchantOf(turn),
    accountId: 'BANK.MPESA_PAYBILL',
    statementCode: serialOf(turn),
    chargedOn: '2026-01-15',
    amountCents: turn.cents,
    reason: REASON,
  })),
  'channelFee.reverse': maker(onOne('feeNo')),
  'partnerDay.save': maker((turn) => ({
    ...(turn.pick % 5 === 0 && { partnerDayNo: oneOf(turn, 'partnerDayNo') }),
    marketProductNo: turn.lender.marketProductNo,
    bizDate: freeDay(turn),
    partnerApplied: 50,
    approved: turn.pick % 40,
    rejected: 2,
    disbursedCents: turn.cents,
    explanation: REASON,
  })),
  'partnerDay.confirm': maker(onOne('partnerDayNo')),
  'partnerDay.reopen': maker(onOne('partnerDayNo')),
  'partnerDay.batchConfirm': maker(onMany('partnerDayNo', 'partnerDayNos')),
  'partnerDay.settle': maker(async (turn) => {
    const partnerDayNos = [oneOf(turn, 'partnerDayNo')];
    return {
      partnerDayNos,
      amountCents: Math.max(1, await dueOf(turn, partnerDayNos)),
      paymentChannel: 'BANK',
      paymentCode: serialOf(turn),
      paidAt: now(),
      reason: REASON,
    };
  }),
  'transferApply.submit': maker(transferOf),
  'transferApply.giveUp': maker((turn) => ({ transferNo: oneOf(turn, 'transferNo') })),
  'transferApply.approve': checker((turn) => ({ transferNo: oneOf(turn, 'transferNo') })),
  'transferApply.reject': checker((turn) => ({ transferNo: oneOf(turn, 'transferNo'), auditRemark: REASON })),
  'transferApply.release': checker((turn) => ({ transferNo: oneOf(turn, 'transferNo') })),
  'flow.assign': maker((turn) => ({
    flowNo: oneOf(turn, 'flowNo'),
    ownerUserNo: isYes(turn) ? turn.world.people.checker : null,
  })),
  'flow.save': maker(draftOf),
  'flow.update': maker(changedDraft),
  'flow.commit': maker((turn) => ({ draftNo: oneOf(turn, 'draftNo') })),
  'flow.adjust': maker((turn) => ({ flowNo: oneOf(turn, 'flowNo'), statementCents: turn.cents, reason: REASON })),
  'flow.reverse': maker(onOne('flowNo')),
  'refund.submit': maker(refundOf),
  'refund.verify': checker((turn) => ({
    refundNo: oneOf(turn, 'refundNo'),
    registeredName: isYes(turn) ? 'WANJIKU ACHIENG TEST OTHER' : 'SOMEBODY',
    registeredIdCardNo: '31234567',
  })),
  'refund.approve': checker((turn) => ({ refundNo: oneOf(turn, 'refundNo') })),
  'refund.reject': checker((turn) => ({ refundNo: oneOf(turn, 'refundNo'), auditRemark: REASON })),
  'refund.payeeCheck': third((turn) => ({ refundNo: oneOf(turn, 'refundNo') })),
  'refund.payout': checker((turn) => ({ refundNo: oneOf(turn, 'refundNo') })),
  'refund.reRefund': checker((turn) => ({ refundNo: oneOf(turn, 'refundNo') })),
  'refund.batchApprove': third(onMany('refundNo', 'refundNos')),
  'refund.batchPayout': third(onMany('refundNo', 'refundNos')),
  'refund.batchReRefund': third(onMany('refundNo', 'refundNos')),
};
