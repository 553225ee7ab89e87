import type { SessionPlugin } from '@kituo/sdk/contracts';
import { integrityOf } from '../loading/file-name.ts';
import { readHostApp } from '../start/app-data.ts';
import { neededLanguages } from '../start/host-texts.ts';
import type { FrameTexts } from './frame-init.ts';

async function readJson(url: string, file: string): Promise<unknown> {
  const response = await fetch(url, { integrity: integrityOf(file) });
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.json();
}

/**
 * A frame connects to nothing: its plugin's texts and the SDK's are read for it. A file that does not come falls back.
 * `base` is where the plugin's files lie: an isolated one's at the address of a ticket alone.
 */
export async function readFrameTexts(
  plugin: SessionPlugin,
  languageCode: string,
  base: Promise<string>,
): Promise<FrameTexts[]> {
  const app = readHostApp(document);
  const read = await Promise.allSettled(
    neededLanguages(languageCode).flatMap((language) => {
      const own = plugin.files[plugin.locales[language] ?? -1];
      const ofSdk = app.locales[language];
      return [
        ...(own === undefined
          ? []
          : [
              base
                .then((address) => readJson(address + own, own))
                .then((texts): FrameTexts => ({
                  namespace: plugin.name,
                  language,
                  texts,
                })),
            ]),
        // English is part of the frame's own bundle.
        ...(ofSdk === undefined || language === 'en'
          ? []
          : [
              readJson(`/host/${ofSdk}`, ofSdk).then((texts): FrameTexts => ({
                namespace: 'sdk',
                language,
                texts: partOf(texts, 'sdk'),
              })),
            ]),
      ];
    }),
  );
  return read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

function partOf(texts: unknown, name: string): unknown {
  return typeof texts === 'object' && texts !== null ? Reflect.get(texts, name) : null;
}
