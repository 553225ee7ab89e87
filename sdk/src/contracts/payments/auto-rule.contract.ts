import * as z from 'zod/mini';
import { defineSimulatedRuleFamily, productNos, ruleName } from '../platform/rule-family.ts';

const cents = (from: number, to: number, words: string) => z.int().check(z.minimum(from, words), z.maximum(to, words));

/** MATCH_KEY. How money is matched to a loan: by the number or code that the customer typed, or by their phone and exactly the payoff. */
export const matchKey = z.enum(['VIRTUAL_ACCOUNT', 'REPAYMENT_CODE', 'PHONE_AND_PAYOFF']);
export const ruleChannel = z.enum(['MPESA', 'BANK']);

const writeOffFields = {
  ruleName,
  /** Null: all channels. */
  paymentChannel: z.nullable(ruleChannel),
  minAmountCents: cents(1_00, 250_000_00, 'KES 1 to 250,000'),
  maxAmountCents: cents(1_00, 250_000_00, 'KES 1 to 250,000'),
  /** More than this beyond what is owed waits for a person; null: whatever the surplus. */
  surplusMaxCents: z.nullable(cents(0, 250_000_00, 'KES 0 to 250,000')),
  /** In whatever order: what the customer typed comes before the phone, for it is what they said. */
  matchKeys: z.array(matchKey).check(z.minLength(1, 'All options must be filled'), z.maxLength(3)),
  /** True: what comes outside contact hours waits for their beginning. */
  workingHoursOnly: z.boolean(),
};
/** Which payments are allocated without a person. */
export const autoWriteOffRule = z.strictObject(writeOffFields);
export type AutoWriteOffRule = z.output<typeof autoWriteOffRule>;

/** WAIVABLE. What is left of a bill may be waived: late fees, fees, interest; never principal or excise. */
export const waivable = z.enum([
  'LATE_FEE',
  'LIQUIDATED_DAMAGES',
  'EXTENSION_SERVICE_FEE',
  'MANAGEMENT_FEE',
  'SERVICE_FEE',
  'INTEREST',
]);

const settleFields = {
  ruleName,
  productNos,
  /** The most that is waived of a bill. */
  residualMaxCents: cents(0, 50_00, 'KES 0 to 50'),
  components: z.array(z.enum([...waivable.options, 'PRINCIPAL', 'EXCISE'])).check(z.maxLength(8)),
  /** True: a rest that the customer's own surplus pays is paid by it. */
  useCredit: z.boolean(),
  /** The most that the rule waives of all bills a day. */
  dailyCapCents: cents(0, 10_000_000_00, 'KES 0 to 10,000,000'),
};
/** When bills on which next to nothing is owed are closed without a person. */
export const autoSettleRule = z.strictObject(settleFields);
export type AutoSettleRule = z.output<typeof autoSettleRule>;

const writeOffFamily = defineSimulatedRuleFamily({
  name: 'autoWriteOff',
  path: 'autoWriteOff',
  page: '/AdminContent/AfterLoanSystem/AutoWriteOffAmountConfig',
  codes: {
    save: 'afterLoan:autoWriteOff:save',
    state: 'afterLoan:autoWriteOff:save',
    audit: 'afterLoan:autoWriteOff:audit',
  },
  fields: {
    ...writeOffFields,
    /** Of the payments of 30 days: the share that was allocated automatically, in percent; null without payments. */
    autoShare: z.nullable(z.number()),
  },
  filters: { paymentChannel: z.optional(ruleChannel) },
  value: autoWriteOffRule,
});
export type AutoWriteOffRow = z.output<typeof writeOffFamily.row>;
export const {
  page: writeOffPage,
  exportList: writeOffExport,
  detail: writeOffDetail,
  save: writeOffSave,
  state: writeOffState,
  dryRun: writeOffDryRun,
  runPage: writeOffRunPage,
} = writeOffFamily;

const settleFamily = defineSimulatedRuleFamily({
  name: 'autoSettle',
  path: 'zeroSettle',
  page: '/AdminContent/AfterLoanSystem/AutoSettlementConfig',
  codes: { save: 'afterLoan:autoSettle:save', state: 'afterLoan:autoSettle:save', audit: 'afterLoan:autoSettle:audit' },
  fields: {
    ...settleFields,
    productNames: z.array(z.string()),
    closedYesterday: z.number(),
    waivedYesterdayCents: z.number(),
  },
  filters: {},
  value: autoSettleRule,
});
export type AutoSettleRow = z.output<typeof settleFamily.row>;
export const {
  page: settlePage,
  exportList: settleExport,
  detail: settleDetail,
  save: settleSave,
  state: settleState,
  dryRun: settleDryRun,
  runPage: settleRunPage,
} = settleFamily;
