import type { Texts } from './locales.ts';

/** Groups whose keys the kit makes of names that a page gives it: `field.<column>`, `action.<name>.label`. */
const OF_THE_KIT = new Set(['field', 'tab', 'action']);
const DICTIONARY = /^[A-Z][A-Z0-9_]*$/;

/** What a page's scripts say, as far as keys of texts can be made of it. */
interface Said {
  readonly code: string;
  readonly words: ReadonlySet<string>;
}

/**
 * The texts that each part of a plugin may ask for, by what stands in its scripts: keys in full, beginnings that a
 * name is put behind, dictionaries, and names that the kit makes keys of. What no script names may be put together
 * by whichever; it goes to all. A text that is asked for all the same is found in the file of all texts, which the
 * console reads then.
 */
export function textsOfParts(
  all: ReadonlyMap<string, Texts>,
  scripts: readonly string[],
  titleKeys: ReadonlySet<string>,
): ReadonlyMap<string, Texts>[] {
  const said = scripts.map((code): Said => ({ code, words: new Set(code.match(/[A-Za-z_$][\w$]*/g)) }));
  const keys = new Set([...all.values()].flatMap((texts) => keysOf(texts)));
  const askers = new Map([...keys].map((key) => [key, said.map((one) => mayAsk(one, key))]));
  const isOfPart = (part: number) => (key: string) => {
    const found = askers.get(key) ?? [];
    return found[part] === true || (!found.includes(true) && !titleKeys.has(key));
  };
  return scripts.map((_code, part) => {
    const isKept = isOfPart(part);
    return new Map([...all].map(([language, texts]) => [language, only(texts, isKept)]));
  });
}

/** Whether a script can ask for a key: `group.name`, its plurals and its contexts. */
function mayAsk({ code, words }: Said, key: string): boolean {
  const [group = '', second = '', ...rest] = key.split('.');
  if (second === '') return words.has(withoutForm(group));
  if (DICTIONARY.test(group)) return words.has(group);
  if (OF_THE_KIT.has(group) && (words.has(second) || words.has(withoutForm(second)))) return true;
  const beginnings = [group, ...[second, ...rest].slice(0, -1)].map((_part, index, parts) =>
    parts.slice(0, index + 1).join('.'),
  );
  if (beginnings.some((one) => /[.](?:["'`]|\$\{)/.test(behind(code, one)))) return true;
  return code.includes(key) || code.includes(withoutForm(key));
}

/** What stands behind each place where a beginning of keys ends: `.${`, `."`. */
function behind(code: string, beginning: string): string {
  const found: string[] = [];
  for (let at = code.indexOf(`${beginning}.`); at !== -1; at = code.indexOf(`${beginning}.`, at + 1)) {
    const end = at + beginning.length;
    found.push(code.slice(end, end + 3));
  }
  return found.join(' ');
}

/** `rows_other` → `rows`: which form it is, is found out when it is shown. */
const withoutForm = (key: string) => key.replace(/(?:_[a-zA-Z]+)+$/, '');

function keysOf(texts: Texts, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : keysOf(value, `${before}${key}.`),
  );
}

function only(texts: Texts, isKept: (key: string) => boolean, before = ''): Texts {
  const kept = Object.entries(texts).flatMap(([key, value]): [string, string | Texts][] => {
    if (typeof value === 'string') return isKept(before + key) ? [[key, value]] : [];
    const inner = only(value, isKept, `${before}${key}.`);
    return Object.keys(inner).length > 0 ? [[key, inner]] : [];
  });
  return Object.fromEntries(kept);
}
