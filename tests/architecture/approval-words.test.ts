import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isNamed } from '../../plugins/home/src/home/approval-fields.ts';
import { inChinese } from '../../plugins/home/src/home/approval-words-zh.ts';
import { gathered } from '../../server/src/gathered.ts';

/** The fields of a family's value, as the dialog that decides shows them. */
const shape = z.object({ properties: z.optional(z.record(z.string(), z.unknown())) });

test('every field of every versioned setting has Chinese in the dialog that decides', () => {
  const fields = [...gathered.configFamilies.values()].flatMap(({ value }) => {
    const { properties = {} } = shape.parse(z.toJSONSchema(value, { unrepresentable: 'any' }));
    return Object.keys(properties);
  });
  expect(fields.length).toBeGreaterThan(200);
  const strange = [...new Set(fields)].filter((field) => !isNamed(field) && inChinese(field) === null);
  expect(strange).toEqual([]);
});
