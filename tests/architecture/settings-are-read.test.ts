import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modules } from '../../server/src/modules.ts';

const MODULES = join(import.meta.dirname, '../../server/src/modules');
/** Their fields are put together from other lists, and read in the same way. */
const COMPUTED = /^(performanceTarget\.|impairment\.lossRates$)/;
/** A name for people alone. */
const NAMES = new Set(['rebuttal']);

interface Shaped {
  readonly shape?: Readonly<Record<string, unknown>>;
}

/** The fields of a family's value; none where it is a single value or a list. */
const fieldsOf = (value: unknown): string[] => Object.keys((value as Shaped).shape ?? {});

test('every setting that is configured by versions is read by the server', () => {
  const files = globSync('**/*.ts', { cwd: MODULES }).filter(
    (file) => !/\.test\.ts$|\/testing\/|export\.ts$/.test(file),
  );
  const texts = files.map((file) => readFileSync(join(MODULES, file), 'utf8')).join('\n');
  const families = modules.flatMap(({ config }) => config ?? []).filter(({ key }) => !COMPUTED.test(key));
  const settings = families.flatMap(({ key, value }) => fieldsOf(value).map((field) => ({ key, field })));
  expect(settings.length).toBeGreaterThan(150);
  const unread = settings.filter(({ field }) => {
    const read = new RegExp(`\\.${field}\\b|[{,]\\s*${field}\\b\\s*[,}:=]|'${field}'`);
    return !NAMES.has(field) && !read.test(texts);
  });
  expect(unread.map(({ key, field }) => `${key}: ${field}`)).toEqual([]);
});
