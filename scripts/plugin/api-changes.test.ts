import { expect, test } from 'vitest';
import { apiChanges, sdkImports } from './api-changes.ts';

const report = (...declarations: readonly string[]) =>
  `# What\n\n## @kituo/sdk\n\n\`\`\`ts\n${declarations.join('\n\n')}\n\`\`\`\n`;

test('tells what is gone and what is declared in another way, and nothing that is new', () => {
  const before = report('const A = 1;', 'interface B {\n    one: string;\n}', "C: from 'x'");
  const after = report('const A = 1;', 'interface B {\n    one: number;\n}', 'const D = 2;');
  expect(apiChanges(before, after)).toEqual([
    { door: '@kituo/sdk', name: 'B', kind: 'changed' },
    { door: '@kituo/sdk', name: 'C', kind: 'gone' },
  ]);
  expect(apiChanges(before, before)).toEqual([]);
});

test('reads what a source imports, types and other names included', () => {
  const source = `import { type A, b as c } from '@kituo/sdk';\nimport type { D } from "@kituo/sdk/page";`;
  expect(sdkImports(source)).toEqual(
    new Map([
      ['@kituo/sdk', new Set(['A', 'b'])],
      ['@kituo/sdk/page', new Set(['D'])],
    ]),
  );
});
