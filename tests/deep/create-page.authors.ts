import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { codeBlocks, ROOT } from '../docs/code-blocks.ts';
import { copyTree } from '../support/tree-copy.ts';

const tree = copyTree();
afterAll(() => {
  tree.remove();
});

/** Runs a program of the copy. @throws Error with what it printed */
const run = (...args: readonly string[]) =>
  execFileSync(process.execPath, args, { cwd: tree.path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const created = (told: string) => [...told.matchAll(/^(?:created|changed) {2}(\S+)$/gm)].map(([, path = '']) => path);

/** The words of the document's command, behind `npm run create-page --`. */
function asDocumented(): string[] {
  const text = readFileSync(join(ROOT, 'docs/add-a-page.md'), 'utf8');
  const command = /^npm run create-page -- (duty-desk .*)$/m.exec(text)?.[1] ?? '';
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** Two pages: one as it was written, in a plugin that is there, and the document's, which somebody went on with. */
test('a page is green at once, and so is what the document makes of another', () => {
  const paths = new Set([
    ...created(run('scripts/create-page.ts', 'audit', 'FraudRing', '--title', 'Fraud rings', '--title-zh', '欺诈团伙')),
    ...created(run('scripts/create-page.ts', ...asDocumented())),
  ]);
  const own = codeBlocks('docs/add-a-page.md').find(({ path }) => path === 'duty-shifts.diff')?.code ?? '';
  const lines = own.split('\n').filter((line) => /^\+(?!\+\+ )/.test(line));
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.length).toBeLessThan(120);
  // Another migration may have come since.
  const [migration = ''] = [...paths].flatMap((path) => /\d+-duty-shift/.exec(path) ?? []);
  writeFileSync(join(tree.path, 'own.diff'), own.replaceAll(/\d+-duty-shift/g, migration));
  execFileSync('git', ['apply', 'own.diff'], { cwd: tree.path });

  const sources = [...paths].filter((path) => /\.tsx?$/.test(path));
  run('node_modules/oxfmt/bin/oxfmt', '--check', ...sources);
  run('node_modules/oxlint/bin/oxlint', '--deny-warnings', ...sources);
  run('node_modules/typescript-native/bin/tsc', '--project', '.', '--pretty', 'false');
  run('node_modules/knip/bin/knip.js', '--no-progress');
  run('scripts/check.ts', 'openapi', '--write');
  run(
    'node_modules/vitest/vitest.mjs',
    'run',
    'plugins/duty-desk',
    'plugins/audit/src/pages/fraud-ring.page.test.tsx',
    'server/src/modules/staff/duty-shifts',
    'server/src/modules/review/fraud-rings',
    'server/src/seed',
    'tests/architecture',
    'tests/security/bad-input.test.ts',
  );
});
