import { parse } from '@swc/core';
import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from './paths.ts';
import { listFiles } from './stamp.ts';

const CONTRACTS = join(ROOT, 'sdk/src/contracts');

/** Lets a bundle leave out the contracts that it does not name: making one has no effect on anything. */
export function pureContracts(): Plugin {
  return {
    name: 'pure-contracts',
    setup(build) {
      build.onLoad({ filter: /[/\\]sdk[/\\]src[/\\]contracts[/\\].*\.ts$/ }, async ({ path }) => ({
        contents: await markPure(await readFile(path, 'utf8')),
        loader: 'ts',
        resolveDir: dirname(path),
      }));
    },
  };
}

/** Turns `const schema = call(…)` into `const schema = @__PURE__ (() => call(…))()`, lines unchanged. */
export async function markPure(source: string): Promise<string> {
  // A first sentence of our own: places are counted from it, whatever the parser counts from.
  const bytes = Buffer.from(`;${source}`);
  const { body } = await parse(bytes.toString(), { syntax: 'typescript', target: 'es2022' });
  const base = body[0]?.span.start ?? 0;
  const pieces: string[] = [];
  let from = 1;
  for (const item of body) {
    const declaration = item.type === 'ExportDeclaration' ? item.declaration : item;
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations) {
      if (init?.type !== 'CallExpression') continue;
      const [start, end] = [init.span.start - base, init.span.end - base];
      pieces.push(bytes.subarray(from, start).toString(), '/* @__PURE__ */ (() => (');
      pieces.push(bytes.subarray(start, end).toString(), '))()');
      from = end;
    }
  }
  return pieces.join('') + bytes.subarray(from).toString();
}

/** The functions of `zod/mini` that contracts call: what plugins share of it with the host. */
export async function schemaFunctions(): Promise<string[]> {
  const paths = (await listFiles(CONTRACTS)).filter((path) => path.endsWith('.ts'));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const called = texts.flatMap((text) => [...text.matchAll(/\bz\s*\.(_?[a-z]\w*)\(/g)]);
  return [...new Set(called.map(([, name = '']) => name))].sort();
}
