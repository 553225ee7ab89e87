import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, reason, textFilter } from '../list.ts';
import { defineRuleFamily, ruleId, ruleName } from '../platform/rule-family.ts';
import { productHidden, shownProduct } from './market-product.contract.ts';

const PAGE = '/AdminContent/LoanSupermarketSystem/LoanSupermarketRecommendProductManagement';
const seen = { page: [PAGE] } as const;
const SAVE = 'supermarket:recommend:save';

/** RECOMMEND_SCENE. Where customers see the recommendation. */
export const recommendScene = z.enum(['MACHINE_REFUSED', 'REFUSED', 'CREDIT_USED_UP', 'SETTLED', 'HOME']);
/**
 * RECOMMEND_ROTATION. In the order of the slot, or by the approval rate of confirmed days: of customers of the same
 * model level where at least ten of them were decided, else of all.
 */
export const recommendRotation = z.enum(['FIXED', 'BY_APPROVAL']);

/** RECOMMEND_HIDDEN. Why a product that a slot names is not shown. */
export const recommendHidden = z.enum([...productHidden.options, 'OVER_MAX']);

const words = (most: number) =>
  z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(32))).check(z.maxLength(most));
const moment = z.iso.datetime({ offset: true, error: 'A date and time' });

const fields = {
  /** What the slot is called. */
  ruleName,
  scene: recommendScene,
  /** Any where empty. */
  modelLevels: words(20),
  /** VIP levels; any where empty. */
  vipLevelNos: z.array(z.int().check(z.minimum(0), z.maximum(99))).check(z.maxLength(20)),
  /** Of refused orders; any where empty. */
  refuseCodes: words(50),
  /** In their order. */
  marketProductNos: z.array(businessNo).check(z.minLength(1, 'All options must be filled'), z.maxLength(20)),
  maxShown: z.int().check(z.minimum(1, '1 to 10'), z.maximum(10, '1 to 10')),
  rotation: recommendRotation,
  /** Of several slots for a customer the smallest is shown. */
  sort: z.int().check(z.minimum(1, 'Must be an integer above 0'), z.maximum(9_999)),
  /** Null: from the version's day on. */
  startAt: z.nullable(moment),
  /** Null: until it is changed. */
  endAt: z.nullable(moment),
};
/** What is recommended at one place to some customers. */
export const recommendRule = z.strictObject(fields).check(
  z.refine(({ startAt, endAt }) => startAt === null || endAt === null || Date.parse(startAt) < Date.parse(endAt), {
    error: 'Must be after the start',
    path: ['endAt'],
  }),
  z.refine(({ marketProductNos }) => new Set(marketProductNos).size === marketProductNos.length, {
    error: 'Each product once',
    path: ['marketProductNos'],
  }),
);
export type RecommendRule = z.output<typeof recommendRule>;

const family = defineRuleFamily({
  name: 'marketRecommend',
  path: 'marketProduct/recommend',
  page: PAGE,
  codes: { save: SAVE, state: 'supermarket:recommend:publish', audit: 'supermarket:config:audit' },
  fields: {
    ...fields,
    productNames: z.array(z.string()),
    /** At the slot in the last 30 days. */
    shown: z.number(),
    clicks: z.number(),
    /** Clicks for a hundred cards that were shown; null without any. */
    clickPercent: z.nullable(z.number()),
    /** Applications for a hundred clicks; null without clicks. */
    applyPercent: z.nullable(z.number()),
    /** Of its products in the last 30 days, wherever they were opened; the income as well. */
    approvedPercent: z.nullable(z.number()),
    incomeCents: z.number(),
  },
  filters: {
    slotCode: z.optional(ruleId),
    scene: z.optional(recommendScene),
    /** Slots that name the product. */
    marketProductNo: z.optional(businessNo),
    /** One model level, VIP level or refuse code that the slot names. */
    audience: textFilter,
  },
  value: recommendRule,
});
export type RecommendRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;

export const products = defineEndpoint({
  name: 'marketRecommend.products',
  method: 'GET',
  path: 'marketProduct/recommend/products',
  access: seen,
  kind: 'query',
  summary: 'The products on the shelf of the caller’s merchants, which slots may name',
  request: z.object({}),
  reply: z.array(z.object({ marketProductNo: z.string(), productName: z.string(), platformName: z.string() })),
});

export const replace = defineEndpoint({
  name: 'marketRecommend.replace',
  method: 'POST',
  path: 'marketProduct/recommend/replace',
  access: { code: [SAVE] },
  kind: 'command',
  preview: true,
  summary:
    'Submits a version of every slot that names a product, with another one in its place. MARKET_PRODUCT_OFF, CONFIG_OPEN',
  request: z
    .strictObject({
      fromProductNo: businessNo,
      toProductNo: businessNo,
      effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'),
      reason,
    })
    .check(
      z.refine(({ fromProductNo, toProductNo }) => fromProductNo !== toProductNo, {
        error: 'Choose another product',
        path: ['toProductNo'],
      }),
    ),
  reply: z.object({ slots: z.array(z.string()) }),
});

export const preview = defineEndpoint({
  name: 'marketRecommend.preview',
  method: 'GET',
  path: 'marketProduct/recommend/preview/{orderNo}/{scene}',
  access: seen,
  kind: 'query',
  summary: 'What the customer of an order would be recommended at a place now, and why nothing is. NOT_FOUND',
  request: z.object({ orderNo: businessNo, scene: recommendScene }),
  reply: z.object({
    /** The slot that applies; null where none does. */
    ruleName: z.nullable(z.string()),
    /** RECOMMEND_BLOCK: customers who are overdue or in dispute are shown nothing. */
    block: z.nullable(z.enum(['OVERDUE', 'DISPUTED', 'NO_SLOT'])),
    modelLevel: z.nullable(z.string()),
    vipLevelNo: z.nullable(z.number()),
    rotation: z.nullable(recommendRotation),
    /** What the slot asked for and the customer is; nulls: it is for everybody in that respect. */
    matched: z.nullable(
      z.object({
        modelLevel: z.nullable(z.string()),
        vipLevelNo: z.nullable(z.number()),
        refuseCode: z.nullable(z.string()),
      }),
    ),
    cards: z.array(shownProduct),
    /** By approval: decisions on customers of the same model level, of products with at least ten. */
    alike: z.array(z.object({ marketProductNo: z.string(), decided: z.number(), approvedPercent: z.number() })),
    /** Products of the slot that are not shown, each with the first reason (RECOMMEND_HIDDEN). */
    hidden: z.array(z.object({ marketProductNo: z.string(), productName: z.string(), reason: recommendHidden })),
  }),
});

const day = z.iso.date('A date, e.g. 2026-11-30');
export const statPage = defineEndpoint({
  name: 'marketRecommend.statPage',
  method: 'POST',
  path: 'marketProduct/recommend/stat/page',
  access: seen,
  kind: 'query',
  summary: 'What each product of a slot brought there: shown, opened, applied for. NOT_FOUND',
  request: z
    .strictObject({ slotCode: ruleId, from: day, to: day })
    .check(z.refine(({ from, to }) => from <= to, { error: 'The end is before the start', path: ['to'] })),
  reply: z.array(
    z.object({
      marketProductNo: z.string(),
      productName: z.string(),
      shown: z.number(),
      clicks: z.number(),
      clickPercent: z.nullable(z.number()),
      applied: z.number(),
      applyPercent: z.nullable(z.number()),
    }),
  ),
});

const INTAKE = { code: ['audit:order:intake'] } as const;
const language = z.optional(z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)));
export const forCustomer = defineEndpoint({
  name: 'marketRecommend.forCustomer',
  method: 'POST',
  path: 'marketProduct/recommend/customer',
  access: INTAKE,
  kind: 'command',
  summary:
    'What a customer’s app shows at a place now, by level and last application, asked by the app’s server; it counts as shown. CUSTOMER_NOT_FOUND',
  request: z.strictObject({ customerNo: businessNo, scene: recommendScene, language }),
  reply: z.object({ slotCode: z.nullable(z.string()), cards: z.array(shownProduct) }),
});
export const shelf = defineEndpoint({
  name: 'marketRecommend.shelf',
  method: 'POST',
  path: 'marketProduct/shelf/customer',
  access: INTAKE,
  kind: 'query',
  summary: 'The shelf as a customer of a VIP level sees it, asked by the app’s server. CUSTOMER_NOT_FOUND',
  request: z.strictObject({ customerNo: businessNo, language }),
  reply: z.array(shownProduct),
});
export const event = defineEndpoint({
  name: 'marketRecommend.event',
  method: 'POST',
  path: 'marketProduct/recommend/event',
  access: INTAKE,
  kind: 'command',
  summary:
    'A customer opened a card or applied with the partner, told by the app’s server: our own counts. CUSTOMER_NOT_FOUND, REFERENCE_UNKNOWN',
  request: z.strictObject({
    customerNo: businessNo,
    /** As `forCustomer` named it; null from the shelf. */
    slotCode: z.nullable(ruleId),
    marketProductNo: businessNo,
    eventKind: z.enum(['CLICKED', 'APPLIED']),
    /** What the partner calls the application, where it said so. */
    partnerReference: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  }),
  reply: z.object({ marketProductNo: z.string() }),
});

export const forApp = defineEndpoint({
  name: 'marketRecommend.forApp',
  method: 'GET',
  path: 'noAuth/app/market/{merchantNo}/{scene}',
  access: 'public',
  kind: 'query',
  summary: 'What a merchant’s app recommends at a place to anybody: slots without an audience',
  request: z.object({ merchantNo: businessNo, scene: recommendScene }),
  reply: z.array(shownProduct),
});
