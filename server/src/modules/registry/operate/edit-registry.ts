import { randomUUID } from 'node:crypto';
import { appendFile, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { registryEntry, registryFile, type RegistryFile } from '@kituo/sdk/contracts';
import type { RegistryPlace } from '../load-registry.ts';
import { readRegistryFile } from '../read-registry-file.ts';
import { RegistryFault } from '../registry-fault.ts';

export type RegistryEntry = RegistryFile['plugins'][string];

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

export const historyFile = (place: RegistryPlace) =>
  join(dirname(place.file), 'registry-history.jsonl');

/** A change as its line of history has it. */
export interface RegistryEdit {
  /** `rollout`, `promote`, `auto` */
  readonly action: string;
  readonly plugin: string;
  /** Who does it; whoever is at the machine unless said otherwise. */
  readonly by?: string | undefined;
  /** Throws where the entry is not what the change was decided by; null: the file does not name the plugin. */
  readonly check?: ((before: RegistryEntry | null) => void) | undefined;
}

/** Who makes a change, and on what condition. */
export type EditedBy = Pick<RegistryEdit, 'by' | 'check'>;

/**
 * Changes one plugin's entry in one atomic write, with a line of history. Two operators at once wait for
 * one another, so neither's change is lost. `edit` answers the new entry, or null to leave it as it is.
 * @returns whether anything changed.
 * @throws RegistryFault where the file is broken, the plugin is not in it, or `edit` refuses.
 */
export async function editEntry(
  place: RegistryPlace,
  { action, plugin, by = userInfo().username, check }: RegistryEdit,
  edit: (entry: RegistryEntry) => Promise<RegistryEntry | null>,
  /** The entry of a plugin that the file does not name yet. */
  begin?: () => Promise<RegistryEntry>,
): Promise<boolean> {
  return await locked(place.file, async () => {
    const { plugins } = await readRegistryFile(place.file);
    const before = plugins[plugin] ?? null;
    check?.(before);
    if (before === null && begin === undefined)
      throw new RegistryFault(
        `there is no plugin ${plugin}; the file names ${Object.keys(plugins).join(', ') || 'none'}`,
        place.file,
      );
    const after = before === null ? ((await begin?.()) ?? null) : await edit(before);
    if (after === null) return false;
    const whole = registryFile.parse(JSON.parse(await readFile(place.file, 'utf8')));
    const changed = { ...whole, plugins: { ...whole.plugins, [plugin]: after } };
    const line: HistoryLine = {
      at: new Date().toISOString(),
      by,
      action,
      plugin,
      before,
      after,
    };
    await appendFile(historyFile(place), `${JSON.stringify(line)}\n`);
    await writeWhole(place.file, formatRegistry(changed));
    return true;
  });
}

/** Notes in the history that a package was published: the entry stays as it is, for nobody gets it by that. */
export async function notePublished(
  place: RegistryPlace,
  {
    plugin,
    version,
    by,
  }: { readonly plugin: string; readonly version: string; readonly by: string },
): Promise<void> {
  await locked(place.file, async () => {
    const { plugins } = await readRegistryFile(place.file);
    const entry = plugins[plugin] ?? null;
    const action = `publish ${version}`;
    const at = new Date().toISOString();
    const line: HistoryLine = { at, by, action, plugin, before: entry, after: entry };
    await appendFile(historyFile(place), `${JSON.stringify(line)}\n`);
  });
}

/** What was changed by command, the newest last; of one plugin or of all. */
export async function readRegistryHistory(
  place: RegistryPlace,
  plugin?: string,
): Promise<HistoryLine[]> {
  const text = await readFile(historyFile(place), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => historyLine.parse(JSON.parse(line)))
    .filter((line) => plugin === undefined || line.plugin === plugin);
}

const WAIT_MS = 50;
/** A lock that is older was left behind by a command that was killed. */
const STALE_MS = 10_000;

async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const path = `${file}.lock`;
  for (;;) {
    const lock = await open(path, 'wx').catch((fault: unknown) => {
      if (fault instanceof Error && 'code' in fault && fault.code === 'EEXIST') return null;
      throw fault;
    });
    if (lock !== null) {
      await lock.close();
      break;
    }
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true });
    else await sleep(WAIT_MS);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** In one step: who reads meanwhile gets the old file or the new one. */
async function writeWhole(path: string, content: string): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomUUID()}.tmp`;
  await writeFile(temporary, content);
  await rename(temporary, path);
}

/** One plugin a line, so that a change shows as one line in a review. */
function formatRegistry(file: RegistryFile): string {
  const { plugins, ...head } = file;
  const lines = Object.entries(plugins).map(
    ([name, one]) => `    ${JSON.stringify(name)}: ${inOneLine(one)}`,
  );
  const heading = Object.entries(head).map(
    ([key, value]) => `  "${key}": ${JSON.stringify(value)},\n`,
  );
  return `{\n${heading.join('')}  "plugins": {\n${lines.join(',\n')}\n  }\n}\n`;
}

function inOneLine(value: object): string {
  const fields = Object.entries(value).map(([key, one]: [string, unknown]) => {
    const isGroup = typeof one === 'object' && one !== null && !Array.isArray(one);
    return `"${key}": ${isGroup ? inOneLine(one) : JSON.stringify(one)}`;
  });
  return `{ ${fields.join(', ')} }`;
}
