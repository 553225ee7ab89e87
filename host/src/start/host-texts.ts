import { addTexts, apiLanguage, hasTexts, languageChain, session$, showLanguage } from '@kituo/sdk';
import type { HostApp } from '@kituo/sdk/contracts';
import sdkEnglish from '../../../sdk/locales/en.json' with { type: 'json' };
import hostEnglish from '../../locales/en.json' with { type: 'json' };
import { integrityOf } from '../loading/file-name.ts';
import { HOST_TEXTS } from '../texts.ts';

/** Every text falls back to this language, so the host brings it along; the others are files. */
const FALLBACK = 'en';
addTexts(HOST_TEXTS, FALLBACK, hostEnglish);
addTexts('sdk', FALLBACK, sdkEnglish);

const underWay = new Map<string, Promise<void>>();

/** The languages whose texts are needed to show one: itself first, then what it falls back to. */
export function neededLanguages(languageCode: string): readonly string[] {
  const chain = languageChain(languageCode, session$.value.languages);
  return [...new Set(chain.map(apiLanguage))];
}

/**
 * Loads the texts of host and SDK for a language without showing it; each file once.
 *
 * @throws when a file does not come; its texts then fall back
 */
export async function loadHostTexts(app: HostApp, languageCode: string): Promise<void> {
  await Promise.all(
    neededLanguages(languageCode).map(async (language) => {
      const file = app.locales[language];
      if (file === undefined || hasTexts(HOST_TEXTS, language)) return;
      const loading = underWay.get(file) ?? loadFile(file, language);
      underWay.set(file, loading);
      await loading.finally(() => underWay.delete(file));
    }),
  );
}

/**
 * Loads the texts of host and SDK for a language and shows the one that is the tab's by then.
 * A file that fails leaves the fallback.
 */
export async function showHostTexts(app: HostApp, languageCode: string): Promise<void> {
  try {
    await loadHostTexts(app, languageCode);
  } finally {
    showLanguage(session$.value.language, session$.value.languages);
  }
}

async function loadFile(file: string, language: string): Promise<void> {
  const response = await fetch(`/host/${file}`, { integrity: integrityOf(file) });
  const byNamespace: unknown = await response.json();
  if (typeof byNamespace !== 'object' || byNamespace === null) return;
  for (const [namespace, texts] of Object.entries(byNamespace)) {
    addTexts(namespace, language, texts);
  }
}
