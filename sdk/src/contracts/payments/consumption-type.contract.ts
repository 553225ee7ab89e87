import * as z from 'zod/mini';
import { defineRuleFamily, ruleName } from '../platform/rule-family.ts';
import { consumptionType } from './prepaid.contract.ts';

const price = z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(1_000_000_00));
const fields = {
  ruleName,
  /** What is charged for. */
  consumptionType,
  unitPriceCents: price,
  /** The first so many of a month cost nothing. */
  freeQuota: z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(1_000_000)),
  /** From so many of a month on, another price; counts rise. */
  tiers: z
    .array(z.strictObject({ fromCount: z.int().check(z.minimum(1, 'Must be an integer above 0')), priceCents: price }))
    .check(z.maxLength(10)),
};
const isRising = (tiers: readonly { readonly fromCount: number }[]) =>
  tiers.every(({ fromCount }, index) => index === 0 || fromCount > (tiers[index - 1]?.fromCount ?? 0));

/** What a merchant is charged, and at what price. */
export const consumptionPrice = z
  .strictObject(fields)
  .check(z.refine(({ tiers }) => isRising(tiers), { error: 'Counts must rise', path: ['tiers'] }));
export type ConsumptionPrice = z.output<typeof consumptionPrice>;

const SAVE = 'merchant:consumptionType:save';
const family = defineRuleFamily({
  name: 'consumptionPrice',
  path: 'consumptionRecord/type',
  page: '/AdminContent/MerchantSystem/ConsumptionTypeConfig',
  codes: { save: SAVE, state: SAVE, audit: 'merchant:config:audit' },
  fields: {
    ...fields,
    /** Charged by it in the last 30 days. */
    lastMonthCents: z.number(),
  },
  filters: { consumptionType: z.optional(consumptionType) },
  value: consumptionPrice,
});
export type ConsumptionPriceRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;
