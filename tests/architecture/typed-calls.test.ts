import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allEndpoints } from '../../server/src/http/all-endpoints.ts';

// A test calls an endpoint and not its path: what it sends and gets has types, and a path is written once.

const ROOT = join(import.meta.dirname, '../..');
const FILES = globSync(['server/src/**/*.test.ts', 'server/src/**/testing/*.ts', 'tests/security/**/*.ts'], {
  cwd: ROOT,
});

/** How an endpoint's path looks where a test wrote it out, its parameters filled in. */
const patterns = allEndpoints().map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));
const isEndpointOf = (method: string, path: string): boolean =>
  patterns.some((one) => one.method === method && one.path.test(path));

/** Calls of a person by a path that an endpoint has: `admin.post('user/saveUser', …)`. */
function callsByPath(source: string): string[] {
  const calls = source.matchAll(/\.(get|post)\(\s*(['"`])([\w-][^'"`?\n]*)(?:\?[^'"`\n]*)?\2/g);
  return [...calls].flatMap(([, verb = '', , path = '']) => {
    const filled = path.replaceAll(/\$\{[^}]*\}/g, 'x');
    return isEndpointOf(verb.toUpperCase(), filled) ? [path] : [];
  });
}

test('finds what a test wrote out', () => {
  const planted = "await admin.post(`user/saveUser`, {}); await admin.get('user/home/tile?key=x');";
  expect(callsByPath(planted)).toEqual(['user/saveUser', 'user/home/tile']);
});

test('no test calls an endpoint by its path', () => {
  expect(FILES.length).toBeGreaterThan(300);
  const byPath = FILES.flatMap((file) =>
    callsByPath(readFileSync(join(ROOT, file), 'utf8')).map((path) => `${file}: ${path}`),
  );
  expect(byPath).toEqual([]);
});
