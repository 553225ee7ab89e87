import type { ApiError } from '../../api/api-error.ts';
import type { Dictionary } from './dictionary.ts';
import type { OptionSource } from './option-source.ts';

/** A filter's value as the URL and the session store hold it: text; a date range is `from..to`. */
export type FilterTexts = Readonly<Record<string, string>>;

interface FilterBasics {
  /**
   * True for personal data (names, phones, ID numbers): its value never is in the URL but in this
   * tab's session store, under an opaque id.
   */
  readonly isPersonal: boolean;
  /** The text `field.<title>`, where it is not its name's. */
  readonly title?: string;
}

/** One filter; `toRequest` says what the endpoint gets. */
export type Filter = FilterBasics &
  (
    | {
        readonly kind: 'text';
        /** What a value looks like: is in the empty box. */
        readonly example?: string;
        /** How many numbers may be pasted at once; one unless said otherwise. */
        readonly most?: number;
      }
    | {
        readonly kind: 'choice';
        readonly source: OptionSource;
        /** The option that holds while nothing is chosen: shown in the place of "Any". */
        readonly unset?: string;
        /** True: several may be chosen, separated by commas in the text; the request gets a list. */
        readonly isMultiple?: boolean;
      }
    | { readonly kind: 'dateRange' }
    | { readonly kind: 'moneyRange' }
  );

export type Filters = Readonly<Record<string, Filter>>;

/** What filters are drawn from: a list, a tree. */
export interface Filtering {
  readonly filters: Filters;
  /** Why nothing could be read; what it says of a filter stands with it. */
  readonly error?: ApiError | null;
  readonly state: { readonly filters: FilterTexts };
  readonly isFiltered: boolean;
  setFilter(name: string, value: string): void;
  clearFilters(): void;
}

/** The filters of a list by the field of the request they fill; the first three are always in sight. */
export function defineFilters<const F extends Filters>(filters: F): F {
  return filters;
}

/**
 * What is typed; whether it is matched anywhere in the value is the endpoint's matter.
 *
 * @example containing({ example: 'LO0000012345', most: 100 })
 */
export function containing(
  options: {
    readonly isPersonal?: boolean;
    readonly example?: string;
    readonly most?: number;
  } = {},
): Filter {
  return { kind: 'text', isPersonal: false, ...options };
}

/** What an endpoint said of a filter's value; undefined where nothing. */
export function filterFault(error: ApiError | null | undefined, name: string): string | undefined {
  return error?.fields.find(({ field }) => field.startsWith('filters.') && field.split('.')[1] === name)?.msg;
}

/**
 * One of a dictionary's codes, of remote options, or yes or no. With `unset` there is no "Any": the endpoint takes that
 * option where none is sent, as a report that is always grouped by something does.
 *
 * @example oneOf(REPORT_GRAIN, { unset: 'DAY' })
 */
export function oneOf(source: Dictionary | OptionSource, options: { readonly unset?: string } = {}): Filter {
  return {
    kind: 'choice',
    isPersonal: false,
    ...options,
    source: 'codes' in source ? { kind: 'dictionary', dictionary: source } : source,
  };
}

/**
 * Any of several, chosen one after the other; the request gets a list.
 *
 * @example anyOf(merchantOptions)
 */
export function anyOf(source: Dictionary | OptionSource): Filter {
  const chosen = 'codes' in source ? ({ kind: 'dictionary', dictionary: source } as const) : source;
  return { kind: 'choice', isPersonal: false, source: chosen, isMultiple: true };
}

/** The codes of a filter of which several may be chosen. */
export const chosenOf = (held: string): string[] => held.split(',').filter((one) => one !== '');

/** Yes or no; the request gets a boolean. */
export function yesNo(): Filter {
  return { kind: 'choice', isPersonal: false, source: { kind: 'yesNo' } };
}

/** A branch of a tree, chosen by its root. */
export function tree(source: OptionSource): Filter {
  return { kind: 'choice', isPersonal: false, source };
}

/** Days from and to in EAT, both included; the request gets `{from, to}` as `YYYY-MM-DD`. */
export function dateRange(options: { readonly title?: string } = {}): Filter {
  return { kind: 'dateRange', isPersonal: false, ...options };
}

/** Money from and to, both included and either alone: typed in shillings, the request gets `{from, to}` in integer cents. */
export function moneyRange(): Filter {
  return { kind: 'moneyRange', isPersonal: false };
}

const SHILLINGS = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/** Cents of what is typed in shillings; undefined for what is no amount. Read by digits: a float would lose a cent. */
export function centsOf(typed: string): number | undefined {
  const [, whole, fraction = ''] = SHILLINGS.exec(typed.trim().replaceAll(',', '')) ?? [];
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'));
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the endpoint gets for a filter's text; undefined where the text says nothing. */
export function requestValueOf(filter: Filter, held: string): unknown {
  const trimmed = held.trim();
  if (trimmed === '') return undefined;
  if (filter.kind === 'choice' && filter.source.kind === 'yesNo') {
    if (trimmed === 'true') return true;
    return trimmed === 'false' ? false : undefined;
  }
  if (filter.kind === 'choice' && filter.isMultiple === true) {
    const { source } = filter;
    const codes = chosenOf(trimmed).filter(
      (one) => source.kind !== 'dictionary' || source.dictionary.codes.includes(one),
    );
    return codes.length === 0 ? undefined : codes;
  }
  if (filter.kind === 'choice' && filter.source.kind === 'dictionary') {
    // A code typed into an address by hand is left out instead of failing the whole list.
    return filter.source.dictionary.codes.includes(trimmed) ? trimmed : undefined;
  }
  if (filter.kind === 'dateRange') {
    const [from = '', to = ''] = trimmed.split('..');
    return DAY.test(from) && DAY.test(to) ? { from, to } : undefined;
  }
  if (filter.kind === 'moneyRange') {
    const [from, to] = trimmed.split('..').map(centsOf);
    if (from === undefined && to === undefined) return undefined;
    return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  }
  return trimmed;
}

/** The `filters` object of a list request. */
export function requestFiltersOf(filters: Filters, texts: FilterTexts): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, filter] of Object.entries(filters)) {
    const value = requestValueOf(filter, texts[name] ?? '');
    if (value !== undefined) found[name] = value;
  }
  return found;
}
