/* A message with one field written another way, and an order of arrival. */

export type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };
export type Path = readonly (string | number)[];

export function leavesOf(value: Json, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path];
  const entries: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, each]) => leavesOf(each, [...path, key]));
}

/** As text, with one field another way; `twice` writes its key again, with another value. */
export function written(value: Json, at: Path | null, shape: Shape): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = (key: string | number) => (at !== null && at[0] === key ? at.slice(1) : null);
  if (Array.isArray(value)) return `[${value.map((each: Json, key) => written(each, inner(key), shape)).join(',')}]`;
  const fields = Object.entries(value).flatMap(([key, each]) => {
    const rest = inner(key);
    const name = JSON.stringify(key);
    const text = `${name}:${written(each, rest, shape)}`;
    if (rest === null || rest.length > 0) return [text];
    if (shape === 'absent') return [];
    if (shape === 'null') return [`${name}:null`];
    if (shape === 'numeric') return [`${name}:${Number(each) || 7}`];
    return [text, `${name}:${JSON.stringify(typeof each === 'number' ? each + 1 : `${String(each)}1`)}`];
  });
  return `{${fields.join(',')}}`;
}

const ATTRIBUTES: Readonly<Record<string, string>> = {
  Document: ' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"',
  InstdAmt: ' Ccy="KES"',
};

/** The same of a bank's XML, where an empty element says nothing. */
export function writtenXml(value: Json, at: Path | null, shape: Shape): string {
  if (value === null || typeof value !== 'object') return String(value);
  const elements = Object.entries(value).map(([name, each]: readonly [string, Json]) => {
    const rest = at !== null && at[0] === name ? at.slice(1) : null;
    const element = (text: string) => `<${name}${ATTRIBUTES[name] ?? ''}>${text}</${name}>`;
    const whole = element(writtenXml(each, rest, shape));
    if (rest === null || rest.length > 0) return whole;
    if (shape === 'absent') return '';
    if (shape === 'null') return element('');
    if (shape === 'numeric') return element(String(Number(each) || 7));
    return whole + element(`${String(each)}1`);
  });
  return elements.join('');
}
export const SHAPES = ['null', 'absent', 'numeric', 'doubled'] as const;
export type Shape = (typeof SHAPES)[number];

/** The same shuffle for the same seed. */
export function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed;
  const random = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff);
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
