import { contentFields } from './content.ts';

export type ToldKind = 'C2B' | 'B2C' | 'STATUS' | 'REVERSAL' | 'STK' | 'OTHER';

/** What a channel's message says, as far as it can be made out: for people who look at one that had no effect. */
export interface Told {
  readonly kind: ToldKind;
  /** Our number at the end of its address; null where there is none. */
  readonly addressNo: string | null;
  /** Each field that has a value, by its own name; those of lists under the name that they give. */
  readonly fields: ReadonlyMap<string, string>;
}

const KINDS: Readonly<Record<string, ToldKind>> = {
  c2b: 'C2B',
  b2c: 'B2C',
  status: 'STATUS',
  reversal: 'REVERSAL',
  stk: 'STK',
};

export function toldBy({ topic, content }: { readonly topic: string; readonly content: Buffer }): Told {
  const fields = new Map<string, string>();
  gather(contentFields(content), '', fields, 0);
  const [channel, kind = ''] = topic.split('/');
  return {
    kind: (channel === 'mpesa' ? KINDS[kind] : undefined) ?? 'OTHER',
    addressNo: /\/([A-Z]{2}\d{9,})$/.exec(topic)?.[1] ?? null,
    fields,
  };
}

const [DEEPEST, MAX] = [6, 100];

function gather(value: unknown, name: string, into: Map<string, string>, depth: number): void {
  if (value === null || value === undefined || depth > DEEPEST || into.size >= MAX) return;
  if (Array.isArray(value)) {
    for (const each of value) gather(each, name, into, depth + 1);
  } else if (typeof value === 'object') {
    const entries = new Map<string, unknown>(Object.entries(value));
    const own = entries.get('Key') ?? entries.get('Name');
    if (typeof own === 'string') gather(entries.get('Value'), own, into, depth + 1);
    else for (const [key, each] of entries) gather(each, key, into, depth + 1);
  } else if (!into.has(name)) {
    into.set(name, String(value).slice(0, 500));
  }
}
