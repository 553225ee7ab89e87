import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { registryFile, type RegistryFile } from '@kituo/sdk/contracts';
import { locked } from '../file-lock.ts';
import type { RegistryPlace } from '../registry-place.ts';
import { readRegistryFile } from '../read-registry-file.ts';
import { RegistryFault } from '../registry-fault.ts';
import { appendHistory, PUBLISHED, type HistoryLine } from './history.ts';

export type RegistryEntry = RegistryFile['plugins'][string];

/** A change as its line of history has it. */
export interface RegistryEdit {
  /** `rollout`, `promote`, `auto` */
  readonly action: string;
  readonly plugin: string;
  /** Who does it; whoever is at the machine unless said otherwise. */
  readonly by?: string | undefined;
  /** Throws where the entry is not what the change was decided by; null: the file does not name the plugin. */
  readonly check?: ((before: RegistryEntry | null) => void) | undefined;
  /** Told of the change right before it is written; what it throws leaves the file as it was. */
  readonly record?: ((line: HistoryLine) => Promise<void>) | undefined;
}

/** Who makes a change, and on what condition. */
export type EditedBy = Pick<RegistryEdit, 'by' | 'check' | 'record'>;

/**
 * Changes one plugin's entry in one atomic write, with a line of history. Two operators at once wait for
 * one another, so neither's change is lost. `edit` answers the new entry, or null to leave it as it is.
 * @returns whether anything changed.
 * @throws RegistryFault where the file is broken, the plugin is not in it, or `edit` refuses.
 */
export async function editEntry(
  place: RegistryPlace,
  { action, plugin, by = userInfo().username, check, record }: RegistryEdit,
  edit: (entry: RegistryEntry) => Promise<RegistryEntry | null>,
  /** The entry of a plugin that the file does not name yet. */
  begin?: () => Promise<RegistryEntry>,
): Promise<boolean> {
  return await locked(place.file, async (isMine) => {
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
    await record?.(line);
    if (!(await isMine()))
      throw new RegistryFault('it took too long, and somebody else is at it; try again', place.file);
    await appendHistory(place, line);
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
    by = userInfo().username,
  }: { readonly plugin: string; readonly version: string; readonly by?: string },
): Promise<void> {
  await locked(place.file, async () => {
    // A package may come while the file waits to be fixed.
    const read = await readRegistryFile(place.file).catch(() => null);
    const entry = read?.plugins[plugin] ?? null;
    const action = `${PUBLISHED}${version}`;
    const at = new Date().toISOString();
    await appendHistory(place, { at, by, action, plugin, before: entry, after: entry });
  });
}

/** In one step: who reads meanwhile, or after a loss of power, gets the old file or the new one. */
async function writeWhole(path: string, content: string): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomUUID()}.tmp`;
  const file = await open(temporary, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

/** One plugin a line, so that a change shows as one line in a review. */
function formatRegistry(file: RegistryFile): string {
  const { plugins, ...head } = file;
  const lines = Object.entries(plugins).map(([name, one]) => `    ${JSON.stringify(name)}: ${inOneLine(one)}`);
  const heading = Object.entries(head).map(([key, value]) => `  "${key}": ${JSON.stringify(value)},\n`);
  return `{\n${heading.join('')}  "plugins": {\n${lines.join(',\n')}\n  }\n}\n`;
}

function inOneLine(value: object): string {
  const fields = Object.entries(value).map(([key, one]: [string, unknown]) => {
    const isGroup = typeof one === 'object' && one !== null && !Array.isArray(one);
    return `"${key}": ${isGroup ? inOneLine(one) : JSON.stringify(one)}`;
  });
  return `{ ${fields.join(', ')} }`;
}
