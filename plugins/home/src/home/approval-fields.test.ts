import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { isNamed, spelled } from './approval-fields.ts';

test('every field with a text is known by its name, in both languages', () => {
  const named = Object.keys(en.approvalField);
  expect(named.filter((field) => !isNamed(field))).toEqual([]);
  expect(Object.keys(zh.approvalField)).toEqual(named);
  expect(spelled('bandWidthCents')).toBe('Band width');
});
