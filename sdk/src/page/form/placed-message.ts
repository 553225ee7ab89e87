import { useFieldName, useKitText } from '../platform.ts';

/**
 * A message with its place in words, for what lies within a field that is drawn as one: of `steps.1.templateNo` beside
 * `steps` the row and what the section calls `templateNo`. A field of its own says where it is; `null` is beside none.
 */
export type PlacedMessage = (msg: string, path: readonly string[], field: string | null) => string;

export function usePlacedMessage(): PlacedMessage {
  const kit = useKitText();
  const nameOf = useFieldName();
  return (msg, path, field) => {
    if (field === path.join('_') || field === path.at(-1)) return msg;
    const within = field === null ? path : path.slice(path.indexOf(field) + 1);
    const words = within.flatMap((part) => (/^\d+$/.test(part) ? [String(Number(part) + 1)] : (nameOf(part) ?? [])));
    return words.length === 0 ? msg : kit('form.part', { part: words.join(' · '), text: msg });
  };
}
