import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { dayCount, interestMethod, loanExample, rateUnit } from '../lending/product.contract.ts';
import { businessNo } from '../list.ts';
import { EVIDENCE } from './evidence-forms.ts';

export { EVIDENCE, personEvidence } from './evidence-forms.ts';

/** Whoever speaks for the customers' app: an account of its own, with this code and its merchants alone. */
const app = { code: ['audit:order:intake'] } as const;

const phone = z.string().check(z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const shortText = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(128))));
const personName = z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(128));
const orderReply = z.object({
  orderNo: z.string(),
  /** ORDER_STATUS of what an intake leads to. */
  orderStatus: z.string(),
  /** Of a declined application: the day (EAT) from which its customer may apply again. Null: at once. */
  applyFrom: z.nullable(z.string()),
});
const command = { method: 'POST', access: app, kind: 'command', preview: true } as const;

export const customer = defineEndpoint({
  ...command,
  name: 'intake.customer',
  path: 'loans/intake/customer',
  summary: 'A customer as the app knows them: added, or brought up to date by merchant and phone',
  request: z.strictObject({
    merchantNo: businessNo,
    phone,
    customerName: personName,
    idCardNo: z.string().check(z.regex(/^\d{7,9}$/, '7 to 9 digits')),
    county: shortText,
    sex: z.optional(z.nullable(z.enum(['FEMALE', 'MALE']))),
    birthDate: z.optional(z.nullable(z.iso.date())),
    /** Day of the month. */
    payDay: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(31)))),
    employer: shortText,
    monthlyIncomeCents: z.optional(z.nullable(z.int().check(z.minimum(0)))),
    /** Of the customer of this merchant who invited them. */
    inviterPhone: z.optional(z.nullable(phone)),
    /** Of the channel’s link that the customer came by; counted with the first registration alone. */
    channelCode: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z0-9_]{2,32}$/)))),
  }),
  reply: z.object({ customerNo: z.string(), isNew: z.boolean() }),
});

export const apply = defineEndpoint({
  ...command,
  name: 'intake.apply',
  path: 'loans/intake/apply',
  summary:
    'A customer’s application: MACHINE_REVIEW. PRODUCT_NOT_FOUND, AMOUNT_INVALID, COOLING_OFF, REFERENCE_UNKNOWN',
  request: z.strictObject({
    customerNo: businessNo,
    productNo: businessNo,
    appliedCents: z.int().check(z.minimum(1, 'Must be above 0'), z.multipleOf(100, 'WHOLE_SHILLINGS')),
    payeePhone: phone,
    payeeName: personName,
    /** INCOMING_CHANNEL: by what the customer applied, e.g. APP_ANDROID. Absent: not known. */
    incomingChannel: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z0-9_]{2,64}$/)))),
  }),
  reply: orderReply,
});

export const offer = defineEndpoint({
  name: 'intake.offer',
  method: 'POST',
  path: 'loans/intake/offer',
  access: app,
  kind: 'query',
  summary:
    'What a customer is offered of a product now, at their price, with the total cost and APR. CUSTOMER_NOT_FOUND, PRODUCT_NOT_FOUND, AMOUNT_INVALID',
  request: z.strictObject({
    customerNo: businessNo,
    productNo: businessNo,
    /** The loan of the example; the most that is offered unless given. */
    principalCents: z.optional(z.int().check(z.minimum(1, 'Must be above 0'), z.multipleOf(100, 'WHOLE_SHILLINGS'))),
  }),
  reply: z.object({
    minPrincipalCents: z.number(),
    maxPrincipalCents: z.number(),
    /** Null: any whole shilling. */
    stepCents: z.nullable(z.number()),
    /** With `termMonths`: 30 for each month. */
    termDays: z.number(),
    /** Null: the term is counted in days. */
    termMonths: z.nullable(z.number()),
    installments: z.number(),
    interestMethod,
    rateUnit,
    /** By `rateUnit`, in hundredths of a percent. */
    interestBps: z.number(),
    dayCount,
    /** 0 where the rate is by month or year. */
    dailyInterestBps: z.number(),
    /** Days before the first term begins. */
    startGraceDays: z.number(),
    isStartGraceFree: z.boolean(),
    serviceFeeBps: z.number(),
    managementFeeBps: z.number(),
    serviceFeeCents: z.number(),
    managementFeeCents: z.number(),
    exciseBps: z.number(),
    feeTiming: z.enum(['UPFRONT', 'ON_DUE']),
    /** Null where the product's own terms apply. */
    pricingVersionNo: z.nullable(z.number()),
    /** What the customer is told before they agree: total cost and APR of this loan, made today. Null where nothing is lent. */
    example: z.nullable(loanExample),
  }),
});

export const machineReview = defineEndpoint({
  ...command,
  name: 'intake.machineReview',
  path: 'loans/intake/machineReview',
  summary: 'What the rules of the machine say: TO_ALLOCATE, or MACHINE_REFUSED with a code',
  request: z
    .strictObject({
      orderNo: businessNo,
      isPassed: z.boolean(),
      /** REFUSE_CODE; with a refusal alone. */
      refuseCode: z.optional(z.string().check(z.regex(/^[A-Z0-9_-]{1,32}$/))),
    })
    .check(
      z.refine(({ isPassed, refuseCode }) => isPassed === (refuseCode === undefined), {
        path: ['refuseCode'],
        message: 'A decline requires a code; other results cannot have one',
      }),
    ),
  reply: orderReply,
});

export const handInAgain = defineEndpoint({
  ...command,
  name: 'intake.handInAgain',
  path: 'loans/intake/handInAgain',
  summary: 'A returned application comes back within its days: TO_ALLOCATE. RETURN_OVER',
  request: z.strictObject({ orderNo: businessNo }),
  reply: orderReply,
});

const few = z.maxLength(50, 'At most 50');
const many = z.maxLength(1_000, 'At most 1,000');
/** Null: asked for, and no answer came. */
const answer = <Form extends z.ZodMiniType>(form: Form) => z.optional(z.nullable(form));

export const evidence = defineEndpoint({
  ...command,
  name: 'intake.evidence',
  path: 'loans/intake/evidence',
  summary:
    'What providers and the customer’s phone said of an application that is not decided yet; the newest answer counts. A face check, a data query of the operator or of BVN is charged to the merchant once. ORDER_NOT_FOUND, ILLEGAL_TRANSITION, CONTACT_NOT_ACCEPTED',
  request: z.strictObject({
    orderNo: businessNo,
    evidence: z
      .strictObject({
        PERSON: answer(EVIDENCE.PERSON),
        BANK: answer(EVIDENCE.BANK),
        CONTACTS: answer(EVIDENCE.CONTACTS.check(few)),
        CLOSE_CONTACTS: answer(EVIDENCE.CLOSE_CONTACTS.check(many)),
        OPERATOR: answer(EVIDENCE.OPERATOR),
        APPS: answer(EVIDENCE.APPS.check(many)),
        LOCATION: answer(EVIDENCE.LOCATION.check(few)),
        DEVICE: answer(EVIDENCE.DEVICE),
        BVN: answer(EVIDENCE.BVN),
        FACE: answer(EVIDENCE.FACE),
      })
      .check(z.refine((topics) => Object.keys(topics).length > 0, 'Choose at least 1')),
  }),
  reply: z.object({ orderNo: z.string(), delivered: z.array(z.string()), awaited: z.array(z.string()) }),
});
