import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, reason } from '../list.ts';
import { paymentMethod } from '../parties/payment-method.ts';

const PAGE = '/AdminContent/AfterLoanSystem/LoanRouting';

export { paymentMethod } from '../parties/payment-method.ts';
export type PaymentMethod = z.output<typeof paymentMethod>;

const shown = z.strictObject({ method: paymentMethod, isShown: z.boolean() });
export type ShownMethod = z.output<typeof shown>;

/** Every method once, in the order in which customers see them. */
const methods = z.array(shown).check(
  z.refine((all) => new Set(all.map(({ method }) => method)).size === paymentMethod.options.length, {
    error: 'All options must be filled',
  }),
  z.maxLength(paymentMethod.options.length),
);

export const visual = defineEndpoint({
  name: 'paymentVisual.visual',
  method: 'GET',
  path: 'payManage/visual/{merchantNo}',
  access: { page: [PAGE] },
  kind: 'query',
  summary:
    'The payment methods that a merchant’s customers see, in their order, and which of them an account stands behind',
  request: z.object({ merchantNo: businessNo }),
  reply: z.object({
    merchantNo: z.string(),
    methods: z.array(z.extend(shown, { isOffered: z.boolean() })),
    /** Null before the first change: all methods, in the order of the list. */
    updatedByName: z.nullable(z.string()),
    updatedAt: z.nullable(z.string()),
    hasPending: z.boolean(),
  }),
});

/** Errors: NOT_FOUND, NO_METHOD_VISIBLE, CHANGE_WAITING. */
export const save = defineEndpoint({
  name: 'paymentVisual.save',
  method: 'POST',
  path: 'payManage/visual/save',
  access: { code: ['afterLoan:paymentVisual:update'] },
  kind: 'command',
  preview: true,
  summary: 'Submits which payment methods a merchant’s customers see, and in what order',
  request: z.strictObject({ merchantNo: businessNo, methods, reason }),
  reply: z.object({ changeNo: z.string() }),
});

export const forApp = defineEndpoint({
  name: 'paymentVisual.forApp',
  method: 'GET',
  path: 'noAuth/app/paymentMethods/{merchantNo}',
  access: 'public',
  kind: 'query',
  summary: 'The payment methods that the app offers, in their order, with where the money goes',
  request: z.object({ merchantNo: businessNo }),
  reply: z.array(
    z.object({
      method: paymentMethod,
      /** The paybill, or the number of the bank account; null where the customer types none. */
      payTo: z.nullable(z.string()),
      accountName: z.nullable(z.string()),
    }),
  ),
});
