import * as z from 'zod/mini';

/** What was said in a call, in its order. */
export const transcriptReport = z
  .array(
    z.object({
      fromSecond: z.int().check(z.nonnegative()),
      speaker: z.enum(['STAFF', 'ROBOT', 'CUSTOMER']),
      said: z.string().check(z.minLength(1), z.maxLength(2_000)),
    }),
  )
  .check(z.maxLength(2_000));
