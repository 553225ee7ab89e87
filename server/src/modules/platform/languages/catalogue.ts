import { readFile } from 'node:fs/promises';
import type { Services } from '../../../services.ts';
import { keysFor, pluralStem, writtenIn } from './plural-forms.ts';

type Flat = ReadonlyMap<string, string>;

/** The built texts of one namespace by language code; English is the source of the keys. */
export interface ShippedTexts {
  readonly namespace: string;
  readonly byLanguage: ReadonlyMap<string, Flat>;
  /** Key of the section's title in it; null for host, SDK and kit. */
  readonly titleKey: string | null;
}

/** All texts as built: those of host, SDK and kit first, then each plugin that is switched on. */
export type Catalogue = readonly ShippedTexts[];

/** One text of a language. */
export interface CatalogueText {
  readonly namespace: string;
  readonly key: string;
  readonly original: string;
  readonly shipped: string | null;
}

function flatten(texts: unknown, before = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof texts !== 'object' || texts === null) return into;
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') into.set(before + key, value);
    else flatten(value, `${before}${key}.`, into);
  }
  return into;
}

async function pluginTexts(services: Services): Promise<ShippedTexts[]> {
  const { registry } = services;
  const { plugins } = registry.forPages(new Set(registry.offeredPages().keys()));
  return await Promise.all(
    plugins.map(async ({ name, version, titleKey, files, locales }) => {
      const read = await Promise.all(
        Object.entries(locales).map(async ([code, index]) => {
          const file = registry.file(name, version, files[index] ?? '');
          if (!file) return [code, new Map<string, string>()] as const;
          return [code, flatten(JSON.parse(await readFile(file.path, 'utf8')))] as const;
        }),
      );
      return { namespace: name, titleKey, byLanguage: new Map(read) };
    }),
  );
}

const read = new WeakMap<Services, { readonly revision: string; readonly texts: Promise<Catalogue> }>();

/** The texts as they are built now; read again when plugins are switched on, off or over. */
export async function catalogueOf(services: Services): Promise<Catalogue> {
  const { revision } = services.registry.state();
  const known = read.get(services);
  if (known?.revision === revision) return await known.texts;
  const own = Object.entries(services.host.texts).map(([namespace, byLanguage]) => ({
    namespace,
    titleKey: null,
    byLanguage: new Map(Object.entries(byLanguage).map(([code, texts]) => [code, flatten(texts)] as const)),
  }));
  const texts = pluginTexts(services).then((plugins) => [...own, ...plugins]);
  read.set(services, { revision, texts });
  // A failed read must not be remembered.
  texts.catch(() => read.delete(services));
  return await texts;
}

const nothing: Flat = new Map();

/** What there is to say in a language, in the order of the English texts. */
export function textsFor(catalogue: Catalogue, languageCode: string): CatalogueText[] {
  return catalogue.flatMap(({ namespace, byLanguage }) => {
    const english = byLanguage.get('en') ?? nothing;
    const shipped = byLanguage.get(writtenIn(languageCode)) ?? nothing;
    return [...keysFor(english.keys(), languageCode)].map((key) => ({
      namespace,
      key,
      original: english.get(key) ?? english.get(`${pluralStem(key) ?? key}_other`) ?? '',
      shipped: shipped.get(key) ?? null,
    }));
  });
}

/** The text of one key, null where no page has it. */
export function textAt(
  catalogue: Catalogue,
  languageCode: string,
  namespace: string,
  key: string,
): CatalogueText | null {
  const part = catalogue.filter((texts) => texts.namespace === namespace);
  return textsFor(part, languageCode).find((text) => text.key === key) ?? null;
}
