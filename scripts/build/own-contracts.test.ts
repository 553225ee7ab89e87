import { expect, test } from 'vitest';
import { directContracts } from './own-contracts.ts';
import { callsOf, markPure } from './pure-contracts.ts';

test('imports of contracts lead to the module that has them, and types nowhere', () => {
  const direct = directContracts();
  const text = `import {\n  job,\n  type Bootstrap,\n  oneOfMany as pick,\n} from '@kituo/sdk/contracts';\nuse(job);`;
  const made = direct(text);
  expect(made.split('\n')).toHaveLength(6);
  expect(made).toMatch(/^import \* as job from 'contract:.*\/platform\/job\.contract\.ts';/);
  expect(made).not.toContain('Bootstrap');
  expect(direct(`import type { job } from '@kituo/sdk/contracts';`)).toContain('import type');
});

test('what nobody names of a contract can be left out, spread constants included', async () => {
  expect(await markPure('export const ALL = { ...ONE, ...OTHER };')).toContain('/* @__PURE__ */ (() =>');
  expect(await markPure(`export const NAMES = { one: 'One' };`)).not.toContain('PURE');
});

test('of who may call an endpoint, the operation code stays, which buttons are drawn by', async () => {
  const source = (access: string) =>
    `import { defineEndpoint } from '../endpoint.ts';\nexport const a = defineEndpoint({ name: 'a.b', access: ${access}, kind: 'query' });`;
  expect(await callsOf(source(`{ page: [SOME_PAGE] }`))).not.toContain('SOME_PAGE');
  expect(await callsOf(source(`{ code: 'user:user:add' }`))).toContain('user:user:add');
  expect(await callsOf(source(`WITH_CODE`))).toContain('access: WITH_CODE');
  expect(await callsOf(source(`'public'`))).toContain(`access: 'public'`);
});

test('what endpoints of a family have in common stays where its schemas go', async () => {
  const source = `import * as z from 'zod/mini';\nimport { defineEndpoint } from '../endpoint.ts';\nconst shape = z.string();\nconst common = { method: 'POST', reply: shape } as const;\nexport const save = defineEndpoint({ ...common, name: 'a.save', request: shape });`;
  const calls = await callsOf(source);
  expect(calls).toContain(`name: 'a.save'`);
  expect(calls).toContain(`method: 'POST'`);
  expect(calls).not.toContain('shape');
});

test('endpoints that a function makes go without what no browser reads, lines unchanged', async () => {
  const source = `export function endpointsOf(prefix: string) {\n  return {\n    page: defineEndpoint({ name: prefix, summary: 'For “documents”', request: shape,\n      reply: big }),\n  };\n}\n`;
  const made = await markPure(source);
  expect(made).not.toMatch(/summary|documents|big/);
  expect(made).toContain('request: shape');
  expect(made.split('\n')).toHaveLength(source.split('\n').length);
});
