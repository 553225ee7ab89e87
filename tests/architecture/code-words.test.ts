import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SHARED_EN } from '../../sdk/src/page/texts/decision-texts.ts';
import { drawnCodeLists } from './drawn-code-lists.ts';

const ROOT = join(import.meta.dirname, '../..');
const drawn = drawnCodeLists();
const keysOf = (file: string): readonly string[] => {
  const texts: unknown = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  return typeof texts === 'object' && texts !== null ? Object.keys(texts) : [];
};
/** The kit's own lists by the constant that a page imports. */
const kit = new Map(
  [...readFileSync(join(ROOT, 'sdk/src/page/words.ts'), 'utf8').matchAll(/export const (\w+) = defineDictionary/g)].map(
    ([, constant = '']) => [constant, new RegExp(`\\b${constant}\\b`)],
  ),
);
const doorOf = (file: string): string | undefined => /^sdk\/src\/doors\/([^/]+)\//.exec(file)?.[1];

/** What the sources under a folder draw: lists of their own and those of the kit. */
function listsUnder(pattern: string): ReadonlySet<string> {
  const files = globSync(pattern, { cwd: ROOT }).filter((file) => !file.includes('.test.'));
  const sources = files.map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const own = drawn.filter(({ file }) => files.includes(file)).map(({ name }) => name);
  const imported = [...kit].filter(([, word]) => sources.some((source) => word.test(source))).map(([name]) => name);
  return new Set([...own, ...imported]);
}

/** Lists of doors that say them otherwise: in their own text, or in that of each section. */
const ELSEWHERE: ReadonlySet<string> = new Set(['payments ATTEMPT_STATUS', 'rules RULE_STATUS']);

const doors = [...new Set(drawn.flatMap(({ file }) => doorOf(file) ?? []))];
const isShared = (door: string): boolean =>
  globSync(`sdk/src/doors/${door}/*-texts.ts`, { cwd: ROOT }).some((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('shareTexts('),
  );
/** Words that every plugin finds: the kit's, and those that a door shares with whoever draws it. */
const shared = new Set([
  ...Object.keys(SHARED_EN),
  ...doors.filter(isShared).flatMap((door) => keysOf(`sdk/src/doors/${door}/locales/en.json`)),
  'CHANGE_STATE',
]);

test('every code list that a plugin draws has words: a tag without one is empty', () => {
  const plugins = globSync('plugins/*/plugin.json', { cwd: ROOT }).map((file) => file.split('/')[1] ?? '');
  const wordless = plugins.flatMap((plugin) => {
    const own = new Set(keysOf(`plugins/${plugin}/locales/en.json`));
    const lists = [...listsUnder(`plugins/${plugin}/src/**/*.{ts,tsx}`)];
    return lists.filter((list) => !own.has(list) && !shared.has(list)).map((list) => `${plugin} ${list}`);
  });
  expect(wordless).toEqual([]);
});

test('every code list that a door draws has words that the door brings along', () => {
  const wordless = doors.flatMap((door) => {
    const own = new Set(isShared(door) ? keysOf(`sdk/src/doors/${door}/locales/en.json`) : []);
    const lists = [...listsUnder(`sdk/src/doors/${door}/**/*.{ts,tsx}`)];
    return lists.filter((list) => !own.has(list) && !Object.hasOwn(SHARED_EN, list)).map((list) => `${door} ${list}`);
  });
  expect(wordless.filter((list) => !ELSEWHERE.has(list))).toEqual([]);
});
