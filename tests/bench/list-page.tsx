import { BlueprintProvider } from '@blueprintjs/core';
import { Cell, Column, RenderMode, Table } from '@blueprintjs/table';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { defineColumns, text } from '../../sdk/src/page/list/columns.ts';
import { useRows } from '../../sdk/src/page/list/use-rows.ts';
import { DataTable } from '../../sdk/src/page/table/data-table.tsx';
import { useLayout } from '../../sdk/src/page/table/use-layout.ts';

/** The page of `bench:list`: the same rows in our DataTable and in Blueprint's Table as it comes. */
const COLUMNS = 20;
const COLUMN_WIDTH = 140;
const ROW_HEIGHT = 32;

type Line = Readonly<Record<`c${number}`, string>>;

const keys = Array.from({ length: COLUMNS }, (_unused, index) => `c${index}` as const);
const columns = defineColumns<Line>(keys.map((key) => text<Line>(key, { width: COLUMN_WIDTH })));

function linesOf(count: number): readonly Line[] {
  return Array.from({ length: count }, (_unused, row) =>
    Object.fromEntries(keys.map((key, column) => [key, `${row}.${column} Wanjiku`])),
  );
}

function Ours({ lines }: { readonly lines: readonly Line[] }) {
  const list = useRows({ name: 'bench', rows: lines, idOf: (line) => line.c0 ?? '', columns });
  const layout = useLayout(list.name, columns);
  return <DataTable list={list} layout={layout} label="Bench" nameOf={(line) => line.c0 ?? ''} />;
}

function Bare({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <Table
      numRows={lines.length}
      numFrozenColumns={1}
      defaultRowHeight={ROW_HEIGHT}
      defaultColumnWidth={COLUMN_WIDTH}
      renderMode={RenderMode.BATCH_ON_UPDATE}
    >
      {keys.map((key) => (
        <Column key={key} name={key} cellRenderer={(row) => <Cell>{lines[row]?.[key]}</Cell>} />
      ))}
    </Table>
  );
}

export interface Scrolled {
  /** Milliseconds each frame took. */
  readonly frames: number[];
  /** The share of frames, 0 to 1, in which the row in the middle had its cells. */
  readonly drawn: number;
}

declare global {
  interface Window {
    /** Makes the rows, then draws one of the tables; milliseconds until its first cells were painted. */
    benchDraw?: (which: 'ours' | 'bare', rows: number) => Promise<number>;
    /** Scrolls down by so many pixels a frame. */
    benchScroll?: (frames: number, by: number) => Promise<Scrolled>;
  }
}

const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
const SCROLLER = '.kp-scroll, .bp6-table-quadrant-main .bp6-table-quadrant-scroll-container';

window.benchDraw = async (which, rows) => {
  const lines = linesOf(rows);
  const place = document.getElementById('root');
  if (place === null) throw new Error('the bench page has no root');
  await frame();
  const begun = performance.now();
  createRoot(place).render(
    <BlueprintProvider>
      <MemoryRouter>{which === 'ours' ? <Ours lines={lines} /> : <Bare lines={lines} />}</MemoryRouter>
    </BlueprintProvider>,
  );
  // Both draw every cell in sight at once; the frame after the first is the one people see.
  while (!place.textContent.includes('15.5 Wanjiku')) await frame();
  await frame();
  return performance.now() - begun;
};

window.benchScroll = async (frames, by) => {
  const scroller = document.querySelector(SCROLLER);
  if (scroller === null) throw new Error('nothing to scroll');
  const lengths: number[] = [];
  let drawn = 0;
  let before = await frame();
  for (let count = 0; count < frames; count += 1) {
    scroller.scrollTop += by;
    const now = await frame();
    lengths.push(now - before);
    before = now;
    const middle = Math.floor((scroller.scrollTop + scroller.clientHeight / 2) / ROW_HEIGHT) - 1;
    if (document.querySelector(`[data-row="${middle}"], .bp6-table-cell-row-${middle}`)) drawn += 1;
  }
  return { frames: lengths, drawn: drawn / frames };
};
