import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressed } from './addressed.ts';
import { fileChunks, type Cell, type Table } from './index.ts';
import { xlsxChunks } from './xlsx.ts';

/** Read by what wants an address in each cell. */
const readBook = async (file: Buffer) => await readXlsxFile(await addressed(file));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kituo-export-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

const head = ['Name', 'Amount'];
function tableOf(rows: readonly (readonly Cell[])[], batch = 2): Table {
  async function* batches() {
    for (let at = 0; at < rows.length; at += batch) yield rows.slice(at, at + batch);
  }
  return { name: 'Users', head, batches: batches() };
}
async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
const rows: Cell[][] = [
  ['=HYPERLINK("x")', 1],
  ['+254', -2.5],
  ['@a\tb', null],
  ['<&> "quoted", 李\nsecond line', 0],
];
const escaped = ['\'=HYPERLINK("x")', "'+254", "'@a\tb", '<&> "quoted", 李\nsecond line'];

test('CSV quotes, carries a byte order mark and defuses formulas', async () => {
  const text = (await bytesOf(fileChunks('csv', tableOf(rows)))).toString();
  expect(text).toBe(
    `\uFEFFName,Amount\r\n"'=HYPERLINK(""x"")",1\r\n'+254,-2.5\r\n'@a\tb,\r\n"<&> ""quoted"", 李\nsecond line",0\r\n`,
  );
});

test('XLSX opens as it was meant, formulas defused, numbers as numbers', async () => {
  const book = await readBook(await bytesOf(fileChunks('xlsx', tableOf(rows))));
  expect(book).toMatchObject([{ sheet: 'Users' }]);
  expect(book[0]?.data).toEqual([head, [escaped[0], 1], [escaped[1], -2.5], [escaped[2], null], [escaped[3], 0]]);
});

test('characters that XML cannot hold are left out, half pairs replaced', async () => {
  const odd = tableOf([
    ['a\u0000b\u0008\ufffe', 1],
    ['\ud83d half', 2],
    ['x'.repeat(40_000), 3],
  ]);
  const [sheet] = await readBook(await bytesOf(fileChunks('xlsx', odd)));
  expect(sheet?.data.slice(1).map(([text]) => text)).toEqual(['ab', '\ufffd half', 'x'.repeat(32_767)]);
});

test('rows past a sheet’s end go on in the next, without a row lost', async () => {
  const many = Array.from({ length: 7 }, (_, index): Cell[] => [`row ${index}`, index]);
  const book = await readBook(await bytesOf(xlsxChunks(tableOf(many), 4)));
  expect(book.map(({ sheet, data }) => [sheet, data.length])).toEqual([
    ['Users', 4],
    ['Users 2', 4],
    ['Users 3', 2],
  ]);
  const exact = await readBook(await bytesOf(xlsxChunks(tableOf(many.slice(0, 6)), 4)));
  expect(exact).toHaveLength(2);
});

test('a table without rows is a file with a head', async () => {
  expect((await bytesOf(fileChunks('csv', tableOf([])))).toString()).toBe('\uFEFFName,Amount\r\n');
  const [sheet] = await readBook(await bytesOf(fileChunks('xlsx', tableOf([]))));
  expect(sheet?.data).toEqual([head]);
});

test('what reading a row throws is what writing the file throws', async () => {
  async function* broken() {
    yield [['fine', 1] as const];
    throw new Error('the database is gone');
  }
  for (const format of ['csv', 'xlsx'] as const) {
    const chunks = fileChunks(format, { name: 'Users', head, batches: broken() });
    await expect(bytesOf(chunks)).rejects.toThrow('database is gone');
  }
});

test.each(['csv', 'xlsx'] as const)('%s of 60,000 rows lets others have their turn', async (format) => {
  let turns = 0;
  const turnsAtBatch: number[] = [];
  async function* batches() {
    for (let batch = 0; batch < 120; batch += 1) {
      turnsAtBatch.push(turns);
      yield Array.from({ length: 500 }, (_, row): Cell[] => [
        `Customer ${batch * 500 + row}`,
        '25*******678',
        'NORMAL',
        'Nairobi West',
        row * 100,
        '2026-11-20T09:00:00Z',
      ]);
    }
  }
  const path = join(folder, `large.${format}`);
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  const chunks = fileChunks(format, { name: 'Large', head, batches: batches() });
  await pipeline(chunks, createWriteStream(path));
  clearImmediate(next);
  // A file made in one piece has them wait to its end. How long a turn is, bench:list measures.
  const waited = turnsAtBatch.map((at, batch) => turnsAtBatch.slice(0, batch).filter((turn) => turn === at).length);
  expect(Math.max(...waited)).toBeLessThanOrEqual(3);
  expect((await stat(path)).size).toBeGreaterThan(100_000);
  const begins = (await readFile(path)).subarray(0, 2).toString('hex');
  expect(begins).toBe(format === 'xlsx' ? '504b' : 'efbb');
});
