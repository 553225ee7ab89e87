import * as z from 'zod/mini';

/** A journal as the details of a thing show it. */
export const postedJournal = z.object({
  journalId: z.number(),
  /** PAYOUT_SENT, PAYOUT_SUCCEEDED … */
  journalKind: z.string(),
  /** EAT. */
  businessDate: z.string(),
  postedAt: z.string(),
  /** The journal that this one mirrors. */
  reversesId: z.nullable(z.number()),
  lines: z.array(
    z.object({
      accountCode: z.string(),
      accountName: z.string(),
      /** + debit, − credit. */
      amountCents: z.number(),
    }),
  ),
});
export type PostedJournal = z.output<typeof postedJournal>;

/** A certificate of a request, as it was attached. */
export const voucher = z.object({ attachId: z.string(), fileName: z.string() });
