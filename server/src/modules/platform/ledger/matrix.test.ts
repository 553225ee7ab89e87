import { describe, expect, it } from 'vitest';
import {
  amounts,
  billPostings,
  flowPostings,
  imbalanceOf,
  mirrored,
  partnerPostings,
  payoutPostings,
  type PostingLine,
} from './index.ts';

const bank = 'BANK.MPESA_PAYBILL';
const flow = { flowNo: 'F1', customerNo: 'C1', amountCents: 100 };
const paid = { bank, amountCents: 100 } as const;
const part = { billNo: 'B1', component: 'INTEREST', amountCents: 100 } as const;

/** `debits / credits`, as the posting matrix writes a row, with amounts. */
function row(lines: readonly PostingLine[]): string {
  const side = (sign: number) =>
    lines
      .filter((line) => Math.sign(line.amountCents) === sign)
      .map((line) => `${line.account} ${Math.abs(line.amountCents)}`)
      .join(', ');
  return `${side(1)} / ${side(-1)}`;
}

const rows: readonly (readonly [string, readonly PostingLine[], string])[] = [
  [
    'disbursement sent, fees upfront',
    billPostings.disbursementSent({
      customerNo: 'C1',
      principals: [
        { billNo: 'B1', amountCents: 600 },
        { billNo: 'B2', amountCents: 400 },
      ],
      upfront: amounts({ SERVICE_FEE: 50, EXCISE: 10 }),
    }),
    'RECEIVABLE_PRINCIPAL 600, RECEIVABLE_PRINCIPAL 400 / PAYOUT_CLEARING 940, INCOME_SERVICE_FEE 50, TAX_PAYABLE 10',
  ],
  ['disbursement succeeded', payoutPostings.payoutSucceeded(paid), `PAYOUT_CLEARING 100 / ${bank} 100`],
  [
    'accrual',
    billPostings.accrual({ billNo: 'B1', accrued: amounts({ LATE_FEE: 5, EXCISE: 2 }) }),
    'RECEIVABLE_LATE_FEE 5, RECEIVABLE_EXCISE 2 / INCOME_LATE_FEE 5, TAX_PAYABLE 2',
  ],
  ['capital paid in', partnerPostings.capitalPaidIn(paid), `${bank} 100 / CAPITAL 100`],
  ['receipt', flowPostings.receipt({ ...flow, bank }), `${bank} 100 / SUSPENSE 100`],
  [
    'application',
    flowPostings.application({
      ...flow,
      parts: [part, { billNo: 'B1', component: 'PRINCIPAL', amountCents: 40 }],
    }),
    'SUSPENSE 140 / RECEIVABLE_INTEREST 100, RECEIVABLE_PRINCIPAL 40',
  ],
  ['overpayment', flowPostings.overpayment(flow), 'SUSPENSE 100 / CUSTOMER_CREDIT 100'],
  ['re-use of credit', flowPostings.creditReuse(flow), 'CUSTOMER_CREDIT 100 / SUSPENSE 100'],
  ['refund sent', payoutPostings.refundSent(flow), 'CUSTOMER_CREDIT 100 / REFUND_CLEARING 100'],
  ['refund paid', payoutPostings.refundSucceeded(paid), `REFUND_CLEARING 100 / ${bank} 100`],
  ['deduction', billPostings.deduction({ parts: [part] }), 'WAIVER_EXPENSE 100 / RECEIVABLE_INTEREST 100'],
  ['coupon', billPostings.coupon({ parts: [part] }), 'MARKETING_EXPENSE 100 / RECEIVABLE_INTEREST 100'],
  [
    'rollover',
    billPostings.rollover({ billNo: 'B1', successorBillNo: 'B2', principalCents: 100 }),
    'RECEIVABLE_PRINCIPAL 100 / RECEIVABLE_PRINCIPAL 100',
  ],
  [
    'charge-off',
    billPostings.chargeOff({ billNo: 'B1', outstanding: amounts({ PRINCIPAL: 70, INTEREST: 30 }) }),
    'BAD_DEBT_EXPENSE 100, MEMO_CLAIM 100 / RECEIVABLE_INTEREST 30, RECEIVABLE_PRINCIPAL 70, MEMO_CLAIM_CONTRA 100',
  ],
  [
    'recovery above the claim',
    flowPostings.recovery({ ...flow, billNo: 'B1', claimCents: 60 }),
    'SUSPENSE 60, MEMO_CLAIM_CONTRA 60, SUSPENSE 40 / INCOME_RECOVERY 60, MEMO_CLAIM 60, CUSTOMER_CREDIT 40',
  ],
  [
    'recovery of nothing claimed',
    flowPostings.recovery({ ...flow, billNo: 'B1', claimCents: 0 }),
    'SUSPENSE 100 / CUSTOMER_CREDIT 100',
  ],
  [
    'the statement shows more',
    flowPostings.receiptAdjustment({ flowNo: 'F1', bank, differenceCents: 7 }),
    `${bank} 7 / SUSPENSE 7`,
  ],
  [
    'the statement shows less',
    flowPostings.receiptAdjustment({ flowNo: 'F1', bank, differenceCents: -7 }),
    `SUSPENSE 7 / ${bank} 7`,
  ],
  ['channel reversal', flowPostings.channelReversal({ ...flow, bank }), `SUSPENSE 100 / ${bank} 100`],
  ['channel fee', flowPostings.channelFee(paid), `CHANNEL_CHARGES 100 / ${bank} 100`],
  ['transfer sent', payoutPostings.transferSent(paid), 'CASH_IN_TRANSIT 100 / TRANSFER_CLEARING 100'],
  ['transfer paid', payoutPostings.transferPaid(paid), `TRANSFER_CLEARING 100 / ${bank} 100`],
  ['transfer arrived', payoutPostings.transferArrived(paid), `${bank} 100 / CASH_IN_TRANSIT 100`],
  ['return sent', payoutPostings.returnSent(flow), 'SUSPENSE 100 / TRANSFER_CLEARING 100'],
  ['payout paid twice', payoutPostings.paidTwice(paid), `PAYEE_RECEIVABLE 100 / ${bank} 100`],
  ['claim paid back', payoutPostings.claimCleared(flow), 'SUSPENSE 100 / PAYEE_RECEIVABLE 100'],
  ['wallet reward', payoutPostings.walletReward(flow), 'MARKETING_EXPENSE 100 / WALLET_LIABILITY 100'],
  ['wallet withdrawal sent', payoutPostings.walletWithdrawalSent(flow), 'WALLET_LIABILITY 100 / PAYOUT_CLEARING 100'],
  ['recharge', partnerPostings.merchantRecharge(paid), `${bank} 100 / MERCHANT_PREPAID 100`],
  ['consumption', partnerPostings.merchantConsumption(paid), 'MERCHANT_PREPAID 100 / SERVICE_INCOME 100'],
  ['partner’s day confirmed', partnerPostings.partnerDayConfirmed(paid), 'PARTNER_RECEIVABLE 100 / SERVICE_INCOME 100'],
  ['partner’s day paid', partnerPostings.partnerDayPaid(paid), `${bank} 100 / PARTNER_RECEIVABLE 100`],
];

describe('the posting matrix', () => {
  it.each(rows)('%s', (_, lines, expected) => {
    // Accruals and waivers alternate their sides; the matrix names debits first.
    expect(row(lines)).toBe(expected);
    expect(imbalanceOf(lines)).toBe(0);
    expect(imbalanceOf([...lines, ...mirrored(lines)])).toBe(0);
    expect(mirrored(mirrored(lines))).toEqual(lines);
  });

  it('never waives principal or excise, and never posts 0 or a fraction', () => {
    for (const component of ['PRINCIPAL', 'EXCISE'] as const) {
      const parts = [{ ...part, component }];
      expect(() => billPostings.deduction({ parts })).toThrow(RangeError);
      expect(() => billPostings.coupon({ parts })).toThrow(RangeError);
    }
    expect(() => billPostings.accrual({ billNo: 'B1', accrued: amounts({ PRINCIPAL: 1 }) })).toThrow(RangeError);
    for (const amountCents of [0, -1, 0.5]) {
      expect(() => flowPostings.overpayment({ ...flow, amountCents })).toThrow(RangeError);
    }
  });

  it('names bill, flow and customer on the lines that live by them', () => {
    const [suspense, receivable] = flowPostings.application({ ...flow, parts: [part] });
    expect(suspense).toMatchObject({ flowNo: 'F1', customerNo: 'C1' });
    expect(receivable).toMatchObject({ billNo: 'B1', component: 'INTEREST', flowNo: 'F1' });
    const [, creditLine] = flowPostings.overpayment(flow);
    expect(creditLine).toMatchObject({ flowNo: 'F1', customerNo: 'C1' });
  });
});
