/** Past this many matches a list says "at least" instead of counting on. */
export const COUNTED_EXACTLY = 10_000;

/** Matches among a million rows may lie far apart: such a list counts so many and says that there are more. */
export const COUNTED_FAR_APART = 1_000;

/** What a list says of how many match, from what was counted: one more than `most` is enough. */
export const countedTo = (total: number, most = COUNTED_EXACTLY) => ({
  total: Math.min(total, most),
  totalIsExact: total <= most,
});
