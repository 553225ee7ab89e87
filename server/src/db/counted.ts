/** Past this many matches a list says "at least" instead of counting on. */
export const COUNTED_EXACTLY = 10_000;

/** What a list says of how many match, from what was counted. */
export const countedTo = (total: number) => ({
  total: Math.min(total, COUNTED_EXACTLY),
  totalIsExact: total <= COUNTED_EXACTLY,
});
