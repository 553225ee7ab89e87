import { formatDate } from '../../format/dates.ts';
import { formatDecimal } from '../../format/money.ts';
import type { Dictionary } from './dictionary.ts';

/** How a value is hidden where the reader's role masks values and the server has not done so. */
export type MaskKind = 'text' | 'phone';

/** The fields of a row whose value fits `Value`. */
export type FieldOf<Row, Value> = {
  [Field in keyof Row]-?: Exclude<Row[Field], null | undefined> extends Value ? Field : never;
}[keyof Row] &
  string;

interface ColumnBasics {
  /** The row's field; also the locale key `field.<key>` of its title, unless `title` names another. */
  readonly key: string;
  readonly title?: string;
  /** Another key of its title, where that is no field's name: `REPORT_DIMENSION.LEVEL`. */
  readonly titleKey?: string;
  /** Starting width in pixels; people may change it. */
  readonly width: number;
  readonly isSortable: boolean;
  /** An operation code: without it the column is not offered. */
  readonly code: string | null;
  /** True for columns that are off until chosen. */
  readonly isHiddenAtFirst: boolean;
}

/** What a cell shows. A closed set, so that drawing, copying and cards stay one decision each. */
export type CellValue =
  | { readonly kind: 'text'; readonly text: string | null; readonly mask: MaskKind | null }
  | { readonly kind: 'number'; readonly text: string | null }
  | { readonly kind: 'count'; readonly count: number | null; readonly text?: string }
  | { readonly kind: 'money'; readonly cents: number | null }
  | { readonly kind: 'time'; readonly iso: string | null }
  | { readonly kind: 'status'; readonly code: string | null; readonly dictionary: Dictionary }
  | { readonly kind: 'flag'; readonly value: boolean | null }
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | { readonly kind: 'picture'; readonly address: string | null; readonly text: string }
  | { readonly kind: 'part'; readonly done: number; readonly total: number }
  | { readonly kind: 'shares'; readonly shares: readonly Share[] }
  | ({ readonly kind: 'clock'; readonly iso: string | null } & ClockOptions);

/** A share of a whole, in percent, as it is written: `Float 2 40%`. */
export interface Share {
  readonly text: string;
  readonly percent: number;
}

/** How a moment is measured against now, and from when on it is amber, then red. */
export interface ClockOptions {
  /**
   * `since`: how long ago it was. `until`: how long it is until then, 0 once it has passed. `due`: until then, and once
   * it has passed how late it is.
   */
  readonly way: 'since' | 'until' | 'due';
  /** ISO times; left out, the colour never comes. */
  readonly amberAt?: string;
  readonly redAt?: string;
}

/** One column of a list of `Row`s. */
export interface Column<Row> extends ColumnBasics {
  readonly kind: CellValue['kind'];
  valueOf(row: Row): CellValue;
  /** Whose words the column draws as tags: it is wide enough for the longest. */
  readonly dictionary?: Dictionary;
  /** How the masked value of a row is shown in full, beside the list: the kind, and the field of the row it is found by. */
  readonly reveal?: { readonly kind: string; readonly by: string };
}

export interface ColumnOptions {
  /** The text `field.<title>`, where this list means something else by the field than others do. */
  readonly title?: string;
  readonly width?: number;
  readonly sortable?: boolean;
  readonly code?: string;
  readonly hidden?: boolean;
}

/** Kinds whose values are compared by their digits: they stand at the right. */
export function isFigure(kind: CellValue['kind']): boolean {
  return kind === 'money' || kind === 'count';
}

/** The columns of a list, typed against its row; two of one key are refused by name. */
export function defineColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const seen = new Set<string>();
  for (const { key } of columns) {
    if (seen.has(key)) throw new RangeError(`defineColumns: "${key}" stands twice`);
    seen.add(key);
  }
  return columns;
}

function basics(key: string, width: number, options: ColumnOptions): ColumnBasics {
  return {
    key,
    width: options.width ?? width,
    isSortable: options.sortable ?? false,
    code: options.code ?? null,
    isHiddenAtFirst: options.hidden ?? false,
    ...(options.title !== undefined && { title: options.title }),
  };
}

/** The text that a column is called by. */
export const titleOf = ({ key, title = key, titleKey }: Pick<ColumnBasics, 'key' | 'title' | 'titleKey'>): string =>
  titleKey ?? `field.${title}`;

/**
 * Words. `mask` hides them where the reader's role masks values; `reveal` names the kind that shows them in full in the
 * row's drawer, and the row's field that the server finds it by.
 */
export function text<Row>(
  field: FieldOf<Row, string>,
  options: ColumnOptions & {
    readonly mask?: MaskKind;
    readonly reveal?: { readonly kind: string; readonly by: FieldOf<Row, string | number> };
  } = {},
): Column<Row> {
  const { reveal } = options;
  return {
    ...basics(field, 140, options),
    kind: 'text',
    ...(reveal && { reveal }),
    valueOf: (row) => ({
      kind: 'text',
      text: asText(row[field]),
      mask: options.mask ?? null,
    }),
  };
}

/** What things are found by, `orderNo` or a code: monospace, shortened in the middle, with copy on hover. */
export function number<Row>(field: FieldOf<Row, string>, options: ColumnOptions = {}): Column<Row> {
  return {
    ...basics(field, 130, options),
    kind: 'number',
    valueOf: (row) => ({ kind: 'number', text: asText(row[field]) }),
  };
}

/**
 * How many: a whole number in tabular figures, right-aligned so that rows compare. `as` writes it in
 * another way, with its unit; it is sorted by the number all the same.
 *
 * @example count('durationSeconds', { as: (seconds) => `${Math.round(seconds / 60)} min` })
 */
export function count<Row>(
  field: FieldOf<Row, number>,
  options: ColumnOptions & { readonly as?: (count: number, row: Row) => string } = {},
): Column<Row> {
  return {
    ...basics(field, 100, options),
    kind: 'count',
    valueOf: (row) => {
      const held = asNumber(row[field]);
      const written = held !== null && options.as !== undefined;
      return { kind: 'count', count: held, ...(written && { text: options.as(held, row) }) };
    },
  };
}

/**
 * A number with decimals: a rate, a score, an average. Right-aligned, every row with as many digits behind the point.
 *
 * @example decimal('averageDays', { digits: 1 })
 */
export function decimal<Row>(
  field: FieldOf<Row, number>,
  options: ColumnOptions & { readonly digits?: number } = {},
): Column<Row> {
  const { digits = 2, ...rest } = options;
  return count(field, { ...rest, as: (held) => formatDecimal(held, digits) });
}

/** Integer cents, shown in KES, right-aligned. As wide as 999,999,999,999.99 needs: no figure is cut short. */
export function money<Row>(field: FieldOf<Row, number>, options: ColumnOptions = {}): Column<Row> {
  return {
    ...basics(field, 160, options),
    kind: 'money',
    valueOf: (row) => ({ kind: 'money', cents: asNumber(row[field]) }),
  };
}

/** An ISO time, shown in EAT with its age in the tooltip. */
export function time<Row>(field: FieldOf<Row, string>, options: ColumnOptions = {}): Column<Row> {
  return {
    ...basics(field, 170, options),
    kind: 'time',
    valueOf: (row) => ({ kind: 'time', iso: asText(row[field]) }),
  };
}

/** A calendar day, `2026-11-20` on the wire, written as days are everywhere. */
export function day<Row>(field: FieldOf<Row, string>, options: ColumnOptions = {}): Column<Row> {
  return {
    ...basics(field, 120, options),
    kind: 'text',
    valueOf: (row) => {
      const held = asText(row[field]);
      return { kind: 'text', text: held === null ? null : formatDate(held), mask: null };
    },
  };
}

/** A time of day in EAT without a day, `08:30` or `08:30:00` on the wire. */
export function timeOfDay<Row>(field: FieldOf<Row, string>, options: ColumnOptions = {}): Column<Row> {
  return {
    ...basics(field, 90, options),
    kind: 'text',
    valueOf: (row) => ({ kind: 'text', text: asText(row[field])?.slice(0, 5) ?? null, mask: null }),
  };
}

/** A code of a dictionary as a tag: always a word, never colour alone. */
export function status<Row>(
  field: FieldOf<Row, string>,
  dictionary: Dictionary,
  options: ColumnOptions = {},
): Column<Row> {
  return {
    ...basics(field, 120, options),
    kind: 'status',
    dictionary,
    valueOf: (row) => ({ kind: 'status', code: asText(row[field]), dictionary }),
  };
}

/** Yes or no. */
export function flag<Row>(field: FieldOf<Row, boolean>, options: ColumnOptions = {}): Column<Row> {
  return {
    ...basics(field, 100, options),
    kind: 'flag',
    valueOf: (row) => {
      const value: unknown = row[field];
      return { kind: 'flag', value: typeof value === 'boolean' ? value : null };
    },
  };
}

/** Several names in one cell: the first, and how many more, all of them in the tooltip. */
export function several<Row>(
  key: keyof Row & string,
  textsOf: (row: Row) => readonly string[],
  options: ColumnOptions = {},
): Column<Row> {
  return {
    ...basics(key, 200, options),
    kind: 'list',
    valueOf: (row) => ({ kind: 'list', texts: textsOf(row) }),
  };
}

/** A small picture with its words for who does not see it; the words alone where there is none. */
export function picture<Row>(
  key: keyof Row & string,
  of: (row: Row) => { readonly address: string | null; readonly text: string },
  options: ColumnOptions = {},
): Column<Row> {
  return {
    ...basics(key, 80, options),
    kind: 'picture',
    valueOf: (row) => ({ kind: 'picture', ...of(row) }),
  };
}

/** How much of a whole is done, as a bar and in percent. */
export function part<Row>(
  key: keyof Row & string,
  of: (row: Row) => { readonly done: number; readonly total: number },
  options: ColumnOptions = {},
): Column<Row> {
  return {
    ...basics(key, 140, options),
    kind: 'part',
    valueOf: (row) => ({ kind: 'part', ...of(row) }),
  };
}

/** What a whole is divided among: a bar of as many parts, and their words. */
export function shares<Row>(
  key: keyof Row & string,
  of: (row: Row) => readonly Share[],
  options: ColumnOptions = {},
): Column<Row> {
  return {
    ...basics(key, 220, options),
    kind: 'shares',
    valueOf: (row) => ({ kind: 'shares', shares: of(row) }),
  };
}

/**
 * How long something waits, or how long is left, running while one looks.
 *
 * @example clock('waitingSince', ({ amberAt, redAt }) => ({ way: 'since', amberAt, redAt }))
 */
export function clock<Row>(
  field: FieldOf<Row, string>,
  of: (row: Row) => ClockOptions | null,
  options: ColumnOptions = {},
): Column<Row> {
  return {
    ...basics(field, 120, options),
    kind: 'clock',
    valueOf: (row) => {
      const [iso, running] = [asText(row[field]), of(row)];
      // It no longer runs: the moment stands for itself.
      return running === null ? { kind: 'time', iso } : { kind: 'clock', iso, ...running };
    },
  };
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
