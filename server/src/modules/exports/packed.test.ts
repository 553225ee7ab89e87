import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { fileChunks, type Cell, type Table } from './index.ts';
import { FIELD, PackedRows, ROW } from './packed.ts';
import { xlsxChunks } from './xlsx.ts';

const head = ['Name', 'Code', 'Note'];
const WORDS: Readonly<Record<string, string>> = { A: 'Active', B: '=Blocked', '': '' };
const show = (code: string): string => WORDS[code] ?? `${code}?`;

/** What people type, and what a file must not take as it comes. */
const ODD = [
  '', 'Wanjiru', ' blank before', 'blank after ', '=1+1', '+254', '-x', '@a', '\ttab', 'a "quoted" b', 'one, two',
  'two\r\nlines', '<b>&amp;', '李明', '（全角）', 'naïve', '\u0001\u0008', '\ufffe', '\u007f', 'z'.repeat(40_000),
]; // prettier-ignore

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

/** The rows as a database joins them, 100 a text, with a field of the reader's own at the end. */
function asPacked(): Table {
  async function* batches() {
    const packed = new PackedRows([{}, { show }, {}], 4);
    for (let at = 0; at < rows.length; at += 100) {
      const some = rows.slice(at, at + 100);
      const text = some.map((row) => [...row, 'own'].join(FIELD)).join(ROW);
      const batch = packed.read(text, some.length);
      if (batch === null) throw new Error('not whole');
      yield batch;
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
  ['a field more', `a${FIELD}b${FIELD}c`, 1],
  ['a field less', 'a', 1],
  ['a row more', `a${FIELD}b${ROW}c${FIELD}d`, 1],
  ['a row less', `a${FIELD}b`, 2],
  ['a field in one row and its lack in another', `a${ROW}b${FIELD}c${FIELD}d`, 2],
])('%s is seen', (_, text, count) => {
  expect(new PackedRows([{}], 2).read(text, count)).toBeNull();
});

test('a column that does not repeat itself is shown right all the same', () => {
  const packed = new PackedRows([{ show: (text) => `<${text}>` }], 1);
  const seen: string[] = [];
  for (let at = 0; at < 20_000; at += 100) {
    const texts = Array.from({ length: 100 }, (_, index) => `${at + index} ${'x'.repeat(at % 60)}`);
    packed.read(texts.join(ROW), texts.length)?.write({
      begin: () => undefined,
      cell: (_, cell) => seen.push(String(cell)),
      bytes: () => undefined,
      end: () => undefined,
    });
    expect(seen.splice(0)).toEqual(texts.map((text) => `<${text}>`));
  }
});
