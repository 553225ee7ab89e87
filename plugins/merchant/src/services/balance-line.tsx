import { formatDate, formatMoney, useText } from '@kituo/sdk';

const WIDTH = 320;
const HEIGHT = 56;
type Balances = readonly { readonly day: string; readonly balanceCents: number }[];

/** The points of a line through balances, from the left edge to the right one; the lowest is at the bottom, 0 at least. */
export function pointsOf(balances: Balances): string {
  const figures = balances.map(({ balanceCents }) => balanceCents);
  const [low, top] = [Math.min(0, ...figures), Math.max(1, ...figures)];
  const step = WIDTH / Math.max(1, figures.length - 1);
  return figures
    .map((figure, index) => {
      const y = HEIGHT - 1 - ((figure - low) / (top - low)) * (HEIGHT - 2);
      return `${Math.round(index * step * 10) / 10},${Math.round(y * 10) / 10}`;
    })
    .join(' ');
}

/** The balance of the last days, with its lowest day in words. */
export function BalanceLine({ balances }: { readonly balances: Balances }) {
  const t = useText();
  const [first] = balances;
  if (first === undefined) return null;
  const lowest = balances.reduce((low, one) => (one.balanceCents < low.balanceCents ? one : low), first);
  const label = t('service.lowest', { money: formatMoney(lowest.balanceCents), day: formatDate(lowest.day) });
  return (
    <>
      <svg viewBox={`-1 0 ${WIDTH + 2} ${HEIGHT}`} width="100%" height={HEIGHT} role="img" aria-label={label}>
        <title>{label}</title>
        <polyline points={pointsOf(balances)} fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <p className="kp-muted">{label}</p>
    </>
  );
}
