import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import type { RowWriter } from './cells.ts';
import { fileChunks, type Cell, type Table } from './index.ts';
import { CopiedRows } from '../../db/copy-out.ts';
import { PackedRows, unescaped } from './packed.ts';
import { xlsxChunks } from './xlsx.ts';

const head = ['Name', 'Code', 'Note'];
const WORDS: Readonly<Record<string, string>> = { A: 'Active', B: '=Blocked', '': '' };
const show = (code: string): string => WORDS[code] ?? `${code}?`;

/** What people type, and what a file must not take as it comes. */
const ODD = [
  '', 'Wanjiru', ' blank before', 'blank after ', '=1+1', '+254', '-x', '@a', '\ttab', 'a "quoted" b', 'one, two',
  'two\r\nlines', '<b>&amp;', '李明', '（全角）', 'naïve', '\u0001\u0008', '\ufffe', '\u007f', 'z'.repeat(40_000),
]; // oxfmt-ignore

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
  const short: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '\v': 'v' }; // oxfmt-ignore
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
      expect([batch.length, batch.fieldAt(0, 3)]).toEqual([some.length, `own ${at}`]);
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
  const book = await readXlsxFile(packed);
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

test('fields are what they were before COPY wrote them', () => {
  const batch = new PackedRows([{}, {}], 2).read(
    copied([
      ['a\tb\nc\\d\re\bf\fg\v', '\\N'],
      ['', '李明'],
    ]),
  );
  expect([batch.fieldAt(0, 0), batch.fieldAt(0, 1)]).toEqual(['a\tb\nc\\d\re\bf\fg\v', '\\N']);
  expect([batch.fieldAt(1, 0), batch.fieldAt(1, 1)]).toEqual(['', '李明']);
  expect(unescaped('C:\\\\new\\n')).toBe('C:\\new\n');
});

test('a column that does not repeat itself is shown right all the same', () => {
  const packed = new PackedRows([{ show: (text) => `<${text}>` }], 1);
  const seen: string[] = [];
  for (let at = 0; at < 20_000; at += 100) {
    const texts = Array.from({ length: 100 }, (_, index) => `${at + index} ${'x'.repeat(at % 60)}`);
    packed.read(copied(texts.map((text) => [text]))).write(recorder(seen));
    expect(seen.splice(0)).toEqual(texts.map((text) => `<${text}>`));
  }
});

test('what is kept of a column is of one format, and never of another text', () => {
  const packed = new PackedRows([{ show: (text) => `<${text}>` }], 1);
  const seen: string[] = [];
  const marked = (text: string) => Buffer.from(`!${text}`);
  const texts = ['same', 'sama', 'sam', 'same', 'same'];
  for (const encode of [asBytes, asBytes, marked, marked, asBytes]) {
    packed.read(copied(texts.map((text) => [text]))).write(recorder(seen, encode));
    const round = seen.splice(0);
    expect(round.map((text) => text.replace('!', ''))).toEqual(texts.map((text) => `<${text}>`));
    // The last but one has just been kept.
    expect(round.at(-1)?.startsWith('!')).toBe(encode === marked);
  }
});

const asBytes = (text: string): Buffer => Buffer.from(text);

function recorder(seen: string[], encode: (text: string) => Buffer = asBytes): RowWriter {
  return {
    begin: () => undefined,
    cell: (_, cell) => seen.push(String(cell)),
    plain: () => undefined,
    encode,
    encoded: (_, { bytes }, from, to) => seen.push(bytes.toString('utf8', from, to)),
    end: () => undefined,
  };
}
