import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';

const cents = (from: number, to: number, words: string) => z.int().check(z.minimum(from, words), z.maximum(to, words));

/** How money is matched to a loan: by the code that the customer typed, or by their phone and exactly the payoff. */
export const matchKey = z.enum(['REPAYMENT_CODE', 'PHONE_AND_PAYOFF']);

/** Which payments of a merchant's customers are written off without a person. */
export const autoWriteOffRule = z
  .strictObject({
    minAmountCents: cents(1_00, 250_000_00, 'KES 1 to 250,000'),
    maxAmountCents: cents(1_00, 250_000_00, 'KES 1 to 250,000'),
    /** More than this beyond what is owed waits for a person; null: whatever the surplus. */
    surplusMaxCents: z.nullable(cents(0, 250_000_00, 'KES 0 to 250,000')),
    /** Tried in this order. */
    matchKeys: z.array(matchKey).check(z.minLength(1, 'All options must be filled'), z.maxLength(2)),
    /** True: what comes outside contact hours waits for their beginning. */
    workingHoursOnly: z.boolean(),
  })
  .check(
    z.refine(({ minAmountCents, maxAmountCents }) => minAmountCents < maxAmountCents, {
      error: 'Must be below the maximum amount',
      path: ['minAmountCents'],
    }),
  );
export type AutoWriteOffRule = z.output<typeof autoWriteOffRule>;

/** What is left of a bill may be waived: late fees, fees, interest; never principal or excise. */
export const waivable = z.enum([
  'LATE_FEE',
  'LIQUIDATED_DAMAGES',
  'EXTENSION_SERVICE_FEE',
  'MANAGEMENT_FEE',
  'SERVICE_FEE',
  'INTEREST',
]);

/** When a merchant's bills, on which next to nothing is owed, are closed without a person. */
export const autoSettleRule = z.strictObject({
  /** The most that is waived of a bill. */
  residualMaxCents: cents(0, 50_00, 'KES 0 to 50'),
  components: z.array(waivable).check(z.maxLength(6)),
  /** True: a rest that the customer's own surplus pays is paid by it. */
  useCredit: z.boolean(),
  /** The most that is waived of all bills a day. */
  dailyCapCents: cents(0, 10_000_000_00, 'KES 0 to 10,000,000'),
});
export type AutoSettleRule = z.output<typeof autoSettleRule>;

export const writeOffDryRun = defineEndpoint({
  name: 'autoWriteOff.dryRun',
  method: 'POST',
  path: 'autoWriteOff/dryRun',
  access: { code: ['afterLoan:autoWriteOff:save', 'afterLoan:autoWriteOff:audit'] },
  kind: 'query',
  summary: 'Of the payments of the last 7 days: how many a rule would write off automatically.',
  request: z.strictObject({ merchantNo: businessNo, rule: autoWriteOffRule }),
  reply: z.object({
    flows: z.number(),
    /** Within the rule's amounts. */
    automatic: z.number(),
    automaticInForce: z.number(),
  }),
});

export const settleDryRun = defineEndpoint({
  name: 'autoSettle.dryRun',
  method: 'POST',
  path: 'zeroSettle/dryRun',
  access: { code: ['afterLoan:autoSettle:save', 'afterLoan:autoSettle:audit'] },
  kind: 'query',
  summary: 'What a rule would close and waive now.',
  request: z.strictObject({ merchantNo: businessNo, rule: autoSettleRule }),
  reply: z.object({
    bills: z.number(),
    /** At most the day's cap. */
    waivedCents: z.number(),
    /** The first 200 of them. */
    billNos: z.array(z.string()),
  }),
});
