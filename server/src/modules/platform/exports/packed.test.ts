import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { emailMask, nameMask, phoneMask, textMask } from '../masking/index.ts';
import { ByteOutput } from './byte-output.ts';
import type { RowWriter } from './cells.ts';
import type { ByteSource } from './byte-source.ts';
import { addressed } from './addressed.ts';
import { fileChunks, type Cell, type Table } from './index.ts';
import { CopiedRows } from '../../../db/copy-out.ts';
import { PackedRows, unescaped } from './packed.ts';
import { xlsxChunks } from './xlsx.ts';

/** Read by what wants an address in each cell. */
const readBook = async (file: Buffer) => await readXlsxFile(await addressed(file));

const head = ['Name', 'Code', 'Note'];
const WORDS: Readonly<Record<string, string>> = { A: 'Active', B: '=Blocked', '': '' };
const show = (code: string): string => WORDS[code] ?? `${code}?`;

/** What people type, and what a file must not take as it comes. */
const ODD = [
  '',
  'Wanjiru',
  ' blank before',
  'blank after ',
  '=1+1',
  '+254',
  '-x',
  '@a',
  '\ttab',
  'a "quoted" b',
  'one, two',
  'two\r\nlines',
  '<b>&amp;',
  '李明',
  '（全角）',
  'naïve',
  '\u0001\u0008',
  '\ufffe',
  '\u007f',
  'z'.repeat(40_000),
];

/** More rows than numbers of one, two and three digits. */
const rows = Array.from({ length: 1_234 }, (_, index) => [
  ODD[index % ODD.length] ?? '',
  ['A', 'B', 'C', '', `rare ${index}`, 'é'][index % 6] ?? '',
  `note ${index}`,
]);

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** The rows as cells of texts. */
function asCells(): Table {
  async function* batches() {
    yield rows.map(([name = '', code = '', note = '']): Cell[] => [name, show(code), note]);
  }
  return { name: 'Users', head, batches: batches() };
}

/** Rows as COPY writes them. */
function copied(some: readonly (readonly string[])[], into = new CopiedRows()): CopiedRows {
  const short: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '\v': 'v' };
  const field = (text: string) =>
    text.replace(/[\\\b\f\n\r\t\v]/g, (character) => `\\${short[character] ?? character}`);
  into.length = 0;
  for (const row of some) into.append(Buffer.from(`${row.map(field).join('\t')}\n`));
  return into;
}

/** The rows as a database copies them out, 100 at a time, with a field of the reader's own at the end. */
function asPacked(): Table {
  async function* batches() {
    const packed = new PackedRows([{}, { show }, {}], 4);
    const into = new CopiedRows();
    for (let at = 0; at < rows.length; at += 100) {
      const some = rows.slice(at, at + 100).map((row) => [...row, `own ${at}`]);
      const batch = packed.read(copied(some, into));
      expect(batch.length).toBe(some.length);
      yield batch.slice(0, 33);
      yield batch.slice(33);
    }
  }
  return { name: 'Users', head, batches: batches() };
}

test('packed rows make the same CSV as cells, byte for byte', async () => {
  const packed = await bytesOf(fileChunks('csv', asPacked()));
  expect(packed.equals(await bytesOf(fileChunks('csv', asCells())))).toBe(true);
  const lines = packed.toString().split('\r\n');
  expect(lines[1]).toBe(',Active,note 0');
  expect(lines[5]).toBe("'=1+1,rare 4?,note 4");
  expect(lines[2]).toBe("Wanjiru,'=Blocked,note 1");
});

test('packed rows make the same workbook as cells, over the end of a sheet', async () => {
  const packed = await bytesOf(xlsxChunks(asPacked(), 555));
  expect(packed.equals(await bytesOf(xlsxChunks(asCells(), 555)))).toBe(true);
  const book = await readBook(packed);
  expect(book.map(({ data }) => data.length)).toEqual([555, 555, 127]);
  expect(book[2]?.data[126]).toEqual(['李明', null, 'note 1233']);
});

test.each([
  ['a field more', [['a', 'b', 'c']]],
  ['a field less', [['a']]],
  ['a field more in one row and less in another', [['a', 'b', 'c'], ['d']]],
  ['half a row at the end', [['a', 'b'], ['"', 'c'], ['d']]],
])('%s is seen', (_, some) => {
  expect(() => new PackedRows([{}], 2).read(copied(some))).toThrow('other fields');
});

test('texts are what they were before COPY wrote them', () => {
  expect(unescaped('C:\\\\new\\n')).toBe('C:\\new\n');
  expect(unescaped('a\\tb\\nc\\\\d\\re\\bf\\fg\\v')).toBe('a\tb\nc\\d\re\bf\fg\v');
  expect(unescaped('\\\\N 李明')).toBe('\\N 李明');
});

test.each([
  ['alone', 1],
  ['beside others', 3],
])('columns that do not repeat themselves are shown right all the same, %s', (_, width) => {
  const columns = Array.from({ length: width }, () => ({ show: (text: string) => `<${text}>` }));
  const packed = new PackedRows(columns, width);
  const writer = new Recorder();
  for (let at = 0; at < 40_000; at += 100) {
    const rows = Array.from({ length: 100 }, (_row, row) =>
      columns.map((_column, column) => `${at + row} ${column} ${'x'.repeat(at % 60)}`),
    );
    packed.read(copied(rows)).write(writer);
    expect(writer.take()).toEqual(rows.flat().map((text) => `<${text}>`));
  }
});

test('what is kept of a column is of one file, and never of another text', () => {
  const packed = new PackedRows([{ show: (text) => `<${text}>` }, { show: (text) => text }], 2);
  const texts = ['same', 'sama', 'sam', 'same', 'same', ''];
  const rows = texts.flatMap((first) => texts.map((second) => [first, second]));
  const [plain, marked] = [new Recorder(), new Recorder('!')];
  for (const writer of [plain, plain, marked, marked, plain]) {
    packed.read(copied(rows)).write(writer);
    expect(writer.take()).toEqual(
      rows.flatMap(([first, second]) => [`${writer.mark}<${first}>`, `${writer.mark}${second}`]),
    );
  }
});

test('what is masked is masked as its text would be, in ASCII and beyond it', () => {
  const texts = [
    '',
    '1',
    '12345',
    '123456',
    '254712345678',
    'a@b',
    'abcdef@x.y',
    'ab@cd@ef.gh',
    '@',
    'no at all here',
    'Wanjirũ@x.y',
    '李明李明李明李',
    'a\tb\\cdefg',
  ];
  for (const mask of [textMask, phoneMask, emailMask, nameMask]) {
    const writer = new Recorder();
    const packed = new PackedRows([{ mask }, {}], 2);
    packed.read(copied(texts.map((text) => [text, 'left alone']))).write(writer);
    expect(writer.take()).toEqual(texts.flatMap((text) => [mask.text(text), 'left alone']));
  }
});

test('cents are shillings and numbers are numbers, whatever they are', () => {
  const cents = ['', '0', '5', '-5', '50', '-50', '123', '1234500', '-9007199254740991'];
  const writer = new Recorder();
  const packed = new PackedRows([{ is: 'cents' }, { is: 'number' }], 2);
  packed.read(copied(cents.map((text) => [text, text]))).write(writer);
  const shillings = ['', '0.00', '0.05', '-0.05', '0.50', '-0.50', '1.23', '12345.00', '-90071992547409.91'];
  expect(writer.take()).toEqual(cents.flatMap((text, index) => [shillings[index], text === '' ? 'null' : text]));
});

/** Cells as lines of a text, each after a mark. */
class Recorder implements RowWriter {
  // Small buffers: what belongs together often lies in two.
  out = new ByteOutput(300);
  readonly mark: string;

  constructor(mark = '') {
    this.mark = mark;
  }

  begin(): void {
    // Cells alone are told.
  }

  end(): void {
    // As above.
  }

  cell(_column: number, cell: Cell): void {
    this.out.text(`${this.mark}${cell}\n`);
  }

  plain(column: number, { bytes }: ByteSource, from: number, to: number): void {
    this.cell(column, bytes.toString('utf8', from, to));
  }

  take(): string[] {
    const text = Buffer.concat(this.out.takeAll()).toString();
    this.out = new ByteOutput(300);
    return text.split('\n').slice(0, -1);
  }
}
