import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../node_modules');

/**
 * Stands in for `npm install` in a project outside the tree: every package of the tree is linked, and the SDK is
 * the packed one. No other workspace of the tree is there: what the SDK needs of them would be missing.
 */
export async function linkInstall(project: string, sdkPackage: string): Promise<void> {
  const target = join(project, 'node_modules');
  const link = async (name: string, to: string) => {
    const path = join(target, name);
    await mkdir(dirname(path), { recursive: true });
    if (!existsSync(path)) await symlink(to, path, 'junction');
  };
  for (const entry of await readdir(MODULES)) {
    if (entry === '@kituo' || entry === '.cache' || entry === '.package-lock.json') continue;
    // A scope is a folder of packages; the commands of packages lie in `.bin`.
    if (!entry.startsWith('@')) await link(entry, join(MODULES, entry));
    else
      for (const inner of await readdir(join(MODULES, entry)))
        await link(join(entry, inner), join(MODULES, entry, inner));
  }
  // Copied, as npm does: from elsewhere it would not find what it needs.
  await cp(sdkPackage, join(target, '@kituo/sdk'), { recursive: true });
}
