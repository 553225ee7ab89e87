import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isNamed } from '../../plugins/home/src/home/approval-fields.ts';
import { inChinese } from '../../plugins/home/src/home/approval-words-zh.ts';
import { gathered } from '../../server/src/gathered.ts';
import { fieldsWithin } from './fields-within.ts';

test('every field of every versioned setting has Chinese in the dialog that decides', () => {
  const fields = [...gathered.configFamilies.values()].flatMap(({ value }) => {
    return fieldsWithin(z.toJSONSchema(value, { unrepresentable: 'any' }));
  });
  expect(fields.length).toBeGreaterThan(200);
  const strange = [...new Set(fields)].filter((field) => !isNamed(field) && inChinese(field) === null);
  expect(strange).toEqual([]);
});

test('every field of every request that awaits approval has Chinese, too', () => {
  const fields = [...gathered.changeKinds.values()].flatMap(({ payload }) => {
    return fieldsWithin(z.toJSONSchema(payload, { unrepresentable: 'any' }));
  });
  expect(fields.length).toBeGreaterThan(200);
  const strange = [...new Set(fields)].filter((field) => !isNamed(field) && inChinese(field) === null);
  expect(strange).toEqual([]);
});
