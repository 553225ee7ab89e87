import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pluginSchema } from './plugin-schema.ts';
import { registrySchema } from './registry-schema.ts';

test('registry.schema.json is the schema the server checks with', async () => {
  const path = new URL('../../registry/registry.schema.json', import.meta.url);
  // Made anew with: npm run registry -- schema
  expect(await readFile(path, 'utf8')).toBe(await registrySchema());
});

test('plugin.schema.json is the schema the build checks with, with a sentence a field', async () => {
  const path = new URL('../../schemas/plugin.schema.json', import.meta.url);
  expect(await readFile(path, 'utf8')).toBe(await pluginSchema());
  expect(JSON.parse(await pluginSchema())).toMatchObject({
    properties: {
      pages: {
        items: { properties: { path: { description: expect.stringContaining('address') } } },
      },
    },
  });
});
