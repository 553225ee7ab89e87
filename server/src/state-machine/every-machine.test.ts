import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: SOURCE }).map((file) => readFileSync(join(SOURCE, file), 'utf8'));
const named = (texts: readonly string[], pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));

it('holds every machine against its rule, pair by pair, and makes none outside its own file', () => {
  const machines = named(read('**/*.machine.ts'), /export const (\w+) = defineMachine\(/g);
  const checked = named(read('**/*.test.ts'), /\bcheckMachine\((\w+),/g);
  expect(machines.length).toBeGreaterThan(25);
  expect(machines.toSorted()).toEqual(checked.toSorted());
  const sources = globSync('**/*.ts', { cwd: SOURCE, exclude: ['**/*.test.ts'] });
  const elsewhere = sources.filter(
    (file) => !file.endsWith('.machine.ts') && /= defineMachine\(/.test(readFileSync(join(SOURCE, file), 'utf8')),
  );
  expect(elsewhere).toEqual([]);
});
