import { changeSettings, session$ } from '@kituo/sdk';
import type { Bootstrap } from '@kituo/sdk/contracts';

/** A choice made on the sign-in page, until it is stored with the person. A reload keeps it. */
const CHOSEN_KEY = 'kituo_language_chosen';

/** What choosing a language needs of the tab. */
export interface LanguageParts {
  /** Loads all texts that are on the screen in a language, without showing it. Never rejects. */
  readonly prepare: (languageCode: string) => Promise<void>;
  readonly show: (languageCode: string) => void;
  /** Stores the choice with the person. */
  readonly store: (languageCode: string) => Promise<unknown>;
  /** Reads the bootstrap again, its menu in the person's language, and applies it. */
  readonly refresh: () => Promise<void>;
}

/**
 * Which language a tab shows. The one truth is the setting of the person on the server, so every tab
 * and every document agrees; the browser's own choice counts while nobody is signed in, is stored
 * with whoever chose it on the sign-in page, and for a person who never chose any.
 */
export interface LanguageChoice {
  /**
   * Shows a language once all its texts and the menu in it are here: nothing is mixed meanwhile.
   *
   * @throws what `store` throws; the language then stays
   */
  choose(languageCode: string): Promise<void>;
  /** Around each reading of the bootstrap: its texts are here before it is applied. */
  read(fetchBootstrap: () => Promise<Bootstrap>): Promise<Bootstrap>;
}

export function createLanguageChoice(parts: LanguageParts): LanguageChoice {
  let latest = 0;

  function apply(languageCode: string): void {
    changeSettings({ language: languageCode });
    parts.show(languageCode);
  }

  async function storeChosenBefore(): Promise<void> {
    const chosen = sessionStorage.getItem(CHOSEN_KEY);
    if (chosen === null) return;
    sessionStorage.removeItem(CHOSEN_KEY);
    // Signing in matters more than the language: the next choice stores it.
    await parts.store(chosen).catch(() => undefined);
  }

  return {
    async choose(languageCode) {
      const mine = (latest += 1);
      await parts.prepare(languageCode);
      if (mine !== latest) return;
      if (session$.value.token === null) {
        sessionStorage.setItem(CHOSEN_KEY, languageCode);
        apply(languageCode);
        return;
      }
      await parts.store(languageCode);
      await parts.refresh();
      // The bootstrap could not be read just now: the menu follows with the next reading.
      if (mine === latest && session$.value.language !== languageCode) apply(languageCode);
    },
    async read(fetchBootstrap) {
      await storeChosenBefore();
      const bootstrap = await fetchBootstrap();
      const here = session$.value;
      const { language } = bootstrap.settings;
      if (language !== null && language !== here.language) await parts.prepare(language);
      // The menu came in this browser's language already; from now on it is the person's.
      const { language: ofBrowser } = here.settings;
      if (language === null && ofBrowser !== null) {
        void parts.store(ofBrowser).catch(() => undefined);
      }
      return bootstrap;
    },
  };
}
