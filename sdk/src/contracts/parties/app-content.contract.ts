import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';
import { attachedImage } from '../platform/attached-image.ts';
import { defineRuleFamily, ruleId, ruleName } from '../platform/rule-family.ts';
import { paymentMethod } from './payment-method.ts';

const PAGE = '/AdminContent/OperationSystem/AppContentManagement';
const seen = { page: [PAGE] } as const;

/** APP_CONTENT_TYPE. A contract is a template: what it says of an order is kept with the application. */
export const appContentType = z.enum(['BANNER', 'HELP', 'AGREEMENT', 'PAYMENT_HINT', 'CONTRACT']);

/** APP_SLOT: where in the app it stands. */
export const appSlot = z.enum(['HOME_TOP', 'HOME_LIST', 'HELP', 'REPAYMENT', 'APPLICATION']);
/** APP_AUDIENCE. NEW: nothing lent yet. REPEAT: lent before. OVERDUE: a bill is past due. */
export const appAudience = z.enum(['ALL', 'NEW', 'REPEAT', 'OVERDUE']);
/** APP_OS */
const appOs = z.enum(['ANDROID', 'IOS']);
const languageCode = z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/));

/** What a contract may name: `{{amount}}`. */
export const CONTRACT_VARIABLES = [
  'orderNo',
  'customerName',
  'merchantName',
  'productName',
  'amount',
  'paidOut',
  'totalRepayable',
  'totalCost',
  'apr',
  'term',
  'termDays',
  'installments',
  'appliedOn',
] as const;
const HEADING = /^(?:#{1,3}\s+|(?:\d+|[IVX]+)(?:\.\d+)*[.)]?\s+(?=\p{L}))/u;
const MOST_OF_HEADING = 80;
/** Pure: whether a line of a contract heads what follows: numbered, marked or in capitals, short, and no sentence. */
export function isHeading(line: string): boolean {
  if (line.length > MOST_OF_HEADING || /[.;:,]$/.test(line)) return false;
  return (
    HEADING.test(line) ||
    (/^[^\d]*\p{L}{3}[^\d]*$/u.test(line) && line === line.toUpperCase() && line !== line.toLowerCase())
  );
}
/** A heading without its marks. */
export const headingText = (line: string): string => line.replace(/^#{1,3}\s+/, '');

/** Names in double braces. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => name);

/** A text by language code, not blank in any; English is compulsory. */
const texts = (most: 64 | 20_000) =>
  z
    .record(
      z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)),
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Content cannot be blank'),
          z.maxLength(most, most === 64 ? 'At most 64 characters' : 'At most 20,000 characters'),
        ),
    )
    .check(z.refine((held) => 'en' in held, 'Content cannot be blank'));
const moment = z.iso.datetime({ offset: true, error: 'A date and time' });

/** An attached image. */
export const contentImage = attachedImage;

const fields = {
  /** What staff call it. */
  ruleName,
  contentType: appContentType,
  slot: z._default(appSlot, 'HOME_LIST'),
  audience: z._default(appAudience, 'ALL'),
  /** The app it is for; null for every one. */
  os: z._default(z.nullable(appOs), null),
  /** Of a payment hint: beside which method it stands; null for all of them. */
  paymentMethod: z._default(z.nullable(paymentMethod), null),
  title: texts(64),
  content: texts(20_000),
  /** An https address, or a route of the app. Null for none. */
  link: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.regex(/^(https:\/\/[^\s]+|\/[^\s]*)$/, 'An https address or a route of the app'),
        z.maxLength(500, 'At most 500 characters'),
      ),
  ),
  /** An attachment of the merchant's content, cropped as the app shows it. Absent: none. */
  image: z.optional(contentImage),
  /** Smaller earlier. */
  sort: z.int().check(z.minimum(1, 'Must be an integer above 0'), z.maximum(9_999)),
  /** Null: from the version's day on. */
  startAt: z.nullable(moment),
  /** Null: until it is changed. */
  endAt: z.nullable(moment),
};
/** What the app shows at a place. */
export const appContentRule = z.strictObject(fields).check(
  z.refine(({ startAt, endAt }) => startAt === null || endAt === null || Date.parse(startAt) < Date.parse(endAt), {
    error: 'Must be after the start',
    path: ['endAt'],
  }),
  z.refine(
    ({ contentType, content }) =>
      contentType !== 'CONTRACT' ||
      Object.values(content).every((text) =>
        variablesIn(text).every((name) => CONTRACT_VARIABLES.some((known) => known === name)),
      ),
    { error: 'Unknown variable', path: ['content'] },
  ),
  z.refine(({ contentType, paymentMethod: method }) => method === null || contentType === 'PAYMENT_HINT', {
    error: 'Payment hints alone have a method',
    path: ['paymentMethod'],
  }),
  // Everybody agrees to the same contract.
  z.refine(({ contentType, audience, os }) => contentType !== 'CONTRACT' || (audience === 'ALL' && os === null), {
    error: 'A contract is for all customers',
    path: ['audience'],
  }),
);
export type AppContentRule = z.output<typeof appContentRule>;

const family = defineRuleFamily({
  name: 'appContent',
  path: 'appContent',
  page: PAGE,
  codes: {
    save: 'operation:appContent:save',
    state: 'operation:appContent:publish',
    audit: 'operation:config:audit',
  },
  fields: {
    ...fields,
    languages: z.array(z.string()),
    /** Applications that agreed to it; contracts alone. */
    signed: z.number(),
    /** Customers who saw it, once a day each, in the last 30 days: what the app’s server told. */
    views: z.number(),
  },
  filters: {
    contentType: z.optional(appContentType),
    slot: z.optional(appSlot),
    appAudience: z.optional(appAudience),
    os: z.optional(appOs),
    /** A code such as `sw`: what has a text in it. */
    language: z.optional(z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/))),
  },
  value: appContentRule,
});
export type AppContentRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;

const contractText = z.object({ title: z.string(), text: z.string() });
export const contractPreview = defineEndpoint({
  name: 'appContent.contractPreview',
  method: 'GET',
  path: 'appContent/contractPreview/{ruleId}/{orderNo}',
  access: seen,
  kind: 'query',
  summary: 'A contract as an order would fill it now, and what the order’s customer agreed to. NOT_FOUND',
  request: z.object({ ruleId: businessNo, orderNo: businessNo }),
  reply: z.object({
    /** Names masked where the role masks them. */
    filled: contractText,
    /** Null for an order from before there was a contract. */
    signed: z.nullable(z.extend(contractText, { versionNo: z.number(), signedAt: z.string() })),
  }),
});

export const readTemplate = defineEndpoint({
  name: 'appContent.readTemplate',
  method: 'POST',
  path: 'appContent/contractTemplate/read',
  access: { code: ['operation:contractTemplate:update'] },
  kind: 'query',
  summary:
    'The text of an attached .docx document, for a contract’s form, and the variables in it that no contract knows. ATTACHMENT_NOT_FOUND, FILE_TYPE, FILE_TOO_LARGE',
  request: z.strictObject({ attachId: businessNo }),
  reply: z.object({ text: z.string(), unknown: z.array(z.string()) }),
});

export const downloadTemplate = defineEndpoint({
  name: 'appContent.downloadTemplate',
  method: 'GET',
  path: 'appContent/contractTemplate/download/{ruleId}/{language}',
  access: { code: ['operation:contractTemplate:download'] },
  kind: 'query',
  replyForm: 'file',
  summary: 'A contract template in one language as a PDF. NOT_FOUND',
  request: z.object({ ruleId, language: z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)) }),
  reply: z.string(),
});

const app = { code: ['audit:order:intake'] } as const;
export const contractForApp = defineEndpoint({
  name: 'appContent.contractForApp',
  method: 'GET',
  path: 'loans/intake/contract/{orderNo}',
  access: app,
  kind: 'query',
  summary: 'For the app’s server: the contract as the customer agreed to it with the application. NOT_FOUND',
  request: z.object({ orderNo: businessNo }),
  reply: z.extend(contractText, { versionNo: z.number(), signedAt: z.string() }),
});
export const contractFile = defineEndpoint({
  name: 'appContent.contractFile',
  method: 'GET',
  path: 'loans/intake/contractFile/{orderNo}',
  access: app,
  kind: 'query',
  replyForm: 'file',
  summary: 'The same as a PDF. NOT_FOUND',
  request: z.object({ orderNo: businessNo }),
  reply: z.string(),
});

const shownContent = z.object({
  /** Named in what is told of views. */
  ruleId: z.string(),
  contentType: appContentType,
  slot: appSlot,
  /** Of a payment hint; null for all methods. */
  paymentMethod: z.nullable(paymentMethod),
  title: z.string(),
  content: z.string(),
  link: z.nullable(z.string()),
  /** An address below the server's; null for none. */
  imageUrl: z.nullable(z.string()),
  sort: z.number(),
});

export const preview = defineEndpoint({
  name: 'appContent.preview',
  method: 'POST',
  path: 'appContent/preview',
  access: seen,
  kind: 'query',
  summary:
    'What a merchant’s app would show a kind of customer at a moment, scheduled versions included; ALL: before anybody signed in. NOT_FOUND',
  request: z.strictObject({ merchantNo: businessNo, at: moment, audience: appAudience, language: languageCode }),
  reply: z.array(
    z.extend(shownContent, {
      /** Of its image, for staff: the app’s address shows what is shown now alone. */
      attachId: z.nullable(z.string()),
    }),
  ),
});

export const forCustomer = defineEndpoint({
  name: 'appContent.forCustomer',
  method: 'GET',
  path: 'loans/intake/content/{customerNo}/{language}',
  access: app,
  kind: 'query',
  summary: 'For the app’s server: what the app shows a customer now, by audience and app. CUSTOMER_NOT_FOUND',
  request: z.object({
    customerNo: businessNo,
    language: languageCode,
    os: z.optional(appOs),
    slot: z.optional(appSlot),
  }),
  reply: z.array(shownContent),
});

export const noteViews = defineEndpoint({
  name: 'appContent.noteViews',
  method: 'POST',
  path: 'loans/intake/contentView',
  access: app,
  kind: 'command',
  preview: true,
  summary: 'Contents that the app showed a customer: each counts once a day. CUSTOMER_NOT_FOUND',
  request: z.strictObject({
    customerNo: businessNo,
    ruleIds: z.array(ruleId).check(z.minLength(1, 'Choose at least 1'), z.maxLength(50, 'At most 50')),
  }),
  reply: z.object({ counted: z.number() }),
});

export const forApp = defineEndpoint({
  name: 'appContent.forApp',
  method: 'GET',
  path: 'noAuth/app/content/{merchantNo}/{language}',
  access: 'public',
  kind: 'query',
  summary: 'What a merchant’s app shows all customers now, in a language or else in English; they are said to anybody',
  request: z.object({ merchantNo: businessNo, language: languageCode, os: z.optional(appOs) }),
  reply: z.array(shownContent),
});

export const image = defineEndpoint({
  name: 'appContent.image',
  method: 'GET',
  path: 'noAuth/app/image/{attachId}',
  access: 'public',
  kind: 'query',
  replyForm: 'file',
  summary: 'An image of what a merchant’s app shows now. NOT_FOUND for any other',
  request: z.object({ attachId: businessNo }),
  reply: z.string(),
});
