interface Tier {
  readonly fromCount: number;
  readonly priceCents: number;
}

/** Tiers as they are typed: `1000: 25.00`, one a line. */
export function writeTiers(tiers: readonly Tier[]): string {
  return tiers.map(({ fromCount, priceCents }) => `${fromCount}: ${(priceCents / 100).toFixed(2)}`).join('\n');
}

const TIER = /^(\d{1,7})\s*:\s*(\d{1,9})(?:\.(\d{1,2}))?$/;

/** What was typed, read by its digits; a line that is no tier is no number, which the contract refuses. */
export function readTiers(typed: unknown): Tier[] {
  const lines = String(typed ?? '').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, from, whole, fraction = ''] = TIER.exec(line) ?? [];
      return whole === undefined
        ? { fromCount: Number.NaN, priceCents: Number.NaN }
        : { fromCount: Number(from), priceCents: Number(whole + fraction.padEnd(2, '0')) };
    });
}
