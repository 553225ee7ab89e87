import { expect, it } from 'vitest';
import { fieldAt } from './field-at.ts';

it('finds the field of a message: its own place, the whole value, or what a request nests', () => {
  expect(fieldAt(['steps', '0', 'sendTime'], ['steps_0_sendTime', 'steps'])).toBe('steps_0_sendTime');
  expect(fieldAt(['steps', '0', 'sendTime'], ['steps'])).toBe('steps');
  expect(fieldAt(['value', 'minLength'], ['minLength'])).toBe('minLength');
});

it('never puts what is said of a row beside a field of the same name', () => {
  expect(fieldAt(['value', 'rules', '0', 'ruleName'], ['ruleName', 'productNos'])).toBeUndefined();
  expect(fieldAt(['value', 'rules', '0', 'ruleName'], ['ruleName', 'rules'])).toBe('rules');
});
