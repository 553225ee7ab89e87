/** A cell that holds what an earlier row of the same file holds. */
export interface Repeat {
  readonly field: string;
  /** The `rowNo` of the first that holds it. */
  readonly sameAs: number;
}

/**
 * The cells of each row that repeat an earlier one, in the order of the rows. Decided here for both sides: the
 * server marks a file as it was sent, a console marks what is left of it while rows are fixed and left out.
 */
export function repeatsOf(
  rows: readonly {
    readonly rowNo: number;
    readonly keys: readonly { readonly field: string; readonly key: string }[];
  }[],
): Repeat[][] {
  const first = new Map<string, number>();
  return rows.map(({ rowNo, keys }) =>
    keys.flatMap(({ field, key }) => {
      const named = `${field} ${key}`;
      const sameAs = first.get(named);
      if (sameAs === undefined) first.set(named, rowNo);
      return sameAs === undefined ? [] : [{ field, sameAs }];
    }),
  );
}
