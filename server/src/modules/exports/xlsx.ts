import { encodeRows, escapeFormula, type Cell, type Table } from './cells.ts';
import { zipChunks, type ZipEntry } from './zip.ts';

/** Where a sheet ends for Excel, the head included. */
const ROWS_A_SHEET = 1_048_576;
/** The longest text Excel keeps in a cell. */
const CELL_CHARACTERS = 32_767;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }; // prettier-ignore

/** What XML does not take as it is; few texts hold any of it. */
const ODD = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

const [BLANK, LAST_OF_ASCII] = [32, 126];
const [QUOTE, AMPERSAND, LESS, GREATER] = [34, 38, 60, 62];

/** A short text of plain characters is looked through sooner than the pattern is set up. */
function isOdd(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < BLANK || code > LAST_OF_ASCII) return ODD.test(text);
    if (code === QUOTE || code === AMPERSAND || code === LESS || code === GREATER) return true;
  }
  return false;
}

/** Text as XML takes it: entities, and none of the characters that XML cannot hold. */
function xml(text: string): string {
  if (!isOdd(text)) return text;
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** Ends the tag before a text. Blanks at its ends are dropped by readers unless they are told. */
const spaceOf = (text: string): string =>
  text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32
    ? ' xml:space="preserve">'
    : '>';

/** A, B … Z, AA …: most readers want each cell's address, though the format leaves it out gladly. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

function textXml(cell: string): string {
  const whole = escapeFormula(cell);
  return xml(whole.length > CELL_CHARACTERS ? whole.slice(0, CELL_CHARACTERS) : whole);
}

/** Writes rows with their addresses; one a sheet. */
function rowWriter(columns: number) {
  const begins = Array.from({ length: columns }, (_, index) => `<c r="${columnLetters(index)}`);
  let row = 0;
  return (cells: readonly Cell[], style = ''): string => {
    row += 1;
    // `str` takes half the characters of `inlineStr` around each text; Excel shows both alike.
    const textFollows = `${row}" t="str"${style}><v`;
    let body = `<row r="${row}">`;
    // Twenty million cells in a large file: no array and no closure for each row.
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at];
      if (cell === undefined || cell === null || cell === '') continue;
      const begin = begins[at] ?? '';
      if (typeof cell === 'string') {
        const text = textXml(cell);
        body += begin + textFollows + spaceOf(text) + text + '</v></c>';
      } else if (Number.isFinite(cell)) body += `${begin}${row}"><v>${cell}</v></c>`;
    }
    return body + '</row>';
  };
}

type Batch = readonly (readonly Cell[])[];

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
    while (this.#rest.length === 0 && !this.isOver) {
      const next = await this.#batches.next();
      if (next.done === true) this.isOver = true;
      else this.#rest = next.value;
    }
    const taken = this.#rest.slice(0, most);
    this.#rest = this.#rest.slice(most);
    return taken;
  }

  async hasMore(): Promise<boolean> {
    const one = await this.take(1);
    this.#rest = [...one, ...this.#rest];
    return one.length > 0;
  }
}

async function* sheetXml(head: readonly string[], rows: RowSource, rowsASheet: number) {
  const rowXml = rowWriter(head.length);
  yield Buffer.from(
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
      `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<sheetData>${rowXml(head, ' s="1"')}`,
  );
  let left = rowsASheet - 1;
  while (left > 0) {
    const batch = await rows.take(left);
    if (batch.length === 0) break;
    left -= batch.length;
    yield encodeRows(batch, (cells) => rowXml(cells));
  }
  yield Buffer.from('</sheetData></worksheet>');
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
      .map((n) => `<Relationship Id="rId${n}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${n}.xml"/>`) // prettier-ignore
      .join('')}<Relationship Id="styles" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`, // prettier-ignore
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
      `${override('styles.xml', 'styles')}${numbers.map((n) => override(`worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`, // prettier-ignore
  );
}

async function* entriesOf(table: Table, rowsASheet: number): AsyncGenerator<ZipEntry> {
  const rows = new RowSource(table.batches);
  let sheets = 0;
  do {
    sheets += 1;
    yield {
      name: `xl/worksheets/sheet${sheets}.xml`,
      content: sheetXml(table.head, rows, rowsASheet),
    };
  } while (await rows.hasMore());
  yield* frame(table.name, sheets);
}

/** A workbook, made while it is read; rows past a sheet's end go on in the next. */
export function xlsxChunks(table: Table, rowsASheet = ROWS_A_SHEET): AsyncGenerator<Buffer> {
  return zipChunks(entriesOf(table, rowsASheet));
}
