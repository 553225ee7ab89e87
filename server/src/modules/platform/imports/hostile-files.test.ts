import { expect, test } from 'vitest';
import { AppError } from '../../../http/app-error.ts';
import { zipOf } from '../exports/testing/zip-of.ts';
import { csvRows } from './csv-rows.ts';
import { readRows } from './read-file.ts';

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';

/** A workbook as a hand would make it; what is left out is as small as it can be. */
async function workbook(
  sheetData: string,
  { at = 'worksheets/sheet1.xml', strings = '' }: { readonly at?: string; readonly strings?: string } = {},
): Promise<Buffer> {
  return await zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${RELATION}" Target="${at}"/></Relationships>`,
    [`xl/${at}`]: `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
    ...(strings !== '' && { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` }),
  });
}

const cellAt = (attributes: string) => `<row><c ${attributes} t="str"><v>x</v></c></row>`;

/** The refusal, and the longest that the loop was blocked meanwhile. */
async function refusalOf(content: Buffer): Promise<{ error: string; blockedMs: number }> {
  let last = performance.now();
  let blockedMs = 0;
  const look = () => {
    const now = performance.now();
    blockedMs = Math.max(blockedMs, now - last);
    last = now;
  };
  const timer = setInterval(look, 5);
  const error = await readRows(content).then(
    (rows) => `taken: ${rows.length} rows`,
    (fault: unknown) => {
      if (!(fault instanceof AppError)) throw fault;
      return fault.error;
    },
  );
  clearInterval(timer);
  // What ends within one turn of the loop, no timer saw.
  look();
  return { error, blockedMs };
}

test.each<[string, () => Promise<Buffer>]>([
  ['one cell in the last corner', () => workbook(cellAt('r="XFD1048576"'))],
  ['the same in other quotes', () => workbook(cellAt("r='XFD1048576'"))],
  ['the same where no sheet usually lies', () => workbook(cellAt('r="XFD1048576"'), { at: 'other/x.xml' })],
  ['a row past all rows', () => workbook('<row r="1048576"><c t="str"><v>x</v></c></row>')],
  ['a column past all columns', () => workbook(cellAt('r="XFD1"'))],
  ['150,000 rows', () => workbook('<row><c t="str"><v>x</v></c></row>'.repeat(150_000))],
  ['half a million strings', () => workbook(cellAt('r="A1"'), { strings: '<si><t>x</t></si>'.repeat(500_000) })],
  ['elements ten thousand deep', () => workbook(cellAt('r="A1"'), { strings: '<si>'.repeat(10_000) })],
  ['a hundred megabytes of nothing', () => workbook(' '.repeat(100_000_000))],
])('a workbook with %s is refused, and nobody waits for it', async (_what, made) => {
  const content = await made();
  const { error, blockedMs } = await refusalOf(content);
  expect(error).toBe('IMPORT_TOO_LARGE');
  expect(blockedMs).toBeLessThan(1_000);
});

test('an address that is none is counted as the next cell', async () => {
  const rows = '<row><c t="str"><v>a</v></c><c r="xfd99" t="str"><v>b</v></c></row>';
  expect((await readRows(await workbook(rows)))[0]?.slice(0, 2)).toEqual(['a', 'b']);
});

test.each([
  ['150,000 rows', 'a,b\n'.repeat(150_000), 'IMPORT_TOO_LARGE'],
  ['ten million empty lines', '\n'.repeat(10_000_000), 'IMPORT_TOO_LARGE'],
  ['a million columns', ','.repeat(1_000_000), 'IMPORT_TOO_LARGE'],
  ['a quote of ten megabytes', `"${'a""'.repeat(3_000_000)}`, 'IMPORT_UNREADABLE'],
])('a text with %s is refused', async (_what, text, error) => {
  const refused = await refusalOf(Buffer.from(text));
  expect(refused.error).toBe(error);
  expect(refused.blockedMs).toBeLessThan(1_000);
});

test('a long text is read beside the loop', async () => {
  const line = `${Array.from({ length: 20 }, (_, column) => `"a ""quoted"" cell ${column}"`).join(',')}\n`;
  const text = line.repeat(19_000);
  const started = performance.now();
  csvRows(text, { rows: 20_000, columns: 256, cells: 400_000 });
  const onLoopMs = performance.now() - started;
  const { error, blockedMs } = await refusalOf(Buffer.from(text));
  expect(error).toBe('IMPORT_TOO_LONG');
  expect(blockedMs).toBeLessThan(onLoopMs / 2);
});
