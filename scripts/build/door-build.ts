import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BuildError } from './build-error.ts';
import { withOwnContracts } from './own-contracts.ts';
import type { OutputFile } from './output-files.ts';
import { ROOT } from './paths.ts';
import { sharedOf, sourceOptions, stylesheet } from './plugin-bundle.ts';
import { doorName } from './shared-names.ts';
import { staticClosure, toSystemChunks } from './system-chunks.ts';

/** A door of the SDK as it was built. */
export interface BuiltDoor {
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
