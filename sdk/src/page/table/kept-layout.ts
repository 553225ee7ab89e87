/** Height of rows: 32 or 40 pixels. */
export type Density = 'compact' | 'comfortable';

/** What people changed of a list's layout; columns by key. */
export interface KeptLayout {
  readonly order: readonly string[];
  readonly shown: Readonly<Record<string, boolean>>;
  /** Pixels. */
  readonly widths: Readonly<Record<string, number>>;
  /** How many leading columns stay in sight. */
  readonly frozen: number;
  /** Null for the person's own setting. */
  readonly density: Density | null;
}

export const MIN_WIDTH = 64;
export const MAX_WIDTH = 640;

/** As the page's author made it: the first column stays in sight. */
export const ORIGINAL: KeptLayout = { order: [], shown: {}, widths: {}, frozen: 1, density: null };

/** Reads a layout that was kept here or on the server; what does not fit is left out. */
export function layoutOf(held: unknown): KeptLayout {
  if (typeof held !== 'object' || held === null) return ORIGINAL;
  const order = 'order' in held && Array.isArray(held.order) ? held.order : [];
  const frozen = 'frozen' in held ? held.frozen : ORIGINAL.frozen;
  const density = 'density' in held ? held.density : null;
  return {
    order: order.filter((key) => typeof key === 'string'),
    shown: entriesOf('shown' in held ? held.shown : null, (value) => typeof value === 'boolean'),
    widths: entriesOf(
      'widths' in held ? held.widths : null,
      (value): value is number => typeof value === 'number' && value >= MIN_WIDTH && value <= MAX_WIDTH,
    ),
    frozen: typeof frozen === 'number' && Number.isInteger(frozen) && frozen >= 0 ? frozen : 1,
    density: density === 'compact' || density === 'comfortable' ? density : null,
  };
}

/** Whether two layouts draw the same; the order of entries says nothing. */
export function isSameLayout(one: KeptLayout, other: KeptLayout): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ order, shown, widths, frozen, density }: KeptLayout): string {
  const sorted = (entries: Readonly<Record<string, unknown>>) =>
    Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([order, sorted(shown), sorted(widths), frozen, density]);
}

function entriesOf<Value>(held: unknown, fits: (value: unknown) => value is Value): Record<string, Value> {
  const found: Record<string, Value> = {};
  if (typeof held !== 'object' || held === null) return found;
  for (const [key, value] of Object.entries(held)) if (fits(value)) found[key] = value;
  return found;
}
