import { deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { buffer } from 'node:stream/consumers';
import { zipOf } from '../../server/src/modules/platform/exports/testing/zip-of.ts';
import { archiveOf, packageFiles } from '../../server/testing/test-archive.ts';

/* Contents that nobody means well with: workbooks, archives and pictures, each by a name. */

export interface Hostile {
  readonly what: string;
  readonly content: () => Promise<Buffer> | Buffer;
}

/** The same numbers for the same seed. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state % below;
  };
}
/** Some bytes are others. */
function flipped(content: Buffer, seed: number): Buffer {
  const [copy, random] = [Buffer.from(content), numbersOf(seed)];
  for (let turn = 0; turn < 1 + random(12); turn += 1) copy[random(copy.length)] = random(256);
  return copy;
}
const cut = (content: Buffer, tenths: number) => content.subarray(0, Math.floor((content.length * tenths) / 10));
const times = <T>(count: number, make: (turn: number) => T): T[] =>
  Array.from({ length: count }, (_, turn) => make(turn));

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
interface Parts {
  readonly sheet?: string;
  readonly strings?: string;
  readonly book?: string;
  readonly relations?: string;
  readonly more?: Readonly<Record<string, string>>;
}
const SHEET = 'xl/worksheets/sheet1.xml';
const cell = (attributes: string, value = 'x') => `<row r="1"><c ${attributes}><v>${value}</v></c></row>`;
async function workbook({ sheet = cell('r="A1" t="str"'), strings, book, relations, more }: Parts): Promise<Buffer> {
  const whole = sheet.startsWith('<?xml') || sheet.startsWith('<!') || sheet.startsWith('<worksheet');
  return await zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': book ?? '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      relations ??
      `<Relationships><Relationship Id="r1" Type="${RELATION}" Target="worksheets/sheet1.xml"/></Relationships>`,
    [SHEET]: whole ? sheet : `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...(strings !== undefined && { 'xl/sharedStrings.xml': strings }),
    ...more,
  });
}
const ADDRESSES =
  'XFD1048576 XFD1 A1048576 A1048577 XFE1 ZZZ1 AAAA1 ZZZZZZ9 A0 A-1 A99999999999 A1e9 1A 0 AA xfd99 A1:XFD1048576 $A$1 Ä1';
const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha">${times(12, (turn) => {
  const [name, before] = [String.fromCodePoint(98 + turn), String.fromCodePoint(97 + turn)];
  return `<!ENTITY ${name} "${`&${before};`.repeat(10)}">`;
}).join('')}]>`;
const nested = (name: string, depth: number) => `<${name}>`.repeat(depth) + `</${name}>`.repeat(depth);

export const WORKBOOKS: readonly Hostile[] = [
  ...ADDRESSES.split(' ').map((address) => ({
    what: `a cell at ${address}`,
    content: () => workbook({ sheet: cell(`r="${address}" t="str"`) }),
  })),
  ...['1048576', '99999999999', '-1', '0', 'NaN', '1e9', ''].map((row) => ({
    what: `a row ${row}`,
    content: () => workbook({ sheet: `<row r="${row}"><c t="str"><v>x</v></c></row>` }),
  })),
  ...['-1', '99999999', '1e99', 'x', ''].map((index) => ({
    what: `the shared text ${index}`,
    content: () => workbook({ sheet: cell('r="A1" t="s"', index), strings: '<sst><si><t>x</t></si></sst>' }),
  })),
  ...['1e999', '-1e308', '9'.repeat(100_000), '<![CDATA[1]]>', '&#0;'].map((value) => ({
    what: `the number ${value.slice(0, 20)}`,
    content: () => workbook({ sheet: cell('r="A1"', value) }),
  })),
  { what: 'a million rows', content: () => workbook({ sheet: '<row/>'.repeat(1_000_000) }) },
  { what: 'a million cells in a row', content: () => workbook({ sheet: `<row>${'<c/>'.repeat(1_000_000)}</row>` }) },
  {
    what: 'a million texts',
    content: () => workbook({ strings: `<sst>${'<si><t>x</t></si>'.repeat(1_000_000)}</sst>` }),
  },
  { what: 'a cell of 50 MB', content: () => workbook({ sheet: cell('r="A1" t="str"', 'x'.repeat(50_000_000)) }) },
  { what: 'spaces of 200 MB', content: () => workbook({ sheet: ' '.repeat(200_000_000) }) },
  { what: 'an attribute of 20 MB', content: () => workbook({ sheet: cell(`r="${'A'.repeat(20_000_000)}1"`) }) },
  { what: 'a deep sheet', content: () => workbook({ sheet: nested('row', 100_000) }) },
  { what: 'deep texts', content: () => workbook({ strings: nested('si', 100_000) }) },
  { what: 'a deep book', content: () => workbook({ book: nested('sheets', 100_000) }) },
  { what: 'deep relations', content: () => workbook({ relations: nested('Relationship', 100_000) }) },
  ...[SHEET, 'xl/sharedStrings.xml', 'xl/workbook.xml'].map((name) => ({
    what: `laughs in ${name}`,
    content: () => workbook({ more: { [name]: `${LAUGHS}<worksheet><sheetData>&m;</sheetData></worksheet>` } }),
  })),
  {
    what: 'a file of ours by an entity',
    content: () =>
      workbook({ sheet: `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet>&f;</worksheet>` }),
  },
  ...['../../../etc/passwd', 'http://127.0.0.1:1/x', '/xl/worksheets/sheet1.xml', 'missing.xml', ''].map((target) => ({
    what: `a sheet at ${target}`,
    content: () =>
      workbook({
        relations: `<Relationships><Relationship Id="r1" Type="${RELATION}" Target="${target}"/></Relationships>`,
      }),
  })),
  {
    what: 'ten thousand sheets',
    content: () =>
      workbook({
        book: `<workbook><sheets>${'<sheet name="S" sheetId="1" r:id="r1"/>'.repeat(10_000)}</sheets></workbook>`,
      }),
  },
  {
    what: 'five thousand files',
    content: () => workbook({ more: Object.fromEntries(times(5_000, (turn) => [`xl/x${turn}.xml`, '<x/>'])) }),
  },
  { what: 'names that climb', content: () => workbook({ more: { '../../../../tmp/kituo-climbed': 'x' } }) },
  { what: 'another prototype', content: () => workbook({ more: { ['__proto__']: '<x/>', constructor: '<x/>' } }) },
  ...times(9, (tenths) => ({
    what: `${tenths + 1} tenths of a workbook`,
    content: async () => cut(await workbook({}), tenths + 1),
  })),
  ...times(30, (seed) => ({
    what: `a workbook with other bytes, ${seed}`,
    content: async () => flipped(await workbook({}), seed + 1),
  })),
];

type Entry = Parameters<ReturnType<typeof pack>['entry']>[0];
async function archive(entries: readonly (readonly [Entry, string])[]): Promise<Buffer> {
  const made = pack();
  for (const [name, content] of packageFiles()) made.entry({ name, size: content.length }, content);
  for (const [entry, content] of entries) made.entry({ size: content.length, ...entry }, content);
  made.finalize();
  return gzipSync(await buffer(made));
}
const LINKS = ['symlink', 'link', 'character-device', 'block-device', 'fifo', 'directory'] as const;
const NAMES = [
  '../climbed.js',
  '/etc/kituo-climbed',
  '..\\climbed.js',
  'C:\\climbed.js',
  'a/../../climbed.js',
  './manifest.json',
  'manifest.json',
  'MANIFEST.JSON',
  '__proto__',
  'con',
  'x'.repeat(90),
  'a/'.repeat(40),
  '.',
  'na\nme.js',
];
export const ARCHIVES: readonly Hostile[] = [
  ...LINKS.map((type) => ({
    what: `a ${type}`,
    content: () => archive([[{ name: 'strange', type, linkname: '/etc/passwd' }, '']]),
  })),
  ...NAMES.map((name) => ({ what: `a file ${name.slice(0, 30)}`, content: () => archive([[{ name }, 'x']]) })),
  {
    what: 'ten thousand files',
    content: () => archive(times(10_000, (turn) => [{ name: `x${turn}.js` }, ''] as const)),
  },
  { what: 'zeros of 200 MB', content: () => gzipSync(Buffer.alloc(200_000_000)) },
  { what: 'two archives', content: async () => Buffer.concat([await archiveOf(), await archiveOf()]) },
  { what: 'an archive in an archive', content: async () => gzipSync(await archiveOf()) },
  { what: 'none', content: () => Buffer.alloc(0) },
  ...times(9, (tenths) => ({
    what: `${tenths + 1} tenths of an archive`,
    content: async () => cut(await archiveOf(), tenths + 1),
  })),
  ...times(15, (seed) => ({
    what: `an archive with other bytes, ${seed}`,
    content: async () => flipped(await archiveOf(), seed + 1),
  })),
  ...times(15, (seed) => ({
    what: `a tar with other bytes, ${seed}`,
    content: async () => gzipSync(flipped(gunzipSync(await archiveOf()), seed + 1)),
  })),
];

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
function chunk(type: string, data: Buffer, length = data.length): Buffer {
  const framed = Buffer.alloc(12 + data.length);
  framed.writeUInt32BE(length, 0);
  framed.write(type, 4, 'latin1');
  data.copy(framed, 8);
  return framed;
}
interface Shape {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly colourType?: number;
  readonly interlace?: number;
  readonly data?: Buffer;
}
const END = chunk('IEND', Buffer.alloc(0));
function head({ width = 40, height = 30, depth = 8, colourType = 2, interlace = 0 }: Shape): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, colourType, 0, 0, interlace]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return chunk('IHDR', header);
}
const lines = (width: number, height: number, filter = 4) =>
  deflateSync(Buffer.alloc((width * 3 + 1) * height, filter));
const png = (shape: Shape = {}) =>
  Buffer.concat([SIGNATURE, head(shape), chunk('IDAT', shape.data ?? lines(40, 30)), END]);
const SIZES = [
  [0, 0],
  [0, 10],
  [4_294_967_295, 4_294_967_295],
  [2_147_483_648, 1],
  [1, 20_000_000],
  [20_000_000, 1],
  [65_536, 65_536],
] as const;

export const PICTURES: readonly Hostile[] = [
  ...SIZES.map(([width, height]) => ({
    what: `a picture of ${width} × ${height}`,
    content: () => png({ width, height }),
  })),
  ...[0, 1, 2, 3, 4, 5, 255].map((filter) => ({
    what: `16 million pixels by filter ${filter}`,
    content: () => png({ width: 4_000, height: 4_000, data: lines(4_000, 4_000, filter) }),
  })),
  ...[0, 1, 3, 4, 5, 6, 7, 255].map((colourType) => ({
    what: `colours of kind ${colourType}`,
    content: () => png({ colourType }),
  })),
  ...[0, 1, 2, 4, 16, 255].map((depth) => ({ what: `colours of ${depth} bits`, content: () => png({ depth }) })),
  { what: 'an interlaced picture', content: () => png({ interlace: 1 }) },
  { what: 'pixels that swell to 200 MB', content: () => png({ data: deflateSync(Buffer.alloc(200_000_000)) }) },
  { what: 'no pixels', content: () => Buffer.concat([SIGNATURE, head({}), END]) },
  { what: 'no head', content: () => Buffer.concat([SIGNATURE, chunk('IDAT', lines(40, 30)), END]) },
  {
    what: 'two heads',
    content: () => Buffer.concat([SIGNATURE, head({}), head({ width: 60_000 }), png().subarray(8)]),
  },
  {
    what: 'a part longer than the file',
    content: () => Buffer.concat([SIGNATURE, chunk('IHDR', Buffer.alloc(13), 2 ** 32 - 1)]),
  },
  {
    what: 'a hundred thousand parts',
    content: () => Buffer.concat([SIGNATURE, head({}), ...times(100_000, () => chunk('tEXt', Buffer.alloc(0)))]),
  },
  ...times(9, (tenths) => ({ what: `${tenths + 1} tenths of a picture`, content: () => cut(png(), tenths + 1) })),
  ...times(15, (seed) => ({ what: `a picture with other bytes, ${seed}`, content: () => flipped(png(), seed + 1) })),
];
