import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pluginSchema } from './plugin-schema.ts';
import type { SchemaNode } from './schema-sentences.ts';
import { publisherSchema, registrySchema } from './registry-schema.ts';

/** Every field of a schema that has no sentence beside it, by its path. */
function without(schema: SchemaNode, path = ''): string[] {
  const inner = schema.items ?? schema;
  const { properties = {}, additionalProperties: any } = inner;
  const children = Object.entries(properties).concat(typeof any === 'object' ? [['*', any]] : []);
  return children.flatMap(([name, child]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const isSilent = child.description === undefined && name !== '*' && name !== '$schema';
    return [...(isSilent ? [own] : []), ...without(child, own)];
  });
}

test('registry.schema.json is the schema the server checks with', async () => {
  const path = new URL('../../registry/registry.schema.json', import.meta.url);
  // Made again with: npm run registry -- schema
  expect(await readFile(path, 'utf8')).toBe(await registrySchema());
  expect(without(JSON.parse(await registrySchema()))).toEqual([]);
  const ours = new URL('../../registry/registry.json', import.meta.url);
  expect(new URL(JSON.parse(await readFile(ours, 'utf8')).$schema, ours).href).toBe(path.href);
});

test('publisher.schema.json is the schema publishers are read with, and theirs name it', async () => {
  const path = new URL('../../registry/publisher.schema.json', import.meta.url);
  expect(await readFile(path, 'utf8')).toBe(await publisherSchema());
  expect(without(JSON.parse(await publisherSchema()))).toEqual([]);
  const ours = new URL('../../registry/publishers/kituo.json', import.meta.url);
  const { $schema } = JSON.parse(await readFile(ours, 'utf8'));
  expect(new URL($schema, ours).href).toBe(path.href);
});

test('plugin.schema.json is the schema the build checks with, with a sentence a field', async () => {
  const path = new URL('../../schemas/plugin.schema.json', import.meta.url);
  expect(await readFile(path, 'utf8')).toBe(await pluginSchema());
  expect(without(JSON.parse(await pluginSchema()))).toEqual([]);
  expect(JSON.parse(await pluginSchema())).toMatchObject({
    properties: {
      pages: {
        items: { properties: { path: { description: expect.stringContaining('address') } } },
      },
    },
  });
});
