import { commandPreview, DRY_RUN_HEADER, ERROR_CATALOGUE, fullPath, SEEN_HEADER } from '@kituo/sdk/contracts';
import type { Access, Endpoint } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { isOfApp } from './app-calls.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** A copy with every `#/$defs/x` pointing at the component `prefix.x`. */
function rewritten(value: Json, prefix: string): Json {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, prefix));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => {
    if (key !== '$ref' || typeof inner !== 'string') return [key, rewritten(inner, prefix)];
    return [key, inner.replace('#/$defs/', `#/components/schemas/${prefix}.`)];
  });
  return Object.fromEntries(entries);
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output', prefix: string, components: JsonObject): JsonObject {
  const made: JsonObject = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })));
  const { $schema: _, $defs: definitions, ...own } = made;
  for (const [name, definition] of Object.entries(objectOf(definitions))) {
    components[`${prefix}.${name}`] = rewritten(definition, prefix);
  }
  return objectOf(rewritten(own, prefix));
}

const APP_TAG = 'app';

export function accessText(access: Access): string {
  if (access === 'public') return 'Anybody';
  if (access === 'signedIn') return 'Any signed-in person';
  if ('page' in access) return `Holders of the page ${access.page.join(' or ')}`;
  return `Holders of ${access.code.join(' or ')}`;
}

const previewHeaders: Json[] = [
  {
    name: DRY_RUN_HEADER,
    in: 'header',
    required: false,
    description: 'What it would do; nothing is written and no key is spent. Answers a Preview.',
    schema: { const: '1' },
  },
  {
    name: SEEN_HEADER,
    in: 'header',
    required: false,
    description: "A preview's `seen`: refused with STATE_MOVED where something has moved since.",
    schema: { type: 'string' },
  },
];

function requestParts(endpoint: Endpoint, components: JsonObject): JsonObject {
  const schema = schemaOf(endpoint.request, 'input', `${endpoint.name}.request`, components);
  const properties = Object.entries(objectOf(schema['properties']));
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const parameters: Json[] = properties
    .filter(([name]) => inPath.has(name) || endpoint.method === 'GET')
    .map(([name, property]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || required.includes(name),
      schema: property,
    }));
  if (endpoint.kind === 'command') {
    parameters.push({
      name: 'idempotency-key',
      in: 'header',
      required: true,
      schema: { type: 'string', minLength: 16, maxLength: 64 },
    });
  }
  if (endpoint.preview) parameters.push(...previewHeaders);
  const parts: JsonObject = parameters.length > 0 ? { parameters } : {};
  if (endpoint.method === 'GET') return parts;
  const body = properties.filter(([name]) => !inPath.has(name));
  const isObject = schema['type'] === 'object';
  if (isObject && body.length === 0) return parts;
  const bodySchema: JsonObject = isObject
    ? {
        ...schema,
        properties: Object.fromEntries(body),
        required: required.filter((name) => typeof name === 'string' && !inPath.has(name)),
      }
    : schema;
  return { ...parts, requestBody: { content: { 'application/json': { schema: bodySchema } } } };
}

function successReply(endpoint: Endpoint, components: JsonObject): JsonObject {
  if (endpoint.replyForm === 'events') {
    return { description: 'A stream of events', content: { 'text/event-stream': {} } };
  }
  if (endpoint.replyForm === 'file') {
    return { description: 'A file', content: { 'application/octet-stream': {} } };
  }
  const data = schemaOf(endpoint.reply, 'output', `${endpoint.name}.reply`, components);
  const properties = { code: { const: 0 }, msg: { type: 'string' }, data };
  const schema = { type: 'object', properties, required: ['code', 'msg', 'data'] };
  return { description: 'Success', content: { 'application/json': { schema } } };
}

function operationOf(endpoint: Endpoint, components: JsonObject): JsonObject {
  return {
    operationId: endpoint.name,
    tags: [isOfApp(endpoint) ? APP_TAG : (endpoint.name.split('.')[0] ?? '')],
    summary: endpoint.summary,
    description: `${accessText(endpoint.access)}.`,
    ...requestParts(endpoint, components),
    responses: {
      200: successReply(endpoint, components),
      default: { $ref: '#/components/responses/Refusal' },
    },
    security: endpoint.access === 'public' ? [] : [{ authToken: [] }],
  };
}

const refusal: Json = {
  description: 'A refusal from the catalogue',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          code: { enum: Object.values(ERROR_CATALOGUE).map(({ code }) => code) },
          msg: { type: 'string' },
          data: {
            type: 'object',
            properties: {
              requestId: { type: 'string' },
              error: { enum: Object.keys(ERROR_CATALOGUE) },
              fields: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: { field: { type: 'string' }, msg: { type: 'string' } },
                },
              },
              facts: { type: 'object' },
            },
          },
        },
        required: ['code', 'msg', 'data'],
      },
    },
  },
};

/** The OpenAPI 3.1 description of the endpoints, in the order of their paths. */
export function openApiOf(endpoints: readonly Endpoint[]): JsonObject {
  const components: JsonObject = {};
  components['Preview'] = schemaOf(commandPreview, 'output', 'Preview', components);
  const paths: Record<string, JsonObject> = {};
  const sorted = [...endpoints].sort((a, b) => (fullPath(a) < fullPath(b) ? -1 : 1));
  for (const endpoint of sorted) {
    const operations = (paths[fullPath(endpoint)] ??= {});
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint, components);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kituo', version: '0.1.0', description: 'Made from the contracts.' },
    tags: [
      {
        name: APP_TAG,
        description:
          'What the customers’ app and its server call. `noAuth/app` is said to anybody; everything about a customer takes a session of an account of its own that has `audit:order:intake` and its merchants alone. Each account and each address has a limit a minute: TOO_MANY_REQUESTS.',
      },
    ],
    paths,
    components: {
      schemas: components,
      responses: { Refusal: refusal },
      securitySchemes: { authToken: { type: 'apiKey', in: 'header', name: 'auth-token' } },
    },
  };
}

/** The bytes of `docs/openapi.json`. */
export function openApiText(endpoints: readonly Endpoint[]): string {
  return `${JSON.stringify(openApiOf(endpoints), null, 2)}\n`;
}
