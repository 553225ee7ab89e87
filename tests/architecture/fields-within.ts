type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** The fields of a value by its JSON schema: those within lists and records, too. */
export function fieldsWithin(schema: unknown): string[] {
  if (!isSchema(schema)) return [];
  const { properties, items, anyOf, oneOf, allOf, prefixItems, additionalProperties, $defs } = schema;
  const own = isSchema(properties) ? Object.entries(properties) : [];
  const below = [
    items,
    additionalProperties,
    anyOf,
    oneOf,
    allOf,
    prefixItems,
    ...(isSchema($defs) ? Object.values($defs) : []),
  ];
  return [
    ...own.flatMap(([name, value]) => [name, ...fieldsWithin(value)]),
    ...below.flatMap((one) => (Array.isArray(one) ? one.flatMap(fieldsWithin) : fieldsWithin(one))),
  ];
}
