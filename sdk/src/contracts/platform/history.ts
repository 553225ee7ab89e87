import * as z from 'zod/mini';

/** One change of a thing, as the audit log keeps it. */
export const historyEntry = z.object({
  happenedAt: z.string(),
  /** What was done: an endpoint's name, `dept.update`. */
  action: z.string(),
  /** Null where the system did it. */
  byName: z.nullable(z.string()),
  /** Just the fields that changed. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
});
export type HistoryEntry = z.output<typeof historyEntry>;
