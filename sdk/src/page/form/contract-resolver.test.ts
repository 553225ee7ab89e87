import { expect, it } from 'vitest';
import { changeSettings } from '../../session/session-store.ts';
import { messageOfIssue } from './contract-resolver.ts';

const said = (language: string, message: string) => {
  changeSettings({ language });
  return messageOfIssue({ message, path: ['sort'] }, (key) => key);
};

it('says in Chinese what a contract says of a field, as the server does', () => {
  expect(said('zh', 'Must be an integer above 0')).toBe('必须为大于 0 的整数');
  expect(said('zh', 'Choose at least 2')).toBe('至少选择 2 项');
  expect(said('zh', 'Nobody wrote this one')).toBe('Nobody wrote this one');
  expect(said('ke', 'Must be an integer above 0')).toBe('Must be an integer above 0');
});
