import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KIT_TEXTS } from '../../sdk/src/page/texts/kit-texts.ts';
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
    en: Object.assign({}, ...KIT_TEXTS.en),
    zh: Object.assign({}, ...KIT_TEXTS.zh),
  };
  const all = { ...Object.fromEntries(perNamespace), page };
  await writeWhole(join(out, TEXT_CATALOGUE), `${JSON.stringify(all)}\n`);
}
