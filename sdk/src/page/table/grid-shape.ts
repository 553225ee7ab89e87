import { Grid } from '@blueprintjs/table';
import { textWidth } from './text-width.ts';
import type { Layout } from './use-layout.ts';

const CHECK_WIDTH = 40;
const ACTION_WIDTH = 120;
/** Around the words of a row's button, with the menu beside it. */
const AROUND_ACTION = 74;
const MAX_ACTION_WIDTH = 220;
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
  /** Where each cell of a row begins and how wide it is; its rows are the row window's. */
  readonly cells: Grid;
  /** The boxes that select, the columns and the actions. */
  readonly cellCount: number;
}

/** The shape of a grid. As many columns are frozen as are wanted and leave room in the window. */
export function shapeOf<Row>(
  layout: Pick<Layout<Row>, 'columns' | 'frozenCount'>,
  parts: { readonly isSelectable: boolean; readonly actionWidth: number },
  windowWidth: number,
): GridShape {
  const { isSelectable, actionWidth } = parts;
  const hasActions = actionWidth > 0;
  const first = isSelectable ? 1 : 0;
  const columnWidths = layout.columns.map(({ width }) => width);
  const widths = [...(isSelectable ? [CHECK_WIDTH] : []), ...columnWidths, ...(hasActions ? [actionWidth] : [])];
  const cells = new Grid([], widths, 0);
  const wanted = columnWidths.slice(0, layout.frozenCount).map((_width, place) => cells.getColumnRect(first + place));
  const tooWide = wanted.findIndex(({ left, width }, place) => place > 0 && left + width > windowWidth * FROZEN_SHARE);
  const frozenAt = wanted.slice(0, tooWide === -1 ? wanted.length : tooWide).map(({ left }) => left);
  return {
    isSelectable,
    hasActions,
    frozenCount: frozenAt.length,
    frozenAt,
    frozenWidth: cells.getCumulativeWidthBefore(first + frozenAt.length),
    actionWidth,
    width: cells.getWidth(),
    cells,
    cellCount: widths.length,
  };
}

/** What the actions of a row need: any of them may be the one that it has as its button. 0 without any. */
export function actionWidthFor(actions: readonly { readonly label: string }[]): number {
  if (actions.length === 0) return 0;
  const widest = Math.max(...actions.map(({ label }) => textWidth(label, 'button')));
  return Math.min(MAX_ACTION_WIDTH, Math.max(ACTION_WIDTH, Math.ceil(widest + AROUND_ACTION)));
}
