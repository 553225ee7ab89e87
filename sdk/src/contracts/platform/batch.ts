import * as z from 'zod/mini';

/** The things of a batch of money, by their numbers. */
export const someOf = (no: z.ZodMiniType<string>) =>
  z.array(no).check(z.minLength(1, 'Choose at least 1'), z.maxLength(200, 'At most 200 at a time'));

/** A batch awaits approval; then it is a job, an item a thing. */
export const batchAsked = z.object({
  changeNo: z.string(),
  /** Of the job once it is approved: never here yet. */
  jobNo: z.optional(z.null()),
  /** What would become of each now. Those with an error are in the job as well, and fail with it. */
  items: z.array(
    z.object({
      subjectNo: z.string(),
      error: z.nullable(z.string()),
      text: z.nullable(z.string()),
    }),
  ),
});
