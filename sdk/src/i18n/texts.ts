import i18next from 'i18next';
import { Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import { createValue } from '../state/store.ts';
import type { ReadableValue } from '../state/store.ts';
import { formatCount } from '../format/money.ts';
import { apiLanguage, languageChain, textLanguage } from './language-code.ts';
import { pseudoText } from './pseudo.ts';
import { createOwnLayer } from './own-texts.ts';
import type { OwnTexts } from './own-texts.ts';

/** A text that a language lacks. Reported once a namespace and key. */
export interface MissingText {
  /** The plugin's name, `host` or `sdk`. */
  readonly namespace: string;
  readonly key: string;
  readonly language: string;
}

/**
 * What a text may be filled with: `{{count}}`, `{{name}}`. A number as `count` chooses the plural form and is shown
 * with its thousands apart.
 */
export type TextValues = Readonly<Record<string, string | number>>;

/** Gives the text of a key, in the present language. */
export type Translate = (key: string, values?: TextValues) => string;

const FALLBACK = 'en';
const OWN = 'sdk';

/** The language shown, and what its missing texts fall back to, English at the end. */
let shown: readonly string[] = [FALLBACK];
/** The same without English: a text that is in none of them is missing. */
let ownCodes: readonly string[] = [];

/** Where a value that was filled in begins and ends; no text and no value has it. */
const EDGE = '\u{F8FF}';
const EDGES = new RegExp(EDGE, 'g');
const BEFORE = new RegExp(`(?<=\\p{Script=Han})${EDGE}(?=[A-Za-z0-9])`, 'gu');
const AFTER = new RegExp(`(?<=[A-Za-z0-9%])${EDGE}(?=\\p{Script=Han})`, 'gu');

/** Chinese and Latin letters stand apart, as a text cannot say before it knows which of both a name is in. */
const spaced = (filled: string): string =>
  filled.includes(EDGE) ? filled.replace(BEFORE, ' ').replace(AFTER, ' ').replace(EDGES, '') : filled;

const i18n = i18next.createInstance();
void i18n.init({
  lng: FALLBACK,
  fallbackLng: () => shown.map(textLanguage),
  ns: [OWN],
  defaultNS: OWN,
  resources: {},
  // React escapes what it draws: here a value's edges are marked alone, for the space beside it.
  interpolation: { escape: (value) => EDGE + value + EDGE },
  initAsync: false,
  returnNull: false,
});

const own = createOwnLayer({
  get: (language, namespace, key) => i18n.getResource(language, namespace, key),
  set: (language, namespace, key, text) => {
    // The store takes any value: undefined is a text that is not there.
    i18n.addResource(language, namespace, key, text as string);
  },
});
/** `language namespace` of the shipped texts that are here. */
const shipped = new Set<string>();

/** How often the texts of a namespace changed: what a component draws of one is not drawn again when another's texts come. */
const revisions = new Map<string, ReturnType<typeof createValue<number>>>();
const missing = new Subject<MissingText>();
/** Texts found before, until texts or the language change: a list asks for the same ones in every row. */
const found = new Map<string, string>();
/** Beyond so many, they are forgotten: texts with values are as many as there are values. */
const MAX_FOUND = 5_000;
const reported = new Set<string>();
let showsKeys = false;
let showsPseudo = false;

/** Changes whenever the texts of a namespace or the language do. */
export function textRevisionOf(namespace: string): ReadableValue<number> {
  const known = revisions.get(namespace) ?? createValue(0);
  revisions.set(namespace, known);
  return known;
}

/** Emits a text that is missing in the present language, once each. */
export const missingTexts$: Observable<MissingText> = missing.asObservable();

/** With a namespace, its texts alone. */
function changed(namespace?: string): void {
  found.clear();
  for (const [name, each] of revisions) if (namespace === undefined || name === namespace) each.next(each.value + 1);
}

/** Adds a plugin's texts in one language; later texts replace earlier ones of the same key. */
export function addTexts(namespace: string, language: string, texts: unknown): void {
  if (typeof texts !== 'object' || texts === null) return;
  const code = apiLanguage(language);
  own.lift(code, namespace);
  i18n.addResourceBundle(code, namespace, texts, true, true);
  own.lay(code, namespace);
  shipped.add(`${code} ${namespace}`);
  changed(namespace);
}

/** Forgets all texts of a namespace. */
export function removeTexts(namespace: string): void {
  for (const language of Object.keys(i18n.services.resourceStore.data)) {
    own.lift(language, namespace);
    i18n.removeResourceBundle(language, namespace);
    shipped.delete(`${language} ${namespace}`);
  }
  changed(namespace);
}

/** Whether a namespace's shipped texts of a language are here. */
export function hasTexts(namespace: string, language: string): boolean {
  return shipped.has(`${apiLanguage(language)} ${namespace}`);
}

/** Puts texts that the lender's own people wrote in the place of all earlier ones of that language. */
export function setOwnTexts(languageCode: string, texts: OwnTexts): void {
  own.replace(textLanguage(languageCode), texts);
  changed();
}

/** Shows another language in place. Its texts, and those it falls back to, were added before. */
export function showLanguage(
  languageCode: string,
  languages: readonly { readonly languageCode: string; readonly baseCode: string | null }[] = [],
): void {
  shown = languageChain(languageCode, languages);
  ownCodes = shown.filter((code) => code !== FALLBACK).map(textLanguage);
  void i18n.changeLanguage(textLanguage(languageCode));
  changed();
}

/** Shows keys in the place of texts, while a translator holds Alt. */
export function showTextKeys(isOn: boolean): void {
  if (showsKeys === isOn) return;
  showsKeys = isOn;
  changed();
}

/** Shows every text as no language has it, until it is turned off or the tab is reloaded: what stays as it was is hard-coded. */
export function showPseudoTexts(isOn: boolean): void {
  if (showsPseudo === isOn) return;
  showsPseudo = isOn;
  changed();
}

/** Whether pseudo texts are shown. */
export function hasPseudoTexts(): boolean {
  return showsPseudo;
}

/** Who brings the other texts of a namespace of which only some are here. */
const others = new Map<string, { readonly bring: () => void; isAsked: boolean }>();

/** Has the other texts of a namespace brought with the first that is missing; `null` once they are here, or never will be. */
export function bringOtherTexts(namespace: string, bring: (() => void) | null): void {
  if (bring === null) others.delete(namespace);
  else others.set(namespace, { bring, isAsked: false });
  if (bring === null) changed(namespace);
}

/** False where nobody has more texts of the namespace. */
function askForOthers(namespace: string): boolean {
  const held = others.get(namespace);
  if (held === undefined) return false;
  if (!held.isAsked) {
    held.isAsked = true;
    held.bring();
  }
  return true;
}

/** A text of the present language into which nothing is filled: it is as it is kept. */
function plainText(namespace: string, key: string): string | null {
  const kept: unknown = i18n.getResource(textLanguage(shown[0] ?? FALLBACK), namespace, key);
  return typeof kept === 'string' && kept !== '' && !kept.includes('{{') && !kept.includes('$t(') ? kept : null;
}

function report(namespace: string, key: string): void {
  const [language = FALLBACK] = shown;
  const id = `${language} ${namespace} ${key}`;
  if (reported.has(id)) return;
  reported.add(id);
  console.warn(`Kituo: "${namespace}" has no ${language} text for "${key}"`);
  missing.next({ namespace, key, language });
}

/** A text with its values, in its plural form, or in a language that stands in; null where none has it. */
function filledText(namespace: string, key: string, values: TextValues): string | null {
  const { count } = values;
  // The number chooses the plural; what is read has its thousands apart.
  const read = typeof count === 'number' && { replace: { ...values, count: formatCount(count) } };
  const options = { ns: namespace, ...values, ...read };
  if (!i18n.exists(key, { ...options, fallbackLng: ownCodes })) {
    if (!askForOthers(namespace)) report(namespace, key);
    if (!i18n.exists(key, options)) return null;
  }
  return spaced(i18n.t(key, options));
}

/**
 * The text of a key in a namespace: English where the language lacks it, empty where English does.
 *
 * @example textOf('users', 'user.saved', { count: 3 });
 */
export function textOf(namespace: string, key: string, values: TextValues = {}): string {
  if (showsKeys) return `${namespace}:${key}`;
  const id = JSON.stringify([namespace, key, values]);
  const known = found.get(id);
  if (known !== undefined) return known;
  const hasForms = 'count' in values || 'context' in values;
  const translated = (hasForms ? null : plainText(namespace, key)) ?? filledText(namespace, key, values);
  if (translated === null) return '';
  const shownText = showsPseudo ? pseudoText(translated) : translated;
  if (found.size >= MAX_FOUND) found.clear();
  found.set(id, shownText);
  return shownText;
}

/** Whether the present language, or English, has a text. Asking reports nothing. */
export function hasText(namespace: string, key: string, values?: TextValues): boolean {
  return i18n.exists(key, { ns: namespace, ...values });
}

/** A text of the SDK itself. */
export function text(key: string, values?: TextValues): string {
  return textOf(OWN, key, values);
}
