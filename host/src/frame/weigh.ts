/** What a value costs besides its characters, as so many of them: an object is dearer to read than a text of its length. */
const PER_VALUE = 64;

/** Characters or bytes of what holds them in one piece. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'bigint') return value.toString(16).length;
  if (typeof value !== 'object' || value === null) return 0;
  // A list without entries is walked through as long as it says it is.
  if (Array.isArray(value)) return value.length * PER_VALUE;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  return value instanceof RegExp ? value.source.length : 0;
}

function partsOf(value: object): Iterable<unknown> {
  // A file is handed on without being read.
  if (value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return [];
  if (value instanceof Map) return [...value.keys(), ...value.values()];
  if (value instanceof Set) return value;
  if (value instanceof Error) return [value.message, value.stack, value.cause];
  return [...Object.keys(value), ...Object.values(value)];
}

/**
 * What a message costs whoever reads it, in characters. What is in it twice counts twice, and no further than `most`
 * is looked: no message, one that holds itself included, keeps its reader for long.
 */
export function weightOf(message: unknown, most: number): number {
  const left: unknown[] = [message];
  let weight = 0;
  while (left.length > 0 && weight <= most) {
    const value = left.pop();
    weight += PER_VALUE + lengthOf(value);
    if (weight <= most && typeof value === 'object' && value !== null)
      for (const part of partsOf(value)) left.push(part);
  }
  return weight;
}
