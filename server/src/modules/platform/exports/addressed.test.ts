import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { addressed } from './addressed.ts';
import { fileChunks, type Cell } from './index.ts';
import { zipChunks } from './zip.ts';

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

test('a workbook of ours is read where each cell has to have an address, past Z and over gaps', async () => {
  const row = Array.from({ length: 30 }, (_, index): Cell => (index % 3 === 0 ? null : `c${index}`));
  async function* batches() {
    yield [row, [1.5, null, 'end']];
  }
  const head = row.map((_, index) => `h${index}`);
  const file = await bytesOf(fileChunks('xlsx', { name: 'S', head, batches: batches() }));
  await expect(readXlsxFile(file)).rejects.toThrow();
  const [sheet] = await readXlsxFile(await addressed(file));
  expect(sheet?.data[0]).toEqual(head);
  expect(sheet?.data[1]).toEqual(row);
  expect(sheet?.data[2]?.slice(0, 4)).toEqual([1.5, null, 'end', null]);
});

test('addresses that are there stay, and what follows them is counted from there', async () => {
  const part = (name: string, text: string) => ({ name, content: [Buffer.from(text)] });
  async function* entries() {
    yield part('[Content_Types].xml', '<Types/>');
    yield part('xl/workbook.xml', '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>');
    yield part(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    );
    yield part(
      'xl/worksheets/sheet1.xml',
      `<worksheet><cols><col min="1"/></cols><sheetData>
      <row><c t="str"><v>a</v></c><c r="D1" t="str"><v>d</v></c><c t="str"><v>e</v></c></row>
      <row r="3"><c/><c t="str"><v>b</v></c></row><row><c><v>7</v></c></row></sheetData></worksheet>`,
    );
  }
  const [sheet] = await readXlsxFile(await addressed(await bytesOf(zipChunks(entries()))));
  expect(sheet?.data.map((row) => row.map((cell) => cell ?? '').join())).toEqual(['a,,,d,e', ',,,,', ',b,,,', '7,,,,']);
});

test('what is no workbook is not one', async () => {
  await expect(addressed(Buffer.from('PK\u0003\u0004 torn off'))).rejects.toThrow(RangeError);
});

test('what is small in the file and large out of it is refused, however many parts it has', async () => {
  const zeros = Buffer.alloc(16_777_216);
  async function* entries() {
    for (let part = 0; part < 17; part += 1) yield { name: `xl/media/${part}.bin`, content: [zeros] };
  }
  const file = await bytesOf(zipChunks(entries()));
  expect(file.length).toBeLessThan(5_000_000);
  await expect(addressed(file)).rejects.toThrow(RangeError);
});
