import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KIT_TEXTS } from '../../sdk/src/page/texts/kit-texts.ts';
import { LATE_TEXTS } from '../../sdk/src/page/texts/late-texts.ts';
import { writeWhole } from './compress.ts';
import { readOwnTexts } from './locales.ts';

/** What the server knows of the host's texts: namespace → language → texts. Not sent to browsers. */
export const TEXT_CATALOGUE = 'host-texts.json';

/** Writes the texts of host, SDK and kit, so that the page of languages can list and change them. */
export async function writeTextCatalogue(out: string, folders: Readonly<Record<string, string>>): Promise<void> {
  const perNamespace = await Promise.all(
    Object.entries(folders)
      .filter(([, folder]) => existsSync(folder))
      .map(async ([namespace, folder]): Promise<[string, unknown]> => [
        namespace,
        Object.fromEntries(await readOwnTexts(folder)),
      ]),
  );
  // The kit's texts travel with the kit, as code.
  const page = {
    en: merged([...KIT_TEXTS.en, ...LATE_TEXTS.en]),
    zh: merged([...KIT_TEXTS.zh, ...LATE_TEXTS.zh]),
  };
  const all = { ...Object.fromEntries(perNamespace), page };
  await writeWhole(join(out, TEXT_CATALOGUE), `${JSON.stringify(all)}\n`);
}

/** Several parts of the kit say something of `field` and `action`. */
function merged(parts: readonly object[]): object {
  const all = new Map<string, unknown>();
  for (const [key, text] of parts.flatMap((part): [string, unknown][] => Object.entries(part))) {
    const held = all.get(key);
    const isBoth = typeof held === 'object' && held !== null && typeof text === 'object' && text !== null;
    all.set(key, isBoth ? merged([held, text]) : text);
  }
  return Object.fromEntries(all);
}
