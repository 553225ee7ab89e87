import { inflateRawSync } from 'node:zlib';

const CENTRAL_ENTRY = 0x02014b50;

/** The files of a zip archive, by name. Enough of the format for what our server writes. */
export function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  for (let at = 0; at + 46 <= archive.length; at += 1) {
    if (archive.readUInt32LE(at) !== CENTRAL_ENTRY) continue;
    const size = archive.readUInt32LE(at + 20);
    const nameSize = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameSize);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + size);
    const isStored = archive.readUInt16LE(at + 10) === 0;
    files.set(name, (isStored ? bytes : inflateRawSync(bytes)).toString('utf8'));
  }
  return files;
}

const plain = (xml: string): string =>
  decoded([...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text = '']) => text).join(''));
const decoded = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_all, name: string) => MARKS[name] ?? '');
const MARKS: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
};

/** The texts of the first sheet, row by row. Throws Error where a cell holds a formula. */
export function readWorkbook(archive: Buffer): string[][] {
  const files = unzip(archive);
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  if (/<f[ >]/.test(sheet)) throw new Error('A cell holds a formula.');
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)];
  const texts = shared.map(([, xml = '']) => plain(xml));
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, marks = '', inner = '']) => {
      const value = decoded(/<v[^>]*>([^<]*)<\/v>/.exec(inner)?.[1] ?? '');
      return marks.includes('t="s"') ? (texts[Number(value)] ?? '') : value || plain(inner);
    }),
  );
}

/** The cells of a CSV text with quotes, row by row. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}
