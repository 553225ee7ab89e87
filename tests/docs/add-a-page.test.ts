import { rmSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { buildPlugin } from '../../scripts/build/plugin-build.ts';
import { codeBlocks, ROOT, writeBlocks } from './code-blocks.ts';

const blocks = codeBlocks('docs/add-a-page.md');
const folder = writeBlocks(blocks, 'docs-add-a-page-build');
const plugin = join(folder, 'plugins/staff-desk');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the plugin is under 120 lines', () => {
  const own = blocks.filter(({ path }) => path.startsWith('plugins/') && !path.includes('.test.'));
  const lines = own.flatMap(({ code }) => code.trimEnd().split('\n'));
  expect(own).toHaveLength(5);
  expect(lines.length).toBeLessThan(120);
  // The lines are lines, as the formatter breaks them: none is made of several by leaving out the ends.
  const code = own.filter(({ path }) => !path.includes('locales')).flatMap((one) => one.code.split('\n'));
  for (const line of code) expect(line.length).toBeLessThanOrEqual(120);
});

test('builds as any plugin does', async () => {
  const { manifest } = await buildPlugin(plugin, 'staff-desk', join(folder, 'packages'));
  expect(manifest.pages.map((page) => page.name)).toEqual(['StaffDesk']);
  expect(manifest.shared).toContain('@kituo/sdk/page');
  expect(Object.keys(manifest.locales)).toEqual(['en', 'zh']);
});

test('is right by the types of the tree', () => {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ['tsconfig.json'] }, ts.sys, ROOT);
  const files = blocks.filter(({ path }) => /\.tsx?$/.test(path)).map(({ path }) => join(folder, path));
  const program = ts.createProgram(files, { ...options, noEmit: true });
  // The document's files alone: what they import is checked with the tree.
  const found = files.flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  const messages = found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(messages).toEqual([]);
}, 120_000);
