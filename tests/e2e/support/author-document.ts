import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A box of a document: whose it is, and what is in it. */
export interface DocumentBox {
  readonly whose: 'author' | 'operator';
  readonly kind: 'sh' | 'json';
  readonly lines: readonly string[];
}

/** The boxes of `docs/write-a-plugin.md` that somebody types, in its order. */
export function documentBoxes(): DocumentBox[] {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/write-a-plugin.md'), 'utf8');
  const fence = /^```(sh|json) (author|operator)\n([\s\S]*?)^```$/gm;
  return [...text.matchAll(fence)].map(([, kind, whose, code = '']) => ({
    whose: whose === 'author' ? 'author' : 'operator',
    kind: kind === 'json' ? 'json' : 'sh',
    lines: code.trim().split('\n'),
  }));
}
