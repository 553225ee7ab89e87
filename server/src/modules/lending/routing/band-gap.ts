import type { route } from '@kituo/sdk/contracts';

type Route = route.RouteStrategy;

/** Amounts next to a strategy's band that none takes, though others take those beyond. */
export interface BandGap {
  readonly side: 'below' | 'above';
  readonly fromCents: number;
  readonly toCents: number;
}

const most = ({ maxAmountCents }: Route): number => maxAmountCents ?? Number.MAX_SAFE_INTEGER;
const names = ({ productNos }: Route, productNo: string | null): boolean =>
  productNos.length === 0 || (productNo !== null && productNos.includes(productNo));

/** Pure: what a strategy leaves between itself and the next ones of the same orders, by product and hour; null where nothing. */
export function gapBeside(value: Route, all: readonly Route[]): BandGap | null {
  const others = all.filter(({ payoutType }) => payoutType === value.payoutType);
  // Null: products that no strategy names.
  const products =
    value.productNos.length > 0 ? value.productNos : [null, ...new Set(others.flatMap((one) => one.productNos))];
  // Who takes an order changes as a strategy begins or ends.
  const moments = [value, ...others]
    .flatMap(({ fromTime, toTime }) => [fromTime, toTime])
    .filter((time) => time >= value.fromTime && time <= value.toTime);
  for (const productNo of products) {
    for (const moment of new Set(moments)) {
      const beside = others.filter((one) => names(one, productNo) && one.fromTime <= moment && moment <= one.toTime);
      const gap = gapIn(value, beside);
      if (gap !== null) return gap;
    }
  }
  return null;
}

function gapIn({ minAmountCents: min, maxAmountCents: max }: Route, beside: readonly Route[]): BandGap | null {
  const takes = (cents: number) => beside.some((one) => one.minAmountCents <= cents && cents <= most(one));
  const lower = beside.map(most).filter((end) => end < min);
  if (lower.length > 0 && !takes(min - 1)) {
    return { side: 'below', fromCents: Math.max(...lower) + 1, toCents: min - 1 };
  }
  const higher = beside.map(({ minAmountCents }) => minAmountCents).filter((start) => max !== null && start > max);
  if (max !== null && higher.length > 0 && !takes(max + 1)) {
    return { side: 'above', fromCents: max + 1, toCents: Math.min(...higher) - 1 };
  }
  return null;
}
