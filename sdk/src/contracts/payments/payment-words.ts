import * as z from 'zod/mini';
import { businessNo } from '../list.ts';

export const repayType = z.enum(['SETTLE', 'PARTIAL', 'EXTENSION', 'GENERIC']);
/** What a person agrees to before a write-off goes through. */
export const confirmation = z.enum(['BELOW_CORE', 'BELOW_PAYOFF', 'SURPLUS_TO_CREDIT']);
export type Confirmation = z.output<typeof confirmation>;
export const taskStatus = z.enum(['UNFINISHED', 'PROCESSING', 'DONE', 'ERROR']);
export const billStatus = z.enum(['ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID']);
export const flowStatus = z.enum(['RECEIVED', 'UNMATCHED', 'PART_APPLIED', 'APPLIED', 'REFUNDED', 'REVERSED']);

/**
 * A row of the write-off table: this much of that flow. Empty and 0 are let through to be refused by name,
 * each in its cell.
 */
export const writeOffRow = z.strictObject({
  /** The channel's serial number. */
  paymentCode: z.string().check(z.trim(), z.maxLength(64)),
  paymentChannel: z.string().check(z.trim(), z.maxLength(32)),
  writeOffAmountCents: z.nullable(z.int()),
  /** True: a flow we hold. False: typed, and recorded by this commit where its channel confirms it. */
  isrecord: z.boolean(),
  flowNo: z.optional(z.nullable(businessNo)),
  /** Of a typed row: all that was paid. */
  flowAmountCents: z.optional(z.nullable(z.int())),
  /** Of a typed row: when the customer paid, to the minute. */
  repayTime: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  /** Of a typed row: our receiving account; any of the merchant’s where it is left out. */
  accountId: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(64)))),
});
