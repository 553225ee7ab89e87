import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildError } from './build-error.ts';
import { faultLine } from './json-fault.ts';
import { outputFile, type OutputFile } from './output-files.ts';
import { shownPath } from './paths.ts';

/** The languages every text of host and SDK is written in. */
const LANGUAGES = ['en', 'zh'];

/** Languages that are begun: what they lack is shown in English, what they have is some English key. */
const BEGUN = ['sw', 'vi'];

/** The host imports this one's texts itself: every other language falls back to it. */
const IN_THE_PACK = 'en';

/** Texts in groups of groups. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/**
 * One file a language with the texts of every namespace, `{host: {…}, sdk: {…}}`, but none for the
 * language in the pack; none at all where no folder is there.
 */
export async function readHostLocales(folders: Readonly<Record<string, string>>): Promise<Record<string, OutputFile>> {
  const present = Object.entries(folders).filter(([, folder]) => existsSync(folder));
  if (present.length === 0) return {};
  const perNamespace = await Promise.all(
    present.map(async ([namespace, folder]) => [namespace, await readOwnTexts(folder)] as const),
  );
  const codes = [...LANGUAGES, ...BEGUN].filter((code) => code !== IN_THE_PACK);
  return Object.fromEntries(
    codes.flatMap((code) => {
      const all = Object.fromEntries(perNamespace.map(([name, texts]) => [name, texts.get(code)]));
      if (Object.values(all).every((texts) => texts === undefined)) return [];
      return [[code, outputFile(`texts-${code}`, 'json', JSON.stringify(all))]];
    }),
  );
}

/** The texts of the languages that are begun, as far as there are any. */
async function readBegun(folder: string, english: Texts): Promise<[string, Texts][]> {
  const known = keysOf(english);
  const there = BEGUN.filter((code) => existsSync(join(folder, `${code}.json`)));
  return await Promise.all(
    there.map(async (code): Promise<[string, Texts]> => {
      const path = join(folder, `${code}.json`);
      const shown = shownPath(path);
      const texts = parseTexts(await readFile(path, 'utf8'), shown);
      const unknown = [...keysOf(texts)].filter((key) => !known.has(key));
      if (unknown.length > 0) {
        throw new BuildError(`${shown} has ${unknown.join(', ')}, which en.json has not`);
      }
      return [code, texts];
    }),
  );
}

/** The texts of one of the namespaces of host and SDK, by language. Throws a BuildError where English and Chinese differ in keys. */
export async function readOwnTexts(folder: string): Promise<Map<string, Texts>> {
  const texts = await readTexts(folder, LANGUAGES);
  const begun = await readBegun(folder, texts.get('en') ?? {});
  return new Map([...texts, ...begun]);
}

/** A plugin's texts by language. @throws BuildError where a language lacks one that another has */
export function readPluginTexts(folder: string, languages: readonly string[]): Promise<Map<string, Texts>> {
  return readTexts(folder, languages);
}

/** A file a language. */
export function textFiles(texts: ReadonlyMap<string, Texts>): Record<string, OutputFile> {
  return Object.fromEntries(
    [...texts].map(([code, all]) => [code, outputFile(`texts-${code}`, 'json', JSON.stringify(all))]),
  );
}

/** Reads `<code>.json` of each language; all must hold the same keys, each with a text. */
async function readTexts(folder: string, languages: readonly string[]): Promise<Map<string, Texts>> {
  const texts = new Map<string, Texts>();
  for (const code of languages) {
    const path = join(folder, `${code}.json`);
    const shown = shownPath(path);
    const source = await readFile(path, 'utf8').catch(() => {
      throw new BuildError(`${shown} is missing`);
    });
    texts.set(code, parseTexts(source, shown));
  }
  const [reference = 'en'] = languages;
  const expected = keysOf(texts.get(reference) ?? {});
  for (const [code, translated] of texts) {
    const found = keysOf(translated);
    const missing = [...expected].filter((key) => !found.has(key));
    const extra = [...found].filter((key) => !expected.has(key));
    const said = [
      missing.length > 0 ? `lacks ${missing.join(', ')}` : '',
      extra.length > 0 ? `has ${extra.join(', ')}, which ${reference}.json has not` : '',
    ].filter((part) => part !== '');
    if (said.length > 0) throw new BuildError(`${shownPath(join(folder, `${code}.json`))} ${said.join(' and ')}`);
  }
  return texts;
}

function parseTexts(source: string, shown: string): Texts {
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch (fault) {
    throw new BuildError(`${shown}:${faultLine(source, fault) ?? 1}: ${String(fault)}`);
  }
  if (!isTexts(parsed)) throw new BuildError(`${shown} may hold only texts and objects of texts`);
  return parsed;
}

function isTexts(value: unknown): value is Texts {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => typeof entry === 'string' || isTexts(entry))
  );
}

/** Dotted keys. Which plural forms there are differs between languages: they count as one, apart from a text without. */
export function keysOf(texts: Texts, before = ''): Set<string> {
  const keys = new Set<string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') keys.add(before + key.replace(/_(zero|one|two|few|many|other)$/, '_other'));
    else for (const inner of keysOf(value, `${before}${key}.`)) keys.add(inner);
  }
  return keys;
}
