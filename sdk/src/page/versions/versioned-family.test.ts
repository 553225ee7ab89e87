import { expect, test } from 'vitest';
import { eatDay } from '../../format/dates.ts';
import { defineVersions, firstDayOf, valueOfFields } from './versioned-family.ts';

const form = () => null;

test('sends the fields of a family that says nothing else, and what a family makes of them', () => {
  const plain = defineVersions({ configKey: 'a.b', fields: ['perDay', 'isOn'], form });
  const values = { perDay: 3, isOn: true, reason: 'Cheaper' };
  expect(valueOfFields(plain, values)).toEqual({ perDay: 3, isOn: true });
  const own = defineVersions({ ...plain, valueOf: ({ perDay }: Readonly<Record<string, unknown>>) => perDay });
  expect(valueOfFields(own, values)).toBe(3);
});

test('a version of whole days begins tomorrow at the earliest', () => {
  expect(firstDayOf({})).toBe(eatDay());
  expect(firstDayOf({ isWholeDays: true })).toBe(eatDay(Date.now() + 86_400_000));
});
