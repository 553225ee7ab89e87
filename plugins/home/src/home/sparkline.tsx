const WIDTH = 72;
const HEIGHT = 20;

/** The points of a line through figures, oldest first, from the left edge to the right one. */
export function pointsOf(figures: readonly number[]): string {
  const top = Math.max(1, ...figures);
  const step = WIDTH / Math.max(1, figures.length - 1);
  return figures
    .map((figure, index) => {
      const y = HEIGHT - 1 - (figure / top) * (HEIGHT - 2);
      return `${Math.round(index * step * 10) / 10},${Math.round(y * 10) / 10}`;
    })
    .join(' ');
}

/** The last days of a tile as a small line; `label` says it to those who do not see it. */
export function Sparkline(props: { readonly figures: readonly number[]; readonly label: string }) {
  return (
    <svg
      className="home-spark"
      viewBox={`-1 0 ${WIDTH + 2} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={props.label}
    >
      <title>{props.label}</title>
      <polyline points={pointsOf(props.figures)} />
    </svg>
  );
}
