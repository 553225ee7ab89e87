import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, reason } from '../list.ts';

export const creditLimit = z.object({
  customerNo: z.string(),
  creditType: z.enum(['PRE_APPROVAL', 'REVOLVING']),
  /** With the raises in force. */
  limitCents: z.number(),
  temporaryCents: z.number(),
  remainingCents: z.number(),
  isAdjustable: z.boolean(),
  creditStatus: z.enum(['GRANTING', 'GRANTED', 'EXPIRED']),
  expiresAt: z.nullable(z.string()),
});

export const one = defineEndpoint({
  name: 'customerCredit.one',
  method: 'GET',
  path: 'customerCredit/{customerNo}',
  access: {
    page: [
      '/AdminContent/OperationSystem/TemporaryCreditLimitIssuance',
      '/AdminContent/CustomerServiceSystem/CustomerManage',
    ],
  },
  kind: 'query',
  summary: 'A customer’s limit and what is left of it; null where there is none',
  request: z.object({ customerNo: businessNo }),
  reply: z.object({ limit: z.nullable(creditLimit) }),
});

export const forApp = defineEndpoint({
  name: 'customerCredit.forApp',
  method: 'GET',
  path: 'loans/intake/credit/{customerNo}',
  access: { code: ['audit:order:intake'] },
  kind: 'query',
  summary:
    'For the app’s server: a customer’s limit and what is left of it; null where there is none. CUSTOMER_NOT_FOUND',
  request: z.object({ customerNo: businessNo }),
  reply: z.object({ limit: z.nullable(creditLimit) }),
});

export const open = defineEndpoint({
  name: 'customerCredit.open',
  method: 'POST',
  path: 'customerCredit/open',
  access: { code: ['operation:creditLimit:grant'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to give a customer a limit who has none; another person agrees',
  request: z.strictObject({
    customerNo: businessNo,
    creditType: z.enum(['PRE_APPROVAL', 'REVOLVING']),
    /** Whole shillings. */
    limitCents: z
      .int()
      .check(z.minimum(1, 'Must be above 0'), z.maximum(100_000_000_00), z.multipleOf(100, 'WHOLE_SHILLINGS')),
    /** From this moment; at once where it is left out. */
    grantedAt: z.optional(z.iso.datetime()),
    /** None: until it is closed. */
    expiresAt: z.nullable(z.iso.datetime()),
    reason,
  }),
  reply: z.object({ changeNo: z.string() }),
});

export const close = defineEndpoint({
  name: 'customerCredit.close',
  method: 'POST',
  path: 'customerCredit/close',
  access: { code: ['operation:creditLimit:close'] },
  kind: 'command',
  preview: true,
  summary: 'Ends a customer’s limit now; orders that were passed keep their amount',
  request: z.strictObject({ customerNo: businessNo, reason }),
  reply: z.object({ customerNo: z.string(), creditStatus: z.literal('EXPIRED') }),
});
