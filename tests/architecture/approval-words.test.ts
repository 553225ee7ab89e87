import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isNamed } from '../../plugins/home/src/home/approval-fields.ts';
import { inChinese } from '../../plugins/home/src/home/approval-words-zh.ts';
import { gathered } from '../../server/src/gathered.ts';

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** The fields of a family's value, as the dialog that decides shows them: those within lists and records, too. */
function fieldsWithin(schema: unknown): string[] {
  if (!isSchema(schema)) return [];
  const { properties, items, anyOf, oneOf, allOf, prefixItems, additionalProperties, $defs } = schema;
  const own = isSchema(properties) ? Object.entries(properties) : [];
  const below = [
    items,
    additionalProperties,
    anyOf,
    oneOf,
    allOf,
    prefixItems,
    ...(isSchema($defs) ? Object.values($defs) : []),
  ];
  return [
    ...own.flatMap(([name, value]) => [name, ...fieldsWithin(value)]),
    ...below.flatMap((one) => (Array.isArray(one) ? one.flatMap(fieldsWithin) : fieldsWithin(one))),
  ];
}

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
