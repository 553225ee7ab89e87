import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as contracts from '@kituo/sdk/contracts';
import { allRoutes } from '../routes.ts';
import { isEndpoint } from './all-endpoints.ts';
import { openApiText } from './openapi.ts';

const endpoints = allRoutes.map(({ endpoint }) => endpoint);

test('docs/openapi.json is that of the contracts (npm run check -- --write openapi writes it)', async () => {
  const written = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  expect(written === openApiText(endpoints)).toBe(true);
});

test('every reference in it leads somewhere', () => {
  const text = openApiText(endpoints);
  const known: { components: { schemas: object } } = JSON.parse(text);
  for (const [, name = ''] of text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)) {
    expect(Object.keys(known.components.schemas)).toContain(name);
  }
});

test('every endpoint of the contracts has its handler', () => {
  // Of a family made by a factory, some pages offer less: what they leave out nobody can name.
  const defined = Object.values(contracts).flatMap((member) =>
    typeof member === 'object' && member !== null ? Object.values(member).filter(isEndpoint) : [],
  );
  const served = new Set(endpoints.map(({ name }) => name));
  expect(defined.length).toBeGreaterThan(30);
  expect(defined.map(({ name }) => name).filter((name) => !served.has(name))).toEqual([]);
});
