import * as z from 'zod/mini';

/** What is known of one thing before or after a command, as the records will have it. */
const thing = z.object({
  subjectType: z.string(),
  subjectNo: z.string(),
  facts: z.nullable(z.record(z.string(), z.unknown())),
});

const posting = z.object({
  journalKind: z.string(),
  /** EAT. */
  businessDate: z.string(),
  /** The journal that it mirrors. */
  reversesId: z.nullable(z.number()),
  accountCode: z.string(),
  /** + debit, − credit. */
  amountCents: z.number(),
  billNo: z.nullable(z.string()),
  flowNo: z.nullable(z.string()),
  customerNo: z.nullable(z.string()),
  component: z.nullable(z.string()),
});

/**
 * What a command would do, in the order in which it would: its reply to a call with the header
 * `kituo-dry-run: 1`. Nothing of it was written.
 */
export const commandPreview = z.object({
  before: z.array(thing),
  after: z.array(thing),
  postings: z.array(posting),
  /** What the person has to agree to, by sending it as `acknowledged`. */
  confirmations: z.array(z.string()),
  /** What the command would answer; numbers of new things are those of the trial. */
  reply: z.unknown(),
  /** Hand it back with the commit, in `kituo-seen`. */
  seen: z.string(),
});
export type CommandPreview = z.output<typeof commandPreview>;
