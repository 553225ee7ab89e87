import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** A file as a document shows it: the fence names it, ```` ```ts plugins/staff-desk/src/plugin.ts ````. */
export interface CodeBlock {
  readonly path: string;
  readonly code: string;
}

/** The named files of a document, in its order. */
export function codeBlocks(document: string): CodeBlock[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const fence = /^```\w+ (\S+)\n([\s\S]*?)^```$/gm;
  return [...text.matchAll(fence)].map(([, path = '', code = '']) => ({ path, code }));
}

/**
 * A file of the tree stands elsewhere here than the document says: its ways to its neighbours are fixed, and a
 * contract that the tree does not have comes from the document. Nothing else is touched.
 */
function atHome({ path, code }: CodeBlock): string {
  if (!/^(server|sdk)\//.test(path)) return code;
  const home = join(ROOT, dirname(path));
  return code
    .replace(/from '(\.[^']+)'/g, (_whole, to: string) => `from '${join(home, to)}'`)
    .replace(
      /import \{ (\w+) \} from '@kituo\/sdk\/contracts'/,
      `import * as $1 from '../../../../../sdk/src/contracts/staff/$1.contract.ts'`,
    );
}

/** Writes the files below a new folder of the checkout, so that imports of packages are found. */
export function writeBlocks(blocks: readonly CodeBlock[], name: string): string {
  const folder = join(ROOT, '.cache', name);
  rmSync(folder, { recursive: true, force: true });
  for (const block of blocks) {
    const path = join(folder, block.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, atHome(block));
  }
  return folder;
}
