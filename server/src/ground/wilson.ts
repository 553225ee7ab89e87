/** How many standard errors 95 % bounds lie from the middle. */
export const Z_95 = 1.959_964;

/** Wilson's 95 % bounds of a share: so many did of so many, of at least one. */
export function wilson({ of, did }: { readonly of: number; readonly did: number }): { low: number; high: number } {
  const share = did / of;
  const middle = share + Z_95 ** 2 / (2 * of);
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / of + Z_95 ** 2 / (4 * of ** 2));
  const whole = 1 + Z_95 ** 2 / of;
  return { low: (middle - spread) / whole, high: (middle + spread) / whole };
}
