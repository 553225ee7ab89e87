#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinnedNode, whichNode } from './which-node.mjs';

const words = process.argv.slice(2);
const { fault, path } = whichNode(process.version, words[0], pinnedNode(process.cwd()));
if (fault) {
  console.error(fault);
  process.exitCode = 1;
} else if (path) {
  const child = spawn(path, [fileURLToPath(import.meta.url), ...words], { stdio: 'inherit' });
  // Both hear of Ctrl+C in a terminal; what is sent to this one alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
} else {
  // Caches of a build lie in the author's project, never inside an installed package.
  process.env.KITUO_BUILD_CACHE ??= join(process.cwd(), 'node_modules/.cache/kituo-plugin');
  await import(new URL('../dist/cli/kituo-plugin.js', import.meta.url).href);
}
