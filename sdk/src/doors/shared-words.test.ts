import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOORS } from './doors.ts';

/** Every text below its dotted key. */
const textsIn = (texts: object, above = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? textsIn(text, `${above}${key}.`)
      : [[above + key, String(text)] as [string, string]],
  );

/** Names of columns and fields that a door lends to the sections that draw it. */
const fieldsOf = (door: string, language: string): [string, string][] => {
  const path = join(import.meta.dirname, door, 'locales', `${language}.json`);
  if (!existsSync(path)) return [];
  return textsIn(JSON.parse(readFileSync(path, 'utf8'))).filter(([key]) => key.startsWith('field.'));
};

test.each(['en', 'zh'])('two doors that were opened in one session name a field alike in %s', (language) => {
  const words = new Map<string, Set<string>>();
  for (const door of Object.keys(DOORS))
    for (const [key, text] of fieldsOf(door, language)) words.set(key, (words.get(key) ?? new Set()).add(text));
  expect([...words].filter(([, texts]) => texts.size > 1)).toEqual([]);
});
