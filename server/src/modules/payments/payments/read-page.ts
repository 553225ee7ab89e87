/** Past this many matches the lists of payments say "at least": each match is read with its order. */
export const COUNTED = 5_000;
