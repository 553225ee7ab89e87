import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { modules } from '../../server/src/modules.ts';
import { fieldsWithin } from './fields-within.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Their fields are put together from other lists, and read in the same way. */
const COMPUTED = /^(performanceTarget\.|impairment\.lossRates$)/;
/** What contracts reckon themselves, for server and browser alike. */
const RECKONED = 'sdk/src/contracts/lending/scorecard.ts';
/** A name for people alone. */
const NAMES = new Set(['rebuttal']);

test('every setting that is configured by versions is read by the server, those within lists and groups, too', () => {
  const files = globSync('server/src/modules/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/testing\/|export\.ts$|setting-columns\.ts$/.test(file),
  );
  const texts = [...files, RECKONED].map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const families = modules.flatMap(({ config }) => config ?? []).filter(({ key }) => !COMPUTED.test(key));
  const settings = families.flatMap(({ key, value }) => {
    const fields = fieldsWithin(z.toJSONSchema(value, { unrepresentable: 'any' }));
    return [...new Set(fields)].map((field) => ({ key, field }));
  });
  expect(settings.length).toBeGreaterThan(230);
  const unread = settings.filter(({ field }) => {
    const read = new RegExp(`\\.${field}\\b|[{,]\\s*${field}\\b\\s*[,}:=]|'${field}'`);
    return !NAMES.has(field) && !read.test(texts);
  });
  expect(unread.map(({ key, field }) => `${key}: ${field}`)).toEqual([]);
});
