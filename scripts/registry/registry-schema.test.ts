import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { registrySchema } from './registry-schema.ts';

test('registry.schema.json is the schema the server checks with', async () => {
  const path = new URL('../../registry/registry.schema.json', import.meta.url);
  // Made anew with: npm run registry -- schema
  expect(await readFile(path, 'utf8')).toBe(await registrySchema());
});
