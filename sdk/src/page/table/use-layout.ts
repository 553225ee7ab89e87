import { Utils } from '@blueprintjs/table';
import { useEffect, useMemo, useState } from 'react';
import { session$ } from '../../session/session-store.ts';
import { readJson, writeJson } from '../../state/browser-storage.ts';
import { useValue } from '../../state/store.ts';
import type { Translate } from '../../i18n/texts.ts';
import { titleOf } from '../list/columns.ts';
import type { Column } from '../list/columns.ts';
import { codeKey } from '../list/dictionary.ts';
import { usePluginText } from '../platform.ts';
import { tagsWidth, titleWidth } from './text-width.ts';
import { statusInSight } from './status-in-sight.ts';
import { isSameLayout, layoutOf, MAX_WIDTH, MIN_WIDTH, ORIGINAL } from './kept-layout.ts';
import type { Density, KeptLayout } from './kept-layout.ts';

/** Order, choice, widths, frozen columns and density of a list, kept per person in this browser. */
export interface Layout<Row> {
  /** What is drawn, in order, with people's widths. */
  readonly columns: readonly Column<Row>[];
  /** Every column the person may see, in order, and whether it is drawn. */
  readonly offered: readonly {
    readonly column: Column<Row>;
    readonly isShown: boolean;
    /** It stands where it is and is always drawn. */
    readonly isFixed: boolean;
  }[];
  /** How many of the drawn columns that are, all in front: 1 in a tree, whose rows are named there. */
  readonly fixedCount: number;
  /** How many of the drawn columns stay in sight while the others scroll. */
  readonly frozenCount: number;
  /** Null for the person's own setting. */
  readonly density: Density | null;
  readonly isOriginal: boolean;
  /** What a saved view keeps of it. */
  readonly kept: KeptLayout;
  toggle(key: string): void;
  /** Moves a column by one place: -1 towards the start, 1 towards the end. */
  move(key: string, by: -1 | 1): void;
  /** Moves a column to a place among the drawn ones, counted from 0. */
  moveTo(key: string, place: number): void;
  /** Pixels, 64 to 640. */
  resize(key: string, width: number): void;
  freeze(count: number): void;
  setDensity(density: Density | null): void;
  /** Takes over a saved view's layout. */
  apply(kept: KeptLayout): void;
  reset(): void;
}

/**
 * Keeps a list's layout under the person and the list's name; what no longer fits is left out.
 *
 * @example const layout = useLayout(tree.name, columns, { fixed: 1 }); // a tree names its rows in the first
 */
export function useLayout<Row>(
  listName: string,
  columns: readonly Column<Row>[],
  { fixed = 0 }: { readonly fixed?: number } = {},
): Layout<Row> {
  const { user, perms } = useValue(session$);
  const storageKey = `kituo.layout.${user?.userNo ?? '-'}.${listName}`;
  const [kept, setKept] = useState<KeptLayout>(() => layoutOf(readJson('local', storageKey)));
  // Another tab, or the settings, changed it.
  useEffect(() => {
    const read = ({ key }: StorageEvent): void => {
      if (key === storageKey) setKept(layoutOf(readJson('local', storageKey)));
    };
    window.addEventListener('storage', read);
    return () => {
      window.removeEventListener('storage', read);
    };
  }, [storageKey]);
  const keep = (next: KeptLayout): void => {
    setKept(next);
    writeJson('local', storageKey, isSameLayout(next, ORIGINAL) ? null : next);
  };
  const t = usePluginText();
  // As one text: what is drawn is made again with another language, and not with every drawing.
  const drawnWords = columns.map((column) => [t(titleOf(column)), ...tagsOf(column, t)].join('\t')).join('\n');
  const offered = useMemo(() => {
    const words = new Map(drawnWords.split('\n').map((line, at) => [columns[at]?.key, line.split('\t')]));
    return offeredOf(columns, kept, perms, fixed, (column) => {
      const [title = '', ...tags] = words.get(column.key) ?? [];
      return Math.max(titleWidth(title, column), tagsWidth(tags));
    });
  }, [columns, kept, perms, fixed, drawnWords]);
  const drawn = useMemo(() => offered.filter(({ isShown }) => isShown).map(({ column }) => column), [offered]);
  const order = offered.map(({ column }) => column.key);
  const isFixed = (key: string): boolean => order.indexOf(key) < fixed;
  return {
    columns: drawn,
    offered,
    fixedCount: fixed,
    frozenCount: Math.min(kept.frozen, drawn.length - 1),
    density: kept.density,
    isOriginal: isSameLayout(kept, ORIGINAL),
    kept,
    toggle: (key) => {
      const present = offered.find(({ column }) => column.key === key);
      const isLast = present?.isShown === true && drawn.length === 1;
      if (present === undefined || present.isFixed || isLast) return;
      keep({ ...kept, shown: { ...kept.shown, [key]: !present.isShown } });
    },
    move: (key, by) => {
      const to = order.indexOf(key) + by;
      if (isFixed(key) || to < fixed || order[to] === undefined) return;
      keep({ ...kept, order: placed(order, key, to) });
    },
    moveTo: (key, place) => {
      const others = drawn.filter((column) => column.key !== key).map((column) => column.key);
      if (others.length === drawn.length || isFixed(key)) return;
      const before = others[Math.max(fixed, place)];
      const rest = order.filter((one) => one !== key);
      const last = rest.indexOf(others.at(-1) ?? '') + 1;
      keep({ ...kept, order: placed(order, key, before === undefined ? last : rest.indexOf(before)) });
    },
    resize: (key, width) => {
      const bounded = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
      keep({ ...kept, widths: { ...kept.widths, [key]: bounded } });
    },
    freeze: (count) => {
      keep({ ...kept, frozen: Math.max(0, Math.min(drawn.length - 1, count)) });
    },
    setDensity: (density) => {
      keep({ ...kept, density });
    },
    apply: keep,
    reset: () => {
      keep(ORIGINAL);
    },
  };
}

/** The words of a column that draws tags. */
function tagsOf<Row>({ dictionary }: Column<Row>, t: Translate): readonly string[] {
  return dictionary === undefined ? [] : dictionary.codes.map((code) => t(codeKey(dictionary, code)));
}

/** What the person may see, in the kept order; columns that came later stand at the end. */
function offeredOf<Row>(
  columns: readonly Column<Row>[],
  kept: KeptLayout,
  perms: ReadonlySet<string>,
  fixed: number,
  widthOfTitle: (column: Column<Row>) => number,
): Layout<Row>['offered'] {
  const placeOf = (column: Column<Row>, index: number): number => {
    if (index < fixed) return -1;
    const place = kept.order.indexOf(column.key);
    return place === -1 ? columns.length + index : place;
  };
  const permitted = columns.filter(({ code }) => code === null || perms.has(code));
  return (kept.order.length === 0 ? statusInSight(permitted, fixed) : permitted)
    .map((column, index) => ({
      column,
      place: kept.order.length === 0 ? index : placeOf(column, index),
    }))
    .sort((one, other) => one.place - other.place)
    .map(({ column }, index) => ({
      column: { ...column, width: kept.widths[column.key] ?? Math.max(column.width, widthOfTitle(column)) },
      isShown: index < fixed || (kept.shown[column.key] ?? !column.isHiddenAtFirst),
      isFixed: index < fixed,
    }));
}

function placed(order: readonly string[], key: string, place: number): readonly string[] {
  return Utils.reorderArray([...order], order.indexOf(key), place) ?? order;
}
