import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiReport } from './api-report.ts';

const ROOT = join(import.meta.dirname, '../..');
let folder: string;

beforeAll(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache/api-'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['.'] }));
  writeFileSync(
    join(folder, 'money.ts'),
    [
      'interface Hidden { readonly a: number }',
      '/** In cents. */',
      'export interface Money extends Hidden { readonly cents: bigint }',
      'export function add(a: Money, b: Money) { return { a: 1, cents: a.cents + b.cents }; }',
      'export const zero = { a: 0, cents: 0n } satisfies Money;',
      'export const inside = 1;',
    ].join('\n'),
  );
  writeFileSync(
    join(folder, 'index.ts'),
    "export { add as plus, zero, type Money } from './money.ts';\nexport { Subject } from 'rxjs';\n",
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the report names what is exported, with inferred types, and nothing else', () => {
  const report = apiReport(folder, [{ specifier: '@x/sdk', file: join(folder, 'index.ts') }]);
  expect(report).toContain('## @x/sdk');
  expect(report).toContain('interface Money extends Hidden {\n    readonly cents: bigint;\n}');
  expect(report).toContain('// exported as plus\nfunction add(a: Money, b: Money): {');
  expect(report).toMatch(/const zero: \{\n\s+a: number;\n\s+cents: bigint;\n\};/);
  expect(report).toContain("Subject: from 'rxjs'");
  expect(report).not.toContain('inside');
  expect(report).not.toContain('In cents');
});

test('a door that leads nowhere is named', () => {
  expect(() => apiReport(folder, [{ specifier: '@x/gone', file: join(folder, 'gone.ts') }])).toThrow('@x/gone');
});
