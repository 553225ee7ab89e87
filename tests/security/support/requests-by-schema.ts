import type { Endpoint } from '@kituo/sdk/contracts';
import fc from 'fast-check';
import * as z from 'zod/mini';

/** What of JSON schema the contracts' requests come to. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Numbers of things that exist, by the name of the field that holds them: `orderNo` → order numbers. */
export type Known = ReadonlyMap<string, readonly (string | number)[]>;

/** What people, scripts and attackers put where something else belongs. */
const JUNK: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '😀'.repeat(300),
  'a'.repeat(70_000),
  "'; DROP TABLE loan_order; --",
  '%_\\',
  '../../etc/passwd',
  '=1+1',
  '<img src=x onerror=alert(1)>',
  '{{count}}',
  '2026-02-30',
  '9999-12-31',
  '-000001-01-01',
  '2026-11-21T25:61:61Z',
  'NaN',
  '1e400',
  '__proto__',
  -1,
  0,
  1.5,
  -0,
  2 ** 31,
  2 ** 53,
  1e308,
  true,
  null,
  [],
  [null],
  [[[[[[]]]]]],
  {},
  { a: { b: { c: {} } } },
];

const TEXTS: readonly string[] = [
  'text',
  'Jane Wanjiku',
  '12',
  '0712345678',
  '254712345678',
  '+254712345678',
  '12345678',
  'SJK1XY23AB',
  'M0001',
  'a@b.co',
  'https://example.com',
  'en',
  'AUTO',
  '2026-11-20',
  '2026-11-20T08:00:00.000Z',
  '08:00',
  'A',
  'a'.repeat(32),
  '0'.repeat(64),
  '00000000-0000-4000-8000-000000000000',
  '/AdminContent/Home',
  'x.csv',
];

const textFor = (schema: Schema, field: string, known: Known): fc.Arbitrary<string> => {
  const { pattern, minLength = 0, maxLength = 200 } = schema;
  const there = (known.get(field) ?? []).map(String);
  const isFit = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  const fit = [...there, ...there, ...there, ...TEXTS, 'x'.repeat(minLength)].filter(isFit);
  const found = there.filter(isFit);
  if (found.length > 0) return fc.oneof({ arbitrary: fc.constantFrom(...found), weight: 4 }, fc.constantFrom(...fit));
  if (fit.length > 0) return fc.constantFrom(...fit);
  return fc.constant('x');
};

/** Requests as a contract describes them, over things that exist. */
function fitting(schema: Schema, field: string, known: Known): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, field, known)));
  if (schema.allOf) return fitting(Object.assign({}, ...schema.allOf, { allOf: undefined }), field, known);
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [], additionalProperties } = schema;
      const own = Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, fitting(each, name, known)]),
      );
      const record = fc.record(own, { requiredKeys: required.filter((name) => name in own) });
      if (typeof additionalProperties !== 'object' || Object.keys(properties).length > 0) return record;
      const key = textFor(schema.propertyNames ?? {}, 'key', known);
      return fc.dictionary(key, fitting(additionalProperties, field, known), { maxKeys: 3 });
    }
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 3 } = schema;
      const one = field.replace(/s$/, '');
      const maxLength = Math.max(minItems, Math.min(maxItems, 3));
      return fc.array(fitting(items, one, known), { minLength: minItems, maxLength });
    }
    case 'string':
      return textFor(schema, field, known);
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 1_000_000 } = schema;
      const there = known.get(field)?.filter((each) => typeof each === 'number') ?? [];
      const near = fc.integer({
        min: Math.ceil(minimum),
        max: Math.floor(Math.min(maximum, Math.max(minimum, 0) + 100_000)),
      });
      return there.length > 0 ? fc.oneof(fc.constantFrom(...there), near) : near;
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom<unknown>('x', 1, {}, null);
  }
}

/** Every place in a value, as the keys that lead there. */
function placesIn(value: unknown, before: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [before];
  const inner = Object.entries(value).flatMap(([key, each]) => placesIn(each, [...before, key]));
  return [before, ...inner];
}

function withAt(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === key ? withAt(each, rest, put) : each));
  return { ...Object(value), [key]: withAt(Object(value)[key], rest, put) };
}

/** A request as described, and the same with junk in one place or with a field nobody knows. */
export function requestsFor(endpoint: Endpoint, known: Known): fc.Arbitrary<unknown> {
  const schema: Schema = JSON.parse(
    JSON.stringify(z.toJSONSchema(endpoint.request, { io: 'input', unrepresentable: 'any' })),
  );
  const fit = fitting(schema, '', known);
  const spoilt = fc.tuple(fit, fc.nat(), fc.constantFrom(...JUNK, undefined)).map(([request, nth, junk]) => {
    const places = placesIn(request);
    const place = places[nth % places.length] ?? [];
    return junk === undefined
      ? withAt(request, [...place.slice(0, -1), 'nobodyKnows'], 1)
      : withAt(request, place, junk);
  });
  return fc.oneof({ arbitrary: fit, weight: 2 }, { arbitrary: spoilt, weight: 3 });
}
