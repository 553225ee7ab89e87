import { addTexts, apiLanguage, hasTexts, showLanguage } from '@kituo/sdk';
import type { HostApp } from '@kituo/sdk/contracts';
import { integrityOf } from '../loading/file-name.ts';
import { HOST_TEXTS } from '../texts.ts';

/** Every text falls back to this language. */
const FALLBACK = 'en';

/** The languages whose texts are needed to show one: itself first, then what it falls back to. */
export function neededLanguages(languageCode: string): readonly string[] {
  return [...new Set([apiLanguage(languageCode), FALLBACK])];
}

/** Loads the texts of host and SDK and shows the language. A file that fails leaves the fallback. */
export async function showHostTexts(app: HostApp, languageCode: string): Promise<void> {
  await Promise.all(
    neededLanguages(languageCode).map(async (language) => {
      const file = app.locales[language];
      if (file === undefined || hasTexts(HOST_TEXTS, language)) return;
      const response = await fetch(`/host/${file}`, { integrity: integrityOf(file) });
      const byNamespace: unknown = await response.json();
      if (typeof byNamespace !== 'object' || byNamespace === null) return;
      for (const [namespace, texts] of Object.entries(byNamespace)) {
        addTexts(namespace, language, texts);
      }
    }),
  );
  showLanguage(languageCode);
}
