import type { ViewLayout } from '../../contracts/platform/view.contract.ts';
import type { Column } from '../list/columns.ts';
import type { Density, KeptLayout } from '../table/kept-layout.ts';

type Offered<Row> = readonly { readonly column: Column<Row>; readonly isShown: boolean }[];

/** A layout as the server keeps it: every column in its order, so that what is added later is behind. */
export function toViewLayout<Row>(layout: {
  readonly offered: Offered<Row>;
  readonly kept: KeptLayout;
  readonly frozenCount: number;
  readonly density: Density | null;
}): ViewLayout {
  let shown = 0;
  return {
    columns: layout.offered.map(({ column, isShown }) => {
      if (isShown) shown += 1;
      return {
        key: column.key,
        isShown,
        isFrozen: isShown && shown <= layout.frozenCount,
        width: layout.kept.widths[column.key] ?? null,
      };
    }),
    density: layout.density,
  };
}

/** The other way round. */
export function fromViewLayout({ columns, density }: ViewLayout): KeptLayout {
  const widths: Record<string, number> = {};
  for (const { key, width } of columns) if (width !== null) widths[key] = width;
  return {
    order: columns.map(({ key }) => key),
    shown: Object.fromEntries(columns.map(({ key, isShown }) => [key, isShown])),
    widths,
    frozen: columns.filter(({ isFrozen }) => isFrozen).length,
    density,
  };
}

/** Whether two layouts draw the same columns the same way; those a page no longer has say nothing. */
export function drawsTheSame(now: ViewLayout, kept: ViewLayout): boolean {
  const known = new Set(now.columns.map(({ key }) => key));
  const here = kept.columns.filter(({ key }) => known.has(key));
  const later = now.columns.filter(({ key }) => !here.some((column) => column.key === key));
  return (
    now.density === kept.density && JSON.stringify(now.columns) === JSON.stringify([...here.map(inOrder), ...later])
  );
}

const inOrder = ({ key, isShown, isFrozen, width }: ViewLayout['columns'][number]) => ({
  key,
  isShown,
  isFrozen,
  width,
});
