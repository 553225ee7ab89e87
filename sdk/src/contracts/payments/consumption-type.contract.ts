import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, textFilter } from '../list.ts';
import { defineRuleFamily, ruleName } from '../platform/rule-family.ts';
import { consumptionType } from './prepaid.contract.ts';

const price = z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(1_000_000_00));
const fields = {
  ruleName,
  /** The merchant's own code of it, once a merchant, fixed once used. Absent in versions from before there were codes. */
  typeCode: z.optional(z.string().check(z.trim(), z.regex(/^[A-Z][A-Z0-9_]{1,31}$/, '2 to 32 capitals, digits or _'))),
  /** What statements and lists call it, by language code; the type's own name where absent. */
  names: z._default(
    z.record(
      z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)),
      z.string().check(z.trim(), z.maxLength(64, 'At most 64 characters')),
    ),
    {},
  ),
  /** Merchants beside its own that it prices, unless they have a price of their own. */
  otherMerchantNos: z._default(
    z.array(businessNo).check(
      z.maxLength(200),
      z.refine((all) => new Set(all).size === all.length, 'Each merchant once'),
    ),
    [],
  ),
  /** Prices every merchant that no other price names. */
  isForAll: z._default(z.boolean(), false),
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

/** Pure. How special a price is: of one merchant, of several, of all. The most special one counts. */
export const priceLevel = ({ otherMerchantNos, isForAll }: Pick<ConsumptionPrice, 'otherMerchantNos' | 'isForAll'>) =>
  isForAll ? 2 : otherMerchantNos.length > 0 ? 1 : 0;

const PAGE = '/AdminContent/MerchantSystem/ConsumptionTypeConfig';
const SAVE = 'merchant:consumptionType:save';
const family = defineRuleFamily({
  name: 'consumptionPrice',
  path: 'consumptionRecord/type',
  page: PAGE,
  codes: { save: SAVE, state: SAVE, audit: 'merchant:config:audit' },
  fields: {
    ...fields,
    /** Charged by it in the last 30 days. */
    lastMonthCents: z.number(),
    /** Those beside its own, by name. */
    otherMerchantNames: z.array(z.string()),
  },
  filters: { consumptionType: z.optional(consumptionType), typeCode: textFilter, typeName: textFilter },
  value: consumptionPrice,
});
export type ConsumptionPriceRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;

export const impact = defineEndpoint({
  name: 'consumptionPrice.impact',
  method: 'POST',
  path: 'consumptionRecord/type/impact',
  access: { code: [SAVE] },
  kind: 'query',
  summary:
    'What a price would have charged each of its merchants in the last three whole months, beside what was charged, the biggest change first; at most 20. REFERENCE_UNKNOWN',
  request: z.strictObject({ merchantNo: businessNo, value: consumptionPrice }),
  reply: z.array(
    z.object({
      merchantNo: z.string(),
      merchantName: z.string(),
      /** The earliest first. */
      months: z.array(
        z.object({ month: z.string(), uses: z.number(), chargedCents: z.number(), repricedCents: z.number() }),
      ),
    }),
  ),
});

const pace = z.object({ days: z.number(), uses: z.number(), amountCents: z.number() });
export const paces = defineEndpoint({
  name: 'consumptionPrice.paces',
  method: 'GET',
  path: 'consumptionRecord/type/paces/{ruleId}',
  access: { page: [PAGE] },
  kind: 'query',
  summary:
    'What the merchants of a price were charged in the two weeks before each of its versions and in those after it. NOT_FOUND',
  request: z.object({ ruleId: z.string().check(z.regex(/^R\d+$/)) }),
  /** The newest version first; at most ten. */
  reply: z.array(
    z.object({
      versionNo: z.number(),
      inForceFrom: z.string(),
      /** Whom the version counted for, of the caller’s merchants. */
      merchants: z.number(),
      before: pace,
      /** Fewer days where it is newer. */
      after: pace,
    }),
  ),
});
