import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { zipChunks, type ZipEntry } from './zip.ts';

const unpack = promisify(inflateRaw);

const CENTRAL_ENTRY = 0x0201_4b50;
const END = Buffer.from('PK\u0005\u0006');
const STORED = 0;
/** What all entries may come to; a sheet of a million rows is larger than anything that is taken in. */
const MAX_BYTES = 268_435_456;

/** What a workbook from outside may come to, told before anything of its size is made. */
export interface WorkbookBounds {
  readonly bytes: number;
  readonly rows: number;
  readonly columns: number;
  readonly cells: number;
  readonly sharedStrings: number;
  /** Of elements within elements. */
  readonly depth: number;
}

/** A workbook past its bounds. */
export class WorkbookTooLarge extends RangeError {
  override readonly name = 'WorkbookTooLarge';
}

/** The entries of an archive, unpacked one after the other. @throws WorkbookTooLarge past so many bytes */
export async function* unzipped(archive: Buffer, bytes: number): AsyncGenerator<{ name: string; content: Buffer }> {
  let left = bytes;
  let at = archive.readUInt32LE(archive.lastIndexOf(END) + 16);
  while (archive.readUInt32LE(at) === CENTRAL_ENTRY) {
    const size = archive.readUInt32LE(at + 20);
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + size);
    const isStored = archive.readUInt16LE(at + 10) === STORED;
    const content = isStored ? packed : await unpackWithin(packed, left);
    left -= content.length;
    if (left < 0) throw new WorkbookTooLarge('bytes');
    yield { name: archive.toString('utf8', at + 46, nameEnd), content };
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}

async function unpackWithin(packed: Buffer, left: number): Promise<Buffer> {
  try {
    return await unpack(packed, { maxOutputLength: Math.max(1, left) });
  } catch (error) {
    if (error instanceof RangeError) throw new WorkbookTooLarge('bytes');
    throw error;
  }
}

const A = 65;

/** 1 is A, 27 is AA. */
function lettersOf(column: number): string {
  const last = String.fromCharCode(A + ((column - 1) % 26));
  return column <= 26 ? last : lettersOf(Math.floor((column - 1) / 26)) + last;
}

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - A + 1, 0);

/** One tag; what its attributes hold may have any character but its own quote. */
const TAG = /<(\w+:)?(row|c)(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)/g;
const ADDRESS = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Where a row has no number or a cell no address, it follows the one before. An address that is none is left out, so
 * that the reader sees what was counted here and nothing else.
 */
function withAddresses(sheet: string, bounds: WorkbookBounds): string {
  let row = 0;
  let column = 0;
  let cells = 0;
  return sheet.replace(TAG, (tag, prefix: string | undefined, name: string, rest: string) => {
    const [said, ...more] = [...rest.matchAll(ADDRESS)].map(([, one, other]) => one ?? other ?? '');
    const [, letters = '', number = ''] = /^([A-Z]{0,3})(\d{1,7})$/.exec(said ?? '') ?? [];
    const isPlain = said === undefined || (more.length === 0 && number !== '' && (letters === '') === (name === 'row'));
    if (name === 'row') {
      row = isPlain && number !== '' ? Number(number) : row + 1;
      column = 0;
      if (row > bounds.rows) throw new WorkbookTooLarge('rows');
      return isPlain ? tag : `<${prefix ?? ''}row${rest.replace(ADDRESS, '')}`;
    }
    cells += 1;
    column = isPlain && letters !== '' ? columnOf(letters) : column + 1;
    const at = isPlain && number !== '' ? Number(number) : row;
    if (column > bounds.columns) throw new WorkbookTooLarge('columns');
    if (cells > bounds.cells) throw new WorkbookTooLarge('cells');
    if (at > bounds.rows) throw new WorkbookTooLarge('rows');
    if (isPlain && letters !== '') return tag;
    return `<${prefix ?? ''}c r="${lettersOf(column)}${row}"${rest.replace(ADDRESS, '')}`;
  });
}

function checkStrings(text: string, bounds: WorkbookBounds): void {
  let count = 0;
  for (let at = text.indexOf('<si'); at >= 0; at = text.indexOf('<si', at + 3)) {
    count += 1;
    if (count > bounds.sharedStrings) throw new WorkbookTooLarge('shared strings');
  }
}

/** Elements within elements: a reader that calls itself for each would run out of stack. */
function checkDepth(text: string, bounds: WorkbookBounds): void {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === 0x2f) depth -= 1;
    else if (next !== 0x21 && next !== 0x3f) {
      const end = text.indexOf('>', at);
      if (end > 0 && text.charCodeAt(end - 1) !== 0x2f) depth += 1;
      if (depth > bounds.depth) throw new WorkbookTooLarge('depth');
    }
  }
}

const UNBOUNDED: WorkbookBounds = {
  bytes: MAX_BYTES,
  rows: Infinity,
  columns: Infinity,
  cells: Infinity,
  sharedStrings: Infinity,
  depth: Infinity,
};

/** A sheet lies where the workbook says; whatever holds cells is one. */
function writtenAs(name: string, content: Buffer, bounds: WorkbookBounds): Buffer {
  if (!/\.(xml|rels)$/i.test(name)) return content;
  const text = content.toString();
  if (bounds !== UNBOUNDED) {
    checkDepth(text, bounds);
    checkStrings(text, bounds);
  }
  return text.includes('sheetData') ? Buffer.from(withAddresses(text, bounds)) : content;
}

/**
 * The workbook with an address in each cell, for a reader that wants one. The format leaves it out gladly: so do our
 * exports, and those of Power BI and Dynamics.
 * @throws WorkbookTooLarge for what is past the bounds, 256 MB where none are said; Error for what is no zip file
 */
export async function addressed(workbook: Buffer, bounds: WorkbookBounds = UNBOUNDED): Promise<Buffer> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for await (const { name, content } of unzipped(workbook, bounds.bytes)) {
      yield { name, content: [writtenAs(name, content, bounds)] };
    }
  }
  const chunks: Buffer[] = [];
  for await (const chunk of zipChunks(entries())) chunks.push(chunk);
  return Buffer.concat(chunks);
}
