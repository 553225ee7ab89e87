import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';

const waitHours = z.int().check(z.minimum(1, '1 to 720'), z.maximum(720, '1 to 720'));

/** When a merchant's unpaid orders are voided without a person. Null: never automatically. */
export const autoCancelRule = z.strictObject({
  /** Passed and not sent: so many hours after it came there. */
  pendingHours: z.nullable(waitHours),
  /** The payout failed and nobody tried again. */
  failed: z.nullable(
    z.strictObject({
      waitHours,
      /** Codes of the channel; none named: whatever the code. */
      failCodes: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(32))).check(z.maxLength(50)),
      /** Voided once it was tried so often. */
      maxAttempts: z.int().check(z.minimum(1, '1 to 10'), z.maximum(10, '1 to 10')),
    }),
  ),
});
export type AutoCancelRule = z.output<typeof autoCancelRule>;

export const dryRun = defineEndpoint({
  name: 'autoCancel.dryRun',
  method: 'POST',
  path: 'payManage/autoCancel/dryRun',
  access: { code: ['afterLoan:autoCancel:save', 'afterLoan:autoCancel:audit'] },
  kind: 'query',
  summary: 'What a rule would void now, and what the rule in force would.',
  request: z.strictObject({ merchantNo: businessNo, rule: autoCancelRule }),
  reply: z.object({
    orders: z.number(),
    amountCents: z.number(),
    /** The oldest 200 of them. */
    orderNos: z.array(z.string()),
    ordersInForce: z.number(),
  }),
});
