import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BuildError } from '../build/build-error.ts';
import { pageNames, type PageRequest } from './page-names.ts';
import { type PagePlace, pagePlace } from './page-place.ts';
import { pluginFiles } from './plugin-files.ts';
import { serverFiles } from './server-files.ts';
import { testFiles } from './test-files.ts';
import { treeEdits } from './tree-edits.ts';

/**
 * Writes a page into a checkout: contract, module, migration, page, texts, tests and rows of demonstration, and what
 * they take in files that are there.
 * @returns where it stands, and what was written, by path. @throws BuildError, with nothing written
 */
export async function createPage(
  root: string,
  request: PageRequest,
): Promise<{ readonly place: PagePlace; readonly created: readonly string[]; readonly changed: readonly string[] }> {
  const names = pageNames(request);
  const place = pagePlace(root, names, request);
  const created = {
    ...serverFiles(names, place, nextMigration(root, names.file)),
    ...pluginFiles(names, place),
    ...testFiles(names, place),
  };
  const there = Object.keys(created).filter((path) => existsSync(join(root, path)));
  if (there.length > 0) throw new BuildError(`There already: ${there.join(', ')}. Nothing was written.`);
  const changed = treeEdits(root, names, place, created);
  for (const [path, text] of Object.entries({ ...created, ...changed })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text.trimStart());
  }
  return {
    place,
    created: Object.keys(created),
    changed: Object.keys(changed).filter((path) => !(path in created)),
  };
}

/** Migrations are ten apart, so that one may stand between two. */
function nextMigration(root: string, file: string): string {
  const numbers = readdirSync(join(root, 'server/src/migrations')).map((name) => Number.parseInt(name, 10) || 0);
  return `${Math.floor(Math.max(...numbers) / 10) * 10 + 10}-${file}`;
}
