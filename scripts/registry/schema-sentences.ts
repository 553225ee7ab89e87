/** A part of a JSON schema, as far as sentences go. */
export interface SchemaNode {
  description?: string;
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  additionalProperties?: SchemaNode | boolean;
  [key: string]: unknown;
}

/** Writes what an editor shows beside each field, by its path: `pages.name`; `*` for names that anybody may choose. */
export function describe(node: SchemaNode, sentences: Readonly<Record<string, string>>, path = ''): void {
  const sentence = sentences[path];
  if (sentence !== undefined) node.description = sentence;
  const inner = node.items ?? node;
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const [name, child] of Object.entries(inner.properties ?? {})) describe(child, sentences, below(name));
  const { additionalProperties: any } = inner;
  if (typeof any === 'object') describe(any, sentences, below('*'));
}
