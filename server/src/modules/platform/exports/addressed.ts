import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { zipChunks, type ZipEntry } from './zip.ts';

const unpack = promisify(inflateRaw);

const CENTRAL_ENTRY = 0x0201_4b50;
const END = Buffer.from('PK\u0005\u0006');
const STORED = 0;
/** What all entries may come to; a sheet of a million rows is larger than anything that is taken in. */
const MAX_BYTES = 268_435_456;

async function* unzipped(archive: Buffer): AsyncGenerator<{ name: string; content: Buffer }> {
  let left = MAX_BYTES;
  let at = archive.readUInt32LE(archive.lastIndexOf(END) + 16);
  while (archive.readUInt32LE(at) === CENTRAL_ENTRY) {
    const size = archive.readUInt32LE(at + 20);
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + size);
    const isStored = archive.readUInt16LE(at + 10) === STORED;
    const content = isStored ? packed : await unpack(packed, { maxOutputLength: left });
    left -= content.length;
    yield { name: archive.toString('utf8', at + 46, nameEnd), content };
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
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

/** Where a row has no number or a cell no address, it follows the one before. */
function withAddresses(sheet: string): string {
  let row = 0;
  let column = 0;
  return sheet.replace(
    /<(\w+:)?(row|c)(?=[\s/>])([^>]*)/g,
    (tag, prefix: string | undefined, name: string, rest: string) => {
      const [, letters = '', number = ''] = /\sr="([A-Z]*)(\d+)"/.exec(rest) ?? [];
      if (name === 'row') {
        row = number === '' ? row + 1 : Number(number);
        column = 0;
        return tag;
      }
      column = letters === '' ? column + 1 : columnOf(letters);
      return letters === '' ? `<${prefix ?? ''}c r="${lettersOf(column)}${row}"${rest}` : tag;
    },
  );
}

/**
 * The workbook with an address in each cell, for a reader that wants one. The format leaves it out gladly: so do our
 * exports, and those of Power BI and Dynamics.
 * @throws Error for what is no zip file, or comes to more than 256 MB
 */
export async function addressed(workbook: Buffer): Promise<Buffer> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for await (const { name, content } of unzipped(workbook)) {
      const isSheet = name.startsWith('xl/worksheets/') && name.endsWith('.xml');
      const written = isSheet ? Buffer.from(withAddresses(content.toString())) : content;
      yield { name, content: [written] };
    }
  }
  const chunks: Buffer[] = [];
  for await (const chunk of zipChunks(entries())) chunks.push(chunk);
  return Buffer.concat(chunks);
}
