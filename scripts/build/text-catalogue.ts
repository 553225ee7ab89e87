import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KIT_TEXTS } from '../../sdk/src/page/texts/kit-texts.ts';
import { writeWhole } from './compress.ts';

/** What the server knows of the host's texts: namespace → language → texts. Not sent to browsers. */
export const TEXT_CATALOGUE = 'host-texts.json';

async function readFolder(folder: string): Promise<Record<string, unknown>> {
  const codes = ['en', 'zh', 'sw', 'vi'].filter((code) => existsSync(join(folder, `${code}.json`)));
  const texts = await Promise.all(
    codes.map(async (code): Promise<[string, unknown]> => [
      code,
      JSON.parse(await readFile(join(folder, `${code}.json`), 'utf8')),
    ]),
  );
  return Object.fromEntries(texts);
}

/** Writes the texts of host, SDK and kit, so that the page of languages can list and change them. */
export async function writeTextCatalogue(
  out: string,
  folders: Readonly<Record<string, string>>,
): Promise<void> {
  const perNamespace = await Promise.all(
    Object.entries(folders).map(async ([namespace, folder]): Promise<[string, unknown]> => [
      namespace,
      await readFolder(folder),
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
