import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_CATALOGUE } from './error-catalogue.ts';

const FOLDER = join(import.meta.dirname, 'errors');

/** The names that the families' files write, in the order of the files. */
function writtenNames(): string[] {
  return readdirSync(FOLDER).flatMap((file) =>
    [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/^ {2}([A-Z]\w*): \{/gm)].map(([, name = '']) => name),
  );
}

/** What occurs more than once. */
function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

test('a refusal has a number of its own', () => {
  expect(repeated(Object.values(ERROR_CATALOGUE).map(({ code }) => code))).toEqual([]);
});

test('a family neither repeats a name of another nor is left out of the catalogue', () => {
  const names = writtenNames();
  expect(repeated(names)).toEqual([]);
  expect(names.sort()).toEqual(Object.keys(ERROR_CATALOGUE).sort());
});

test('a fact that one language names is named in the other', () => {
  const facts = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [name, { en, zh }] of Object.entries(ERROR_CATALOGUE)) expect(facts(zh), name).toEqual(facts(en));
});

test('refusals about people and what is configured speak of one as of one', () => {
  const asOne = Object.entries(ERROR_CATALOGUE)
    .filter(([, { code }]) => code >= 3000 && code < 4000)
    .map(([name, { en }]) => `${name}: ${en.replace(/\{(?!\w*No\}|maxRows\})\w+\}/g, '1')}`);
  expect(asOne.filter((text) => /\b1 (?!waits)[a-z-]+s\b/.test(text))).toEqual([]);
});
