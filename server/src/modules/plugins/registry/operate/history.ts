import { open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { registryEntry } from '@kituo/sdk/contracts';
import type { RegistryPlace } from '../registry-place.ts';

const historyLine = z.object({
  at: z.string(),
  by: z.string(),
  action: z.string(),
  plugin: z.string(),
  before: z.nullable(registryEntry),
  after: z.nullable(registryEntry),
});
/** A change of one plugin's entry: when (ISO 8601), who at the machine, what the entry was and is. */
export type HistoryLine = z.output<typeof historyLine>;

/** What the action of a line begins with that tells of a package: `publish 1.0.0`. */
export const PUBLISHED = 'publish ';

const historyFile = (place: RegistryPlace) => join(dirname(place.file), 'registry-history.jsonl');

/** What was changed by command or page, the newest last; of one plugin or of all. */
export async function readRegistryHistory(place: RegistryPlace, plugin?: string): Promise<HistoryLine[]> {
  const text = await readFile(historyFile(place), 'utf8').catch(() => '');
  return text
    .split('\n')
    .flatMap((line) => lineIn(line) ?? [])
    .filter((line) => plugin === undefined || line.plugin === plugin);
}

/** The newest change of a plugin's entry; that a package was published changes none. */
export async function newestMove(place: RegistryPlace, plugin: string): Promise<HistoryLine | undefined> {
  const lines = await readRegistryHistory(place, plugin);
  return lines.findLast(({ action }) => !action.startsWith(PUBLISHED));
}

/** Null for what a machine that lost its power left of a line. */
function lineIn(text: string): HistoryLine | null {
  if (text === '') return null;
  try {
    return historyLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** In a line of its own, also after half a line. */
export async function appendHistory(place: RegistryPlace, line: HistoryLine): Promise<void> {
  const file = await open(historyFile(place), 'a+');
  try {
    const { size } = await file.stat();
    const last = size === 0 ? '\n' : await lastCharacter(file, size);
    await file.appendFile(`${last === '\n' ? '' : '\n'}${JSON.stringify(line)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function lastCharacter(file: FileHandle, size: number): Promise<string> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString();
}
