import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** What is made of the tree, or belongs to one checkout. */
const LEFT_OUT = new Set(['node_modules', '.git', '.data', '.cache', 'test-results']);

/**
 * A copy of the checkout for tests that write into it. Packages are shared with the checkout; those of the
 * workspace are the copy's own.
 */
export function copyTree(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'kituo-tree-'));
  for (const entry of readdirSync(ROOT))
    if (!LEFT_OUT.has(entry)) cpSync(join(ROOT, entry), join(path, entry), { recursive: true });
  // What was built is not built again.
  const built = join(ROOT, '.cache/build');
  if (existsSync(built)) cpSync(built, join(path, '.cache/build'), { recursive: true });
  const packages = join(ROOT, 'node_modules');
  mkdirSync(join(path, 'node_modules/@kituo'), { recursive: true });
  for (const entry of readdirSync(packages))
    if (entry !== '@kituo') symlinkSync(join(packages, entry), join(path, 'node_modules', entry));
  for (const entry of readdirSync(join(packages, '@kituo')))
    symlinkSync(readlinkSync(join(packages, '@kituo', entry)), join(path, 'node_modules/@kituo', entry));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
