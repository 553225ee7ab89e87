import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { PublishRefusal } from './refusal.ts';

const MB = 1_000_000;
/** What a package may be at most: a section of ours is below 1 MB. */
const LIMITS = {
  archiveBytes: 10 * MB,
  unpackedBytes: 40 * MB,
  fileBytes: 5 * MB,
  files: 1_000,
} as const;

const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/;

/**
 * Reads a `.tar.gz` of plain files in one folder. Reading ends with the first entry that breaks a limit, so
 * an archive that unpacks to gigabytes costs no more than the limit.
 * @throws PublishRefusal size, archive
 */
export async function unpack(archive: Readable): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  let unpacked = 0;
  const reader = extract();
  const gunzip = createGunzip();
  const feeding = pipeline(counted(archive), gunzip, reader).catch((fault: unknown) => {
    reader.destroy(fault instanceof Error ? fault : new Error(String(fault)));
  });
  try {
    for await (const entry of reader) {
      const { name, type } = entry.header;
      if (type !== 'file') throw refuse('archive', `${shown(name)} is a ${type}`, 'Pack plain files alone.');
      if (!FILE_NAME.test(name)) throw refuse('archive', `${shown(name)} is not a file name`, FLAT);
      if (files.has(name)) throw refuse('archive', `${name} is in it twice`, FLAT);
      if (files.size >= LIMITS.files)
        throw refuse('size', `more than ${LIMITS.files} files`, 'Split the section in two.');
      const parts: Buffer[] = [];
      let bytes = 0;
      for await (const part of entry) {
        const buffer = Buffer.from(part);
        bytes += buffer.length;
        unpacked += buffer.length;
        if (bytes > LIMITS.fileBytes)
          throw refuse('size', `${name} has more than ${LIMITS.fileBytes / MB} MB`, SMALLER);
        if (unpacked > LIMITS.unpackedBytes)
          throw refuse('size', `more than ${LIMITS.unpackedBytes / MB} MB unpacked`, SMALLER);
        parts.push(buffer);
      }
      files.set(name, Buffer.concat(parts));
    }
  } catch (fault) {
    if (fault instanceof PublishRefusal) throw fault;
    const why = fault instanceof Error ? fault.message : String(fault);
    throw refuse('archive', `it cannot be unpacked: ${why}`, 'Upload the whole file again.');
  } finally {
    archive.destroy();
    gunzip.destroy();
    reader.destroy();
    await feeding;
  }
  return files;
}

const FLAT = 'Make it with "kituo-plugin publish": its files lie in one folder, each once.';
const SMALLER = 'Leave out what pages do not need, or load it from the server.';

async function* counted(archive: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of archive) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    if (bytes > LIMITS.archiveBytes) throw refuse('size', `more than ${LIMITS.archiveBytes / MB} MB`, SMALLER);
    yield buffer;
  }
}

function refuse(reason: 'size' | 'archive', what: string, mend: string): PublishRefusal {
  return new PublishRefusal(reason, what, mend);
}

/** A name from outside, short and in one line. */
const shown = (name: string) => JSON.stringify(name.slice(0, 80));
