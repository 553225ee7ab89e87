import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  selected,
  textFilter,
} from '../list.ts';
import { attachedImage } from '../platform/attached-image.ts';
import { historyEntry } from '../platform/history.ts';

const PAGE = '/AdminContent/LoanSupermarketSystem/LoanSupermarketProductManagement';
const seen = { page: [PAGE] } as const;

/** MARKET_PRODUCT_STATUS. Customers see what is ON_SHELF. */
export const marketProductStatus = z.enum(['DRAFT', 'ON_SHELF', 'OFF_SHELF']);
/** BILLING_MODE. CPA: for each approved application. CPS: a share of what was disbursed. */
export const billingMode = z.enum(['CPA', 'CPS']);
/** LINK_HEALTH, by the last check of the product's address. */
export const linkHealth = z.enum(['UNCHECKED', 'HEALTHY', 'BROKEN']);
/** Why customers do not see a product. */
export const productHidden = z.enum(['OFF_SHELF', 'PARTNER_OFF', 'LICENCE', 'LINK_BROKEN', 'CAP', 'VIP_LEVEL']);
/** Applications a day: -1 unlimited, 0 none. */
export const UNLIMITED_APPLICATIONS = -1;

const marketProductNo = z.string().check(z.regex(/^MP\d+$/));
const money = z.int().check(z.minimum(0, '0 or more'), z.maximum(100_000_000_000));
const days = z.int().check(z.minimum(1, '1 to 3,650'), z.maximum(3_650, '1 to 3,650'));
const text = (most: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(most, `At most ${most} characters`));

const language = z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/));

const fields = {
  platformCode: businessNo,
  /** In English; its other languages beside it. */
  productName: text(64),
  otherNames: z.record(language, text(64)),
  /** An attachment of the partner, square. */
  logo: z.nullable(attachedImage),
  minAmountCents: money,
  maxAmountCents: money,
  minTermDays: days,
  maxTermDays: days,
  annualRateBps: z.int().check(z.minimum(0, '0 to 1,000%'), z.maximum(100_000, '0 to 1,000%')),
  /** Every fee of the partner, in the words that customers read. */
  feesText: text(500),
  applyUrl: z.url({ protocol: /^https$/, error: 'An https address' }).check(z.maxLength(500, 'At most 500 characters')),
  billingMode,
  /** CPA alone. */
  unitPriceCents: z.nullable(z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(100_000_000))),
  /** CPS alone: basis points. */
  shareBps: z.nullable(z.int().check(z.minimum(1, '0.01 to 100%'), z.maximum(10_000, '0.01 to 100%'))),
  dailyApplyCap: z.int().check(z.minimum(UNLIMITED_APPLICATIONS, '-1: unlimited'), z.maximum(10_000_000)),
  /** Smaller earlier. */
  sort: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(100_000)),
  /** Shown from this VIP level on. Null: to everybody. */
  vipLevelNo: z.nullable(z.int().check(z.minimum(0, '0 or more'), z.maximum(99))),
};
export const marketProductForm = z.strictObject(fields).check(
  z.refine(({ minAmountCents, maxAmountCents }) => minAmountCents <= maxAmountCents, {
    error: 'Not below the minimum',
    path: ['maxAmountCents'],
  }),
  z.refine(({ minTermDays, maxTermDays }) => minTermDays <= maxTermDays, {
    error: 'Not below the minimum',
    path: ['maxTermDays'],
  }),
  z.refine((form) => (form.billingMode === 'CPA') === (form.unitPriceCents !== null), {
    error: 'All options must be filled',
    path: ['unitPriceCents'],
  }),
  z.refine((form) => (form.billingMode === 'CPS') === (form.shareBps !== null), {
    error: 'All options must be filled',
    path: ['shareBps'],
  }),
);
export type MarketProductForm = z.output<typeof marketProductForm>;

export const marketProductRow = z.object({
  ...fields,
  marketProductNo: z.string(),
  merchantNo: z.string(),
  platformName: z.string(),
  appliedToday: z.number(),
  /** Of the logo, while the product is on the shelf. */
  logoUrl: z.nullable(z.string()),
  linkHealth,
  linkCheckedAt: z.nullable(z.string()),
  productStatus: marketProductStatus,
  hasWaitingChange: z.boolean(),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'onShelf', 'offShelf', 'checkLink'])),
});
export type MarketProductRow = z.output<typeof marketProductRow>;

const filters = z.strictObject({
  marketProductNo: textFilter,
  productName: textFilter,
  platformCode: z.optional(businessNo),
  billingMode: z.optional(billingMode),
  productStatus: z.optional(marketProductStatus),
  linkHealth: z.optional(linkHealth),
  vipLevelNo: z.optional(
    z.coerce.number('0 or more').check(z.int('0 or more'), z.minimum(0, '0 or more'), z.maximum(99)),
  ),
});
const SORTS = ['sort', 'productName', 'appliedToday'] as const;

export const page = defineEndpoint({
  name: 'marketProduct.page',
  method: 'POST',
  path: 'marketProduct/page',
  access: seen,
  kind: 'query',
  summary: 'Partners’ products, in the order that customers see them',
  request: listRequest(filters, SORTS),
  reply: listReply(marketProductRow),
});
export const exportList = defineEndpoint({
  name: 'marketProduct.export',
  method: 'POST',
  path: 'marketProduct/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected products as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const platforms = defineEndpoint({
  name: 'marketProduct.platforms',
  method: 'GET',
  path: 'marketProduct/platforms',
  access: seen,
  kind: 'query',
  summary: 'The partners of the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ platformCode: z.string(), platformName: z.string(), isEnabled: z.boolean() })),
});
export const opened = defineEndpoint({
  name: 'marketProduct.opened',
  method: 'GET',
  path: 'marketProduct/opened',
  access: { page: [PAGE, '/AdminContent/LoanSupermarketSystem/LoanSupermarketVipLevelManagement'] },
  kind: 'query',
  summary: 'The products of a merchant’s partners that a VIP level opens: shown from this level on',
  request: z.object({
    merchantNo: businessNo,
    levelNo: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(99)),
  }),
  reply: z.array(
    z.object({ marketProductNo: z.string(), productName: z.string(), productStatus: marketProductStatus }),
  ),
});
export const detail = defineEndpoint({
  name: 'marketProduct.detail',
  method: 'GET',
  path: 'marketProduct/{marketProductNo}',
  access: seen,
  kind: 'query',
  summary: 'A product, the recommendations that name it, and the history of its terms',
  request: z.object({ marketProductNo }),
  reply: z.object({
    row: marketProductRow,
    slots: z.array(z.string()),
    /** The newest looks at its address. */
    checks: z.array(
      z.object({
        at: z.string(),
        isHealthy: z.boolean(),
        /** Null: no answer. */
        statusCode: z.nullable(z.number()),
        tookMs: z.number(),
        contentType: z.nullable(z.string()),
        /** Where a redirect leads; it is not followed. */
        redirectTo: z.nullable(z.string()),
        /** The words that the address answered with; null where it had none. */
        pageTitle: z.nullable(z.string()),
        pageText: z.nullable(z.string()),
        /** Since when some address answers with these words. */
        pageSince: z.nullable(z.string()),
        /** Which picture shows these words, and since when; null for none. */
        pictureOf: z.nullable(z.string()),
        pictureAt: z.nullable(z.string()),
        /** Null: the hourly check. */
        checkedByName: z.nullable(z.string()),
      }),
    ),
    history: z.array(historyEntry),
  }),
});

const command = { method: 'POST', kind: 'command', preview: true } as const;
export const save = defineEndpoint({
  ...command,
  name: 'marketProduct.save',
  path: 'marketProduct/save',
  access: { code: ['supermarket:product:save'] },
  summary: 'Drafts a product, or changes one that is not on the shelf. REFERENCE_UNKNOWN, ILLEGAL_TRANSITION, STALE',
  request: z.strictObject({
    /** Absent for a new product. */
    marketProductNo: z.optional(marketProductNo),
    version: z.optional(z.int()),
    form: marketProductForm,
  }),
  reply: z.object({ marketProductNo: z.string(), productStatus: marketProductStatus }),
});
const stated = z.strictObject({ marketProductNo, reason });
export const onShelf = defineEndpoint({
  ...command,
  name: 'marketProduct.onShelf',
  path: 'marketProduct/onShelf',
  access: { code: ['supermarket:product:onShelf'] },
  summary: 'Submits a product for the shelf. PARTNER_DISABLED, LINK_BROKEN, ILLEGAL_TRANSITION',
  request: stated,
  reply: z.object({ changeNo: z.string() }),
});
export const offShelf = defineEndpoint({
  ...command,
  name: 'marketProduct.offShelf',
  path: 'marketProduct/offShelf',
  access: { code: ['supermarket:product:offShelf'] },
  summary: 'Takes a product off the shelf at once. ILLEGAL_TRANSITION',
  request: stated,
  reply: z.object({ marketProductNo: z.string(), productStatus: marketProductStatus }),
});
export const batchOffShelf = defineEndpoint({
  method: 'POST',
  kind: 'command',
  name: 'marketProduct.batchOffShelf',
  path: 'marketProduct/batchOffShelf',
  access: { code: ['supermarket:product:offShelf'] },
  summary: 'Takes many products off the shelf, as a job',
  request: z.strictObject({ marketProductNos: selected, reason }),
  reply: exportReply,
});
/** What many products get; what is left out stays. */
export const placement = z
  .strictObject({ sort: z.optional(fields.sort), vipLevelNo: z.optional(fields.vipLevelNo) })
  .check(
    z.refine((change) => change.sort !== undefined || change.vipLevelNo !== undefined, {
      error: 'All options must be filled',
      path: ['sort'],
    }),
  );
export const batchPlace = defineEndpoint({
  method: 'POST',
  kind: 'command',
  name: 'marketProduct.batchPlace',
  path: 'marketProduct/batchPlace',
  access: { code: ['supermarket:product:save'] },
  summary:
    'Sets order and VIP level of many products, as a job. On the shelf only the order changes: ILLEGAL_TRANSITION for a level',
  request: z.strictObject({ marketProductNos: selected, placement }),
  reply: exportReply,
});
export const linkCheck = defineEndpoint({
  method: 'POST',
  kind: 'command',
  name: 'marketProduct.linkCheck',
  path: 'marketProduct/linkCheck',
  access: { code: ['supermarket:product:save'] },
  summary: 'Opens the product’s address and keeps what it answers: healthy where that is 200 within 5 seconds',
  request: z.strictObject({ marketProductNo }),
  reply: z.object({ marketProductNo: z.string(), linkHealth }),
});

export const linkPicture = defineEndpoint({
  name: 'marketProduct.linkPicture',
  method: 'GET',
  path: 'marketProduct/{marketProductNo}/picture/{pageHash}',
  access: seen,
  kind: 'query',
  replyForm: 'file',
  summary: 'How the page of a product’s address looked when its words were new. NOT_FOUND',
  request: z.object({ marketProductNo, pageHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  reply: z.string(),
});

/** A product as customers read it. */
export const shownProduct = z.object({
  marketProductNo: z.string(),
  productName: z.string(),
  /** An address below the server's; null for none. */
  logoUrl: z.nullable(z.string()),
  platformName: z.string(),
  minAmountCents: z.number(),
  maxAmountCents: z.number(),
  minTermDays: z.number(),
  maxTermDays: z.number(),
  annualRateBps: z.number(),
  feesText: z.string(),
  applyUrl: z.string(),
  vipLevelNo: z.nullable(z.number()),
  /** What the partner approved of a hundred applications on confirmed days; null without any. */
  approvalPercent: z.nullable(z.number()),
  /** From an application to the partner's decision on confirmed days: its daily medians, averaged; null without any. */
  decisionMinutes: z.nullable(z.number()),
});
export const preview = defineEndpoint({
  name: 'marketProduct.preview',
  method: 'POST',
  path: 'marketProduct/preview',
  access: seen,
  kind: 'query',
  summary:
    'A product as customers of its VIP level read it, on the shelf or not, and why they do not see it now. NOT_FOUND',
  request: z.strictObject({ marketProductNo, language: z.optional(language) }),
  reply: z.object({
    card: shownProduct,
    /** RECOMMEND_HIDDEN; null: they see it. */
    hidden: z.nullable(productHidden),
  }),
});
export const forApp = defineEndpoint({
  name: 'marketProduct.forApp',
  method: 'GET',
  path: 'noAuth/app/market/{merchantNo}',
  access: 'public',
  kind: 'query',
  summary: 'The partners’ products that a merchant’s app shows to anybody now, in their order',
  request: z.object({ merchantNo: businessNo, language: z.optional(language) }),
  reply: z.array(shownProduct),
});
export const logo = defineEndpoint({
  name: 'marketProduct.logo',
  method: 'GET',
  path: 'noAuth/app/marketLogo/{attachId}',
  access: 'public',
  kind: 'query',
  replyForm: 'file',
  summary: 'The logo of a product that customers see now. NOT_FOUND for any other',
  request: z.object({ attachId: businessNo }),
  reply: z.string(),
});
