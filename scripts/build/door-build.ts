import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { HostManifest } from '../../sdk/src/contracts/console/host-manifest.ts';
import { BuildError } from './build-error.ts';
import { withOwnContracts } from './own-contracts.ts';
import type { OutputFile } from './output-files.ts';
import { ROOT } from './paths.ts';
import { sharedOf, sourceOptions, stylesheet } from './plugin-bundle.ts';
import { doorName } from './shared-names.ts';
import { staticClosure, toSystemChunks } from './system-chunks.ts';

/** A door of the SDK as it was built. */
interface BuiltDoor {
  /** What plugins import it by. */
  readonly name: string;
  readonly entry: OutputFile;
  /** Its scripts, the entry last. */
  readonly scripts: readonly OutputFile[];
  readonly styles: readonly OutputFile[];
  /** The import-map names that it takes from the host. */
  readonly needs: readonly string[];
}

/**
 * Builds the doors below `folder` like the pages of a plugin: the kit and whatever else is shared stays with the
 * host, in one piece however many doors use parts of it.
 */
export async function buildDoors(folder: string, doors: readonly string[]): Promise<readonly BuiltDoor[]> {
  if (doors.length === 0) return [];
  const sources = doors.map((door) => ({ in: join(folder, door, 'index.ts'), out: `sdk-${door}` }));
  const missing = sources.find((source) => !existsSync(source.in));
  if (missing !== undefined) throw new BuildError(`${relative(ROOT, missing.in)} is missing`);
  const result = await build(sourceOptions(folder, sources, { isDev: false }))
    .then(withOwnContracts)
    .catch((fault: unknown) => {
      throw new BuildError(fault instanceof Error ? fault.message : String(fault));
    });
  const chunks = await toSystemChunks(result, [], { isWhole: true });
  return Promise.all(
    doors.map(async (door, index): Promise<BuiltDoor> => {
      const source = relative(ROOT, sources[index]?.in ?? '').replaceAll('\\', '/');
      const entry = [...chunks.values()].find(({ entryPoint }) => entryPoint === source);
      if (entry === undefined) throw new BuildError(`the build made no chunk for ${source}`);
      const closure = staticClosure(chunks, entry);
      const sheet = await stylesheet(result.metafile, [source], [], `sdk-${door}`);
      return {
        name: doorName(door),
        entry: entry.file,
        scripts: closure.map(({ file }) => file),
        styles: sheet === null ? [] : [sheet.file],
        needs: sharedOf(closure),
      };
    }),
  );
}

export type SharedModule = HostManifest['shared'][string];

/** Each door with what it stands on, doors behind it as well, so that all of it is asked for at once. */
export function sharedDoors(
  doors: readonly BuiltDoor[],
  ofHost: Readonly<Record<string, SharedModule>>,
): Record<string, SharedModule> {
  const shared = new Map<string, SharedModule>(Object.entries(ofHost));
  const names = (files: readonly OutputFile[]) => files.map(({ name }) => name);
  const add = (door: BuiltDoor, above: readonly string[]): SharedModule => {
    const known = shared.get(door.name);
    if (known !== undefined) return known;
    if (above.includes(door.name)) throw new BuildError(`${[...above, door.name].join(' needs ')}`);
    const needed = door.needs.flatMap((name) => {
      const other = doors.find((one) => one.name === name);
      const found = other === undefined ? shared.get(name) : add(other, [...above, door.name]);
      return found ?? [];
    });
    const made = {
      entry: door.entry.name,
      files: [...new Set([...needed.flatMap(({ files }) => files), ...names(door.scripts)])],
      styles: [...new Set([...needed.flatMap(({ styles }) => styles), ...names(door.styles)])],
    };
    shared.set(door.name, made);
    return made;
  };
  return Object.fromEntries(doors.map((door) => [door.name, add(door, [])]));
}
