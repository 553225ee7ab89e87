import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../contracts/endpoint.ts';
import { changeSettings } from '../../session/session-store.ts';
import { contractResolver, messageOfIssue } from './contract-resolver.ts';

// A browser has zod/mini alone, which has no sentences of its own. What else runs here may have loaded zod's.
const { localeError } = z.config();
beforeAll(() => {
  delete z.config().localeError;
});
afterAll(() => Object.assign(z.config(), { localeError }));

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

const endpoint = defineEndpoint({
  name: 'test.save',
  method: 'POST',
  path: 'test/save',
  access: 'signedIn',
  kind: 'command',
  summary: 'Saves',
  request: z.object({ flowNo: z.string().check(z.regex(/^FL\d+$/)) }),
  reply: z.object({}),
});

it('says of an empty field that it is empty, and of a wrong one that it is wrong', async () => {
  const resolve = contractResolver<{ flowNo: string }>(endpoint, (values) => values, {
    kit: (key) => key,
    checks: new Map(),
    placed: (message) => message,
  });
  const options = { fields: {}, shouldUseNativeValidation: false };
  const faultsOf = async (flowNo: string) => (await resolve({ flowNo }, undefined, options)).errors;
  expect(await faultsOf('')).toMatchObject({ flowNo: { message: 'message.choose' } });
  expect(await faultsOf('SKK1')).toMatchObject({ flowNo: { message: 'message.format' } });
});
