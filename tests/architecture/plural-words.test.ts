import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A number that decides by `count` how the noun behind it is written: "1 days" is what nobody says. */
const COUNTED = /\{\{count\}\} (?:[a-z]+ )?(?:people|entries|[a-z]{2,}(?:[^s'’]s))\b/;
/** Never one: a limit, what is shown from several on, or the number of another noun. */
const NEVER_ONE = new Set([
  'appraisal summary.cut',
  'audit loads.all',
  'audit manage.returnTooMany',
  'risk fairness.how',
]);

function* textsOf(node: unknown, path: readonly string[] = []): Generator<readonly [string, string]> {
  if (typeof node === 'string') yield [path.join('.'), node];
  else for (const [key, value] of Object.entries(node ?? {})) yield* textsOf(value, [...path, key]);
}

test('what is counted is written in the singular and in the plural', () => {
  const files = globSync(['plugins/*/locales/en.json', 'host/locales/**/en.json', 'sdk/locales/**/en.json']);
  expect(files.length).toBeGreaterThan(15);
  const wrong = files.flatMap((file) => {
    const [, name] = file.split('/');
    const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return [...textsOf(texts)]
      .filter(([key, text]) => COUNTED.test(text) && !/_(one|other)(_|$)/.test(key) && !NEVER_ONE.has(`${name} ${key}`))
      .map(([key, text]) => `${file} ${key}: ${text}`);
  });
  expect(wrong).toEqual([]);
});
