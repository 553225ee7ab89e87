import { jsonOf } from '../json.ts';

/** What was sent, as fields: JSON, else those of a form. */
export function contentFields(content: Buffer): unknown {
  const text = content.toString('utf8');
  return jsonOf(text) ?? Object.fromEntries(new URLSearchParams(text));
}
