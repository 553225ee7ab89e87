/** Values of one kind, one for each category; null leaves a gap. */
export interface ChartSeries {
  readonly title: string;
  readonly kind: 'bar' | 'line' | 'dot';
  readonly values: readonly (number | null)[];
  /** A value in words, for the axis and for what is pointed at. */
  readonly textOf: (value: number) => string;
  /** What the values are counted in: the title of their axis. */
  readonly unit?: string;
  /** Series of one scale share an axis: `CENTS`. The first scale has the left one, the second the right one. */
  readonly scale: string;
  /** True for a line of what is expected or compared with. */
  readonly isDashed?: boolean;
}

export interface ChartAlong {
  readonly title: string;
  readonly values: readonly number[];
  readonly textOf: (value: number) => string;
}

export interface ChartProps {
  /** What it shows, for readers who do not see it. */
  readonly label: string;
  /** What stands along the bottom. */
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /**
   * Where each category lies along the bottom, the smallest first; without it they stand side by side. For dots: what
   * one figure of each is against another.
   */
  readonly along?: ChartAlong;
  /** Bars stand on one another. */
  readonly isStacked?: boolean;
  /** Said where there is no room. */
  readonly tooSmall: string;
}

/** Narrower than this nothing can be told apart. Pixels. */
export const LEAST_WIDTH = 260;

/** The values that bars reach: on one another where they are stacked. */
export function heightsOf(series: readonly ChartSeries[], isStacked: boolean): (readonly (number | null)[])[] {
  const below: number[] = [];
  return series.map(({ kind, values }) => {
    if (kind !== 'bar' || !isStacked) return values;
    return values.map((value, index) => {
      below[index] = (below[index] ?? 0) + (value ?? 0);
      return below[index];
    });
  });
}

/** An axis holds 0 and is never cut. */
export function rangeOf(least: number | null, most: number | null): [number, number] {
  const [low, high] = [Math.min(0, least ?? 0), Math.max(0, most ?? 0)];
  return low === high ? [0, 1] : [low * 1.05, high * 1.05];
}
