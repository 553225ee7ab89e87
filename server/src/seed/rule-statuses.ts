import type {
  autoCancel,
  autoRule,
  casePolicy,
  consumptionPrice,
  maturity,
  orderAcquire,
  waiverStrategy,
} from '@kituo/sdk/contracts';
import type { Database, Tx } from '../db/database.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../modules/platform/policy/index.ts';
import { seedRule } from './rules.ts';

/** How a rule of the demonstration stands. A pending or scheduled one has no version in force. */
type Standing = 'ENABLED' | 'DISABLED' | 'PENDING' | 'SCHEDULED';

interface Family {
  readonly configKey: string;
  readonly rules: readonly (readonly [Standing, { readonly ruleName: string }])[];
}

const named = <Value extends { readonly ruleName: string }>(
  configKey: string,
  value: Omit<Value, 'ruleName'>,
  rules: readonly (readonly [Standing, string, Partial<Value>?])[],
): Family => ({
  configKey,
  rules: rules.map(([standing, ruleName, changes]) => [standing, { ...value, ...changes, ruleName }]),
});

/** Stands for the merchant after a rule's own. */
const NEXT = 'NEXT';

/** Rules a family, the first of the first merchant and so on: each as mild as a demonstration wants it. */
const FAMILIES: readonly Family[] = [
  named<autoCancel.AutoCancelRule>(
    'afterLoan.autoCancel',
    {
      productNos: [],
      orderStatus: 'DISBURSE_FAILED',
      waitHours: 720,
      failCodes: [],
      maxAttempts: 10,
      notifyTemplateNo: null,
    },
    [
      ['ENABLED', 'Failed for 30 days'],
      ['PENDING', 'Failed for 10 days', { waitHours: 240, maxAttempts: 5 }],
      ['DISABLED', 'Waiting for 30 days', { orderStatus: 'PENDING_DISBURSEMENT', maxAttempts: null }],
    ],
  ),
  named<autoRule.AutoSettleRule>(
    'afterLoan.autoSettle',
    {
      productNos: [],
      residualMaxCents: 10_00,
      components: ['LATE_FEE', 'INTEREST'],
      useCredit: true,
      dailyCapCents: 20_000_00,
    },
    [
      ['DISABLED', 'Rests of up to KES 10'],
      ['PENDING', 'Rests of up to KES 20', { residualMaxCents: 20_00 }],
      ['SCHEDULED', 'Late fees of up to KES 5', { residualMaxCents: 5_00, components: ['LATE_FEE'] }],
    ],
  ),
  named<autoRule.AutoWriteOffRule>(
    'afterLoan.autoWriteOff',
    {
      paymentChannel: null,
      minAmountCents: 1_00,
      maxAmountCents: 250_000_00,
      surplusMaxCents: null,
      matchKeys: ['REPAYMENT_CODE'],
      workingHoursOnly: false,
    },
    [
      ['ENABLED', 'By repayment code'],
      ['PENDING', 'By code, then by phone', { matchKeys: ['REPAYMENT_CODE', 'PHONE_AND_PAYOFF'] }],
      ['SCHEDULED', 'M-Pesa up to KES 50,000', { paymentChannel: 'MPESA', maxAmountCents: 50_000_00 }],
    ],
  ),
  named<casePolicy.LevelPolicy>(
    'collection.levelPolicy',
    {
      caseScopes: ['ORDER', 'BILL'],
      divisionMode: 'COUNT',
      newStaffWeight: 50,
      oldStaffWeight: 100,
      newStaffCap: 80,
      oldStaffCap: null,
      caseLevels: ['S1', 'S2'],
      newStaffMaxAmountCents: 20_000_00,
      amountFromCents: null,
      amountToCents: null,
      keepCollector: true,
      keepOrderTogether: true,
    },
    [
      ['ENABLED', 'Early levels'],
      ['PENDING', 'Large late cases', { caseLevels: ['S3', 'S4'], divisionMode: 'AMOUNT', newStaffWeight: 0 }],
      ['DISABLED', 'Last level', { caseLevels: ['S5'], divisionMode: 'BALANCED' }],
    ],
  ),
  named<casePolicy.ReminderPolicy>(
    'collection.preReminder',
    {
      caseScopes: ['ORDER', 'BILL'],
      divisionMode: 'COUNT',
      newStaffWeight: 100,
      oldStaffWeight: 50,
      newStaffCap: 100,
      oldStaffCap: null,
      productNos: [],
      onDueDay: 'PERSON',
      oneDayBefore: 'SMS',
      twoDaysBefore: 'NONE',
      threeDaysBefore: 'SMS',
      remindAt: '09:00',
    },
    [
      ['DISABLED', 'SMS, then a call'],
      ['PENDING', 'SMS alone', { onDueDay: 'SMS' }],
      ['SCHEDULED', 'A call two days before', { twoDaysBefore: 'PERSON', threeDaysBefore: 'NONE' }],
    ],
  ),
  named<waiverStrategy.WaiverStrategy>(
    'collectionStage.strategy',
    {
      productNos: [],
      caseLevels: ['S3', 'S4'],
      dpdFrom: 16,
      dpdTo: 90,
      components: ['LATE_FEE', 'LIQUIDATED_DAMAGES'],
      rateBps: 5_000,
      payFirst: 'BILL_IN_FULL',
      capPerBillCents: 2_000_00,
      dailyBudgetCents: 50_000_00,
      timesPerYear: 2,
      approvalMode: 'EACH',
    },
    [
      ['ENABLED', 'Half of the late fee'],
      ['PENDING', 'All of the late fee', { rateBps: 10_000, payFirst: 'ALL_OVERDUE' }],
      ['SCHEDULED', 'A third, early', { caseLevels: ['S2'], dpdFrom: 8, dpdTo: 15, rateBps: 3_300 }],
      // Past its last day.
      ['ENABLED', 'First quarter offer', { caseLevels: ['S1'], dpdFrom: 1, dpdTo: 7, effectiveTo: '2026-03-31' }],
    ],
  ),
  named<orderAcquire.AcquireRule>(
    'merchant.orderAcquire',
    {
      priority: 10,
      dailyQuota: 200,
      fromTime: '08:00',
      toTime: '20:00',
      loanType: 'FIRST',
      minAmountCents: 1_000_00,
      maxAmountCents: 20_000_00,
      modelLevels: [],
      termDays: [],
      channelCodes: [],
    },
    [
      ['DISABLED', 'First loans by day'],
      ['PENDING', 'Repeat loans', { loanType: 'REPEAT', maxAmountCents: 50_000_00 }],
      ['SCHEDULED', 'Best levels alone', { modelLevels: ['A', 'B'], dailyQuota: -1, loanType: null }],
    ],
  ),
  named<consumptionPrice.ConsumptionPrice>(
    'merchant.consumptionPrice',
    {
      typeCode: 'ORDER_DELIVERED',
      names: { en: 'Orders delivered', zh: '已推送订单' },
      otherMerchantNos: [],
      isForAll: false,
      consumptionType: 'ORDER_DELIVERED',
      unitPriceCents: 35_00,
      freeQuota: 100,
      tiers: [],
    },
    [
      ['ENABLED', 'Delivered orders'],
      [
        'SCHEDULED',
        'Delivered orders, by volume',
        {
          tiers: [
            { fromCount: 1_000, priceCents: 30_00 },
            { fromCount: 5_000, priceCents: 25_00 },
          ],
        },
      ],
      [
        'PENDING',
        'Face checks',
        {
          typeCode: 'FACE_CHECK',
          names: { en: 'Face checks', zh: '人脸核验' },
          consumptionType: 'FACE_CHECK',
          unitPriceCents: 8_00,
          freeQuota: 0,
        },
      ],
      [
        'SCHEDULED',
        'Data queries of all merchants',
        {
          typeCode: 'DATA_QUERY',
          names: { en: 'Data queries', zh: '数据查询' },
          consumptionType: 'DATA_QUERY',
          unitPriceCents: 12_00,
          isForAll: true,
        },
      ],
      [
        'SCHEDULED',
        'Messages of two merchants',
        {
          typeCode: 'SMS_SENT',
          names: { en: 'Messages', zh: '短信' },
          consumptionType: 'SMS_SENT',
          unitPriceCents: 1_20,
          otherMerchantNos: [NEXT],
        },
      ],
    ],
  ),
  named<maturity.MaturityRule>(
    'merchant.maturity',
    {
      productNos: [],
      termDays: [],
      countFrom: 'DISBURSEMENT_DAY',
      rollRule: 'NEXT_BUSINESS_DAY',
      paydayAlign: 0,
      dueCutoff: '23:59',
      graceDays: 0,
      reminderDays: [-3],
    },
    [
      ['ENABLED', 'Next business day'],
      ['PENDING', 'Pay day on the 28th', { paydayAlign: 28, graceDays: 2, reminderDays: [-3, -1, 0] }],
      ['SCHEDULED', 'From the next day on', { countFrom: 'NEXT_DAY', rollRule: 'NONE' }],
    ],
  ),
];

/** Rules of the families that a demonstration would otherwise show empty, in each state that one may rest in; once. */
export async function seedRuleStatuses(db: Database, now: Date): Promise<void> {
  const keys = FAMILIES.map(({ configKey }) => configKey);
  const known = await db
    .selectFrom('configRule')
    .select('ruleId')
    .where('configKey', 'in', keys)
    .limit(1)
    .executeTakeFirst();
  const merchants = await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').limit(3).execute();
  const people = await db.selectFrom('appUser').select('userNo').orderBy('userNo').limit(2).execute();
  const [makerUserNo, checkerUserNo] = people.map(({ userNo }) => userNo);
  if (known || makerUserNo === undefined || checkerUserNo === undefined) return;
  await db.transaction().execute(async (tx) => {
    for (const { configKey, rules } of FAMILIES) {
      for (const [index, [standing, value]] of rules.entries()) {
        const merchantNo = merchants[index % merchants.length]?.merchantNo;
        const next = merchants[(index + 1) % merchants.length]?.merchantNo;
        if (merchantNo === undefined || next === undefined) return;
        await addRule(
          tx,
          standing,
          { configKey, merchantNo, value: withNext(value, next), makerUserNo, checkerUserNo },
          now,
        );
      }
    }
  });
}

/** A rule with the number of the merchant after its own where it names that one. */
const withNext = (value: object, next: string): object =>
  'otherMerchantNos' in value && Array.isArray(value.otherMerchantNos)
    ? { ...value, otherMerchantNos: value.otherMerchantNos.map((one: unknown) => (one === NEXT ? next : one)) }
    : value;

async function addRule(tx: Tx, standing: Standing, rule: Parameters<typeof seedRule>[1], now: Date): Promise<void> {
  const effectiveFrom = addDays(businessDateOf(now), 30);
  if (standing === 'PENDING') {
    const waiting = { storedStatus: standing, effectiveFrom, inForceFrom: null, checkerUserNo: null };
    await seedRule(tx, { ...rule, standing: waiting });
    return;
  }
  if (standing === 'SCHEDULED') {
    const inForceFrom = startOfBusinessDate(effectiveFrom);
    const { checkerUserNo } = rule;
    await seedRule(tx, { ...rule, standing: { storedStatus: standing, effectiveFrom, inForceFrom, checkerUserNo } });
    return;
  }
  const ruleId = await seedRule(tx, rule);
  if (standing === 'ENABLED') return;
  await tx.updateTable('configRule').set({ disabledThrough: 1 }).where('ruleId', '=', ruleId).execute();
}
