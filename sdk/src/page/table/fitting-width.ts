/** Padding of a cell on both sides, and a little air, in pixels. */
const AROUND = 24;
/** What is in a title beside its words: the menu and the edge. */
const IN_HEAD = 22;

/** How wide a column must be for everything drawn in it now, in pixels. */
export function fittingWidth(table: HTMLTableElement | null, cell: number): number {
  const cells = table?.querySelectorAll<HTMLElement>(`tr > [data-cell="${cell}"]`) ?? [];
  return Math.max(0, ...[...cells].map(widthOf));
}

function widthOf(cell: HTMLElement): number {
  const inHead = cell.closest('thead') !== null;
  const content = inHead ? cell.querySelector('.kp-head-title') : cell;
  if (content === null) return 0;
  const range = document.createRange();
  range.selectNodeContents(content);
  return range.getBoundingClientRect().width + AROUND + (inHead ? IN_HEAD : 0);
}
