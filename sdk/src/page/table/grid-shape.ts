import type { Layout } from './use-layout.ts';

const CHECK_WIDTH = 40;
const ACTION_WIDTH = 120;
/** Past this share of the window, frozen columns would leave no room for the others to scroll in. */
const FROZEN_SHARE = 0.6;

/** What every row of a grid has in common; widths in pixels. */
export interface GridShape {
  readonly isSelectable: boolean;
  readonly hasActions: boolean;
  readonly frozenCount: number;
  /** Where each frozen column stops. */
  readonly frozenAt: readonly number[];
  readonly frozenWidth: number;
  readonly actionWidth: number;
  readonly width: number;
  /** Widths of all cells in order. */
  readonly widths: readonly number[];
  /** The boxes that select, the columns and the actions. */
  readonly cellCount: number;
}

/** The shape of a grid. As many columns are frozen as are wanted and leave room in the window. */
export function shapeOf<Row>(
  layout: Pick<Layout<Row>, 'columns' | 'frozenCount'>,
  parts: { readonly isSelectable: boolean; readonly hasActions: boolean },
  windowWidth: number,
): GridShape {
  const { isSelectable, hasActions } = parts;
  const columnWidths = layout.columns.map(({ width }) => width);
  const frozenAt: number[] = [];
  let frozenWidth = isSelectable ? CHECK_WIDTH : 0;
  for (const width of columnWidths.slice(0, layout.frozenCount)) {
    if (frozenAt.length > 0 && frozenWidth + width > windowWidth * FROZEN_SHARE) break;
    frozenAt.push(frozenWidth);
    frozenWidth += width;
  }
  const widths = [
    ...(isSelectable ? [CHECK_WIDTH] : []),
    ...columnWidths,
    ...(hasActions ? [ACTION_WIDTH] : []),
  ];
  return {
    isSelectable,
    hasActions,
    frozenCount: frozenAt.length,
    frozenAt,
    frozenWidth,
    actionWidth: hasActions ? ACTION_WIDTH : 0,
    width: widths.reduce((sum, width) => sum + width, 0),
    widths,
    cellCount: widths.length,
  };
}
