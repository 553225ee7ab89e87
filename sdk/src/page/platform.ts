import { useLocation, useNavigate } from 'react-router-dom';
import type { Translate } from '../i18n/texts.ts';
import { addTexts, hasText } from '../i18n/texts.ts';
import { usePluginScope, useText } from '../scope/use-plugin-scope.ts';
import { SHARED_EN, SHARED_ZH } from './texts/decision-texts.ts';
import { KIT_TEXTS } from './texts/kit-texts.ts';

const NAMESPACE = 'page';
// The kit's words travel with the kit, so that the first screen does not carry them.
for (const texts of KIT_TEXTS.en) addTexts(NAMESPACE, 'en', texts);
for (const texts of KIT_TEXTS.zh) addTexts(NAMESPACE, 'zh', texts);

/** The kit's own texts in the present language. */
export function useKitText(): Translate {
  return useText(NAMESPACE);
}

/** Keys of what several sections say alike: `field.reason`, `CONFIG_VERSION_STATUS.DRAFT`. */
const shared = new Set<string>();

const keysIn = (texts: object, above = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object' && text !== null
      ? keysIn(text, `${above}${key}.`)
      : [above + key.replace(/_(one|other)$/, '')],
  );

/**
 * Takes in words that stand wherever a plugin has none of its own under the same key: what a door of several
 * sections says in columns, filters and actions.
 *
 * @example shareTexts({ en: english, zh: chinese });
 */
export function shareTexts(texts: { readonly en: object; readonly zh: object }): void {
  addTexts(NAMESPACE, 'en', texts.en);
  addTexts(NAMESPACE, 'zh', texts.zh);
  for (const key of keysIn(texts.en)) shared.add(key);
}
shareTexts({ en: SHARED_EN, zh: SHARED_ZH });

/** The texts of the plugin that draws the page; the kit's for what sections share and the plugin does not name. */
export function usePluginText(): Translate {
  const { name } = usePluginScope();
  const own = useText();
  const kit = useKitText();
  return (key, values) => (shared.has(key) && !hasText(name, key, values) ? kit : own)(key, values);
}

/** A text of the plugin that draws the page or of what sections share, null where neither has it. Asking reports nothing. */
export function useTextIfAny(): (key: string) => string | null {
  const { name } = usePluginScope();
  const t = usePluginText();
  return (key) => (shared.has(key) || hasText(name, key) ? t(key) : null);
}

/** What the plugin that draws the page calls a field, null where it has no text for it. */
export function useFieldName(): (field: string) => string | null {
  const textIfAny = useTextIfAny();
  return (field) => textIfAny(`field.${field}`);
}

/** The query of the page's address. Filters replace the entry, so that "back" leaves the page. */
export function useAddress(): {
  /** The page's path, as it was opened. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly navigate: (query: URLSearchParams) => void;
} {
  const location = useLocation();
  const go = useNavigate();
  return {
    path: location.pathname,
    query: new URLSearchParams(location.search),
    navigate: (query) => {
      const search = query.toString();
      void go({ search: search === '' ? '' : `?${search}`, hash: location.hash }, { replace: true });
    },
  };
}
