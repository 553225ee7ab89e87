/** The language that texts and the server know: the Kenyan variant `ke` is English. */
export function apiLanguage(languageCode: string): string {
  return languageCode === 'ke' ? 'en' : languageCode;
}

/** A language's code where texts lie: a variant over its language, with the same plural rules. */
export function textLanguage(languageCode: string): string {
  return languageCode === 'ke' ? 'en-KE' : languageCode;
}

/** As much of a language as says what its missing texts fall back to. */
interface Fallback {
  readonly languageCode: string;
  readonly baseCode: string | null;
}

/** A language with what its missing texts fall back to, one after the other; English at the end. */
export function languageChain(languageCode: string, languages: readonly Fallback[]): readonly string[] {
  const chain = new Set<string>();
  let at: string | null = languageCode;
  while (at !== null && !chain.has(at)) {
    const code: string = at;
    chain.add(code);
    at = languages.find((language) => language.languageCode === code)?.baseCode ?? null;
  }
  // The fall-back of all others stands last, wherever a language names it.
  if (languageCode !== 'en') chain.delete('en');
  return [...chain.add('en')];
}
