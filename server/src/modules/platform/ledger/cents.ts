/**
 * Money is whole cents of a Kenyan shilling in a `number`, never a fraction. Every product of two such
 * numbers is made in `bigint`, because it may pass 2^53; what comes back is checked to fit again.
 */
export type Cents = number;

/** Rates are in basis points: 10,000 bps are the whole. */
export const BPS_WHOLE = 10_000;

/** @throws RangeError where the value is no safe integer: a fault of ours, never of the caller's input. */
export function assertCents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of cents`);
  return value;
}

/** `⌊a × b ÷ c⌋`, exact for safe integers ≥ 0 and c > 0. */
export function multiplyDivideFloor(a: number, b: number, c: number): number {
  if (a < 0 || b < 0 || c <= 0) throw new RangeError(`⌊${a} × ${b} ÷ ${c}⌋ needs a, b ≥ 0 and c > 0`);
  const quotient = (BigInt(assertCents(a)) * BigInt(assertCents(b))) / BigInt(assertCents(c));
  return fromBigint(quotient);
}

/** `⌊amount × bps × days ÷ 10,000⌋`: how every rate in this product is charged, rounded in the customer's favour. */
export function shareOf(amountCents: Cents, bps: number, days = 1): Cents {
  if (amountCents < 0 || bps < 0 || days < 0) {
    throw new RangeError(`no share of ${amountCents} at ${bps} bps over ${days} days`);
  }
  const product = BigInt(assertCents(amountCents)) * BigInt(assertCents(bps)) * BigInt(assertCents(days));
  return fromBigint(product / BigInt(BPS_WHOLE));
}

/** The sum, exact whatever the order. */
export function sumCents(values: Iterable<Cents>): Cents {
  let sum = 0n;
  for (const value of values) sum += BigInt(assertCents(value));
  return fromBigint(sum);
}

function fromBigint(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit a safe integer`);
  return number;
}
