import { setImmediate } from 'node:timers/promises';
import { ByteOutput } from './byte-output.ts';
import { writeBatch, writeRow, type Batch, type Table } from './cells.ts';
import { SheetRows, xml } from './sheet-rows.ts';
import { zipChunks, type ZipEntry } from './zip.ts';

/** Bytes that are compressed in one batch: large enough that what was written before them is not missed. */
const PIECE = 1_048_576;

/** Where a sheet ends for Excel, the head included. */
const ROWS_A_SHEET = 1_048_576;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Deals rows out to sheets, so that a sheet may end in the middle of a batch. */
class RowSource {
  readonly #batches: AsyncIterator<Batch>;
  #rest: Batch = [];
  isOver = false;

  constructor(batches: AsyncIterable<Batch>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** At most so many rows; none at the end. */
  async take(most: number): Promise<Batch> {
    await this.#fill();
    const taken = this.#rest.slice(0, most);
    this.#rest = this.#rest.slice(most);
    return taken;
  }

  async hasMore(): Promise<boolean> {
    await this.#fill();
    return this.#rest.length > 0;
  }

  async #fill(): Promise<void> {
    while (this.#rest.length === 0 && !this.isOver) {
      const next = await this.#batches.next();
      if (next.done === true) this.isOver = true;
      else this.#rest = next.value;
    }
  }
}

async function* sheetXml(out: ByteOutput, head: readonly string[], rows: RowSource, rowsASheet: number) {
  out.text(
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
      `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      '<sheetData>',
  );
  writeRow(new SheetRows(out, { style: ' s="1"' }), head);
  const body = new SheetRows(out, { from: 1 });
  let left = rowsASheet - 1;
  while (left > 0) {
    const batch = await rows.take(left);
    if (batch.length === 0) break;
    left -= batch.length;
    writeBatch(body, batch);
    yield* out.takeFull();
    // As in a CSV: full buffers, which wait for the disk, are few.
    await setImmediate();
  }
  out.text('</sheetData></worksheet>');
  yield* out.takeAll();
}

function part(name: string, text: string): ZipEntry {
  return { name, content: [Buffer.from(XML + text)] };
}

const styles =
  `<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts>` +
  '<fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>';

/** The parts that name the sheets; they come last, when it is known how many there are. */
function* frame(name: string, sheets: number): Generator<ZipEntry> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const title = (number: number) => xml(`${name}${number === 1 ? '' : ` ${number}`}`);
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${TYPE}.${type}+xml"/>`;
  yield part(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${numbers
      .map((n) => `<sheet name="${title(n)}" sheetId="${n}" r:id="rId${n}"/>`)
      .join('')}</sheets></workbook>`,
  );
  yield part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${numbers
      .map((n) => `<Relationship Id="rId${n}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
      .join('')}<Relationship Id="styles" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  );
  yield part('xl/styles.xml', styles);
  yield part(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="workbook" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  yield part(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>${override('workbook.xml', 'sheet.main')}` +
      `${override('styles.xml', 'styles')}${numbers.map((n) => override(`worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`,
  );
}

async function* entriesOf(table: Table, rowsASheet: number): AsyncGenerator<ZipEntry> {
  const rows = new RowSource(table.batches);
  let sheets = 0;
  do {
    sheets += 1;
    const out = new ByteOutput(PIECE);
    yield {
      name: `xl/worksheets/sheet${sheets}.xml`,
      content: sheetXml(out, table.head, rows, rowsASheet),
      release: (chunk) => {
        out.release(chunk);
      },
    };
  } while (await rows.hasMore());
  yield* frame(table.name, sheets);
}

/** A workbook, made while it is read; rows past a sheet's end go on in the next. */
export function xlsxChunks(table: Table, rowsASheet = ROWS_A_SHEET): AsyncGenerator<Buffer> {
  return zipChunks(entriesOf(table, rowsASheet));
}
