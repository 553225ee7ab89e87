import * as z from 'zod/mini';

/** Rows a page of a list may hold: the three sizes a person can choose. */
export const pageSize = z.union([z.literal(20), z.literal(50), z.literal(100)]);

/** Rows that a console reads at once of a list that somebody selects as a whole. */
export const READ_AT_ONCE = 1_000;

/**
 * The body of every list: `{ filters, page, pageSize, sort }`. It is a body and not a query, so that no
 * phone and no name is in an address or an access log. Unknown filters are refused.
 */
export function listRequest<Filters extends z.ZodMiniType, const Fields extends readonly [string, ...string[]]>(
  filters: Filters,
  sortFields: Fields,
) {
  return z.strictObject({
    filters,
    /** Counted from 1. */
    page: z.int().check(z.minimum(1), z.maximum(100_000)),
    /** A page's rows; 1,000 where the list is read as a whole, to select all that match. */
    pageSize: z.union([...pageSize.def.options, z.literal(READ_AT_ONCE)]),
    /** Null for the list's own order. */
    sort: z.nullable(z.strictObject({ field: z.enum(sortFields), direction: z.enum(['asc', 'desc']) })),
  });
}

/** The reply of every list. */
export function listReply<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    rows: z.array(row),
    /** Rows that match; where `totalIsExact` is false there are at least this many. */
    total: z.number(),
    totalIsExact: z.boolean(),
  });
}

/** What a list's export is requested: exactly what the filters match, or of that the rows of `ids`. */
export function exportRequest<Filters extends z.ZodMiniType, const Fields extends readonly [string, ...string[]]>(
  filters: Filters,
  sortFields: Fields,
) {
  return z.strictObject({
    ...treeExportRequest(filters).shape,
    sort: listRequest(filters, sortFields).shape.sort,
  });
}

/** The same of a tree, which has an order of its own. */
export function treeExportRequest<Filters extends z.ZodMiniType>(filters: Filters) {
  return z.strictObject({
    format: z.enum(['csv', 'xlsx']),
    filters,
    ids: z.optional(selected),
  });
}

/** The job that writes the file. */
export const exportReply = z.object({ jobNo: z.string() });

/** A text filter: matches anywhere in the value, whatever the case. */
export const textFilter = z.optional(z.string().check(z.trim(), z.maxLength(64)));

/** Business days from and to, both included and either alone; what the kit's `dateRange()` filter sends. */
export const dayRange = z.optional(z.strictObject({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }));

/** Whole days, one number or from and to: `7`, `1-30`. */
export const daysFilter = z.optional(
  z.string().check(z.trim(), z.regex(/^\d{1,4}(-\d{1,4})?$/, 'Days, or from and to, e.g. 1-30')),
);

/** Cents from and to, both included and either alone; what the kit's `moneyRange()` filter sends. */
export const centsRange = z.optional(z.strictObject({ from: z.optional(z.int()), to: z.optional(z.int()) }));

/** A number that people see: `userNo`, `merchantNo`, `deptNo`, `roleNo`. */
export const businessNo = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/));

/** People as a filter chooses them, by name and several at once; what the kit's `anyOf(peopleOptions(…))` sends. */
export const peopleFilter = z.optional(z.array(businessNo).check(z.minLength(1), z.maxLength(200)));

/** People to choose from in a filter. */
export const peopleReply = z.array(z.object({ userNo: z.string(), realName: z.string() }));

/** The most rows that a person selects, and that one batch or export takes by their numbers. */
export const MAX_SELECTION = 10_000;

/** The rows a batch is for, as they were selected. */
export const selected = z
  .array(businessNo)
  .check(z.minLength(1, 'SELECTION_EMPTY'), z.maxLength(MAX_SELECTION, 'At most 10,000 rows at a time'));

/** Text a person must give a command: 1 to 200 characters once trimmed. */
export const reason = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(200, 'At most 200 characters'));
