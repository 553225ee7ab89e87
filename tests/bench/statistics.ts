export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which the share `q` (0 to 1) of the values lies, interpolated. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * q;
  const low = sorted[Math.floor(position)];
  const high = sorted[Math.ceil(position)];
  if (low === undefined || high === undefined) throw new Error('no values');
  return low + (high - low) * (position - Math.floor(position));
}
