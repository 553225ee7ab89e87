const ending = /_(zero|one|two|few|many|other)$/;

/** A text's key without the ending of its plural form; null for a key that is no plural form. */
export function pluralStem(key: string): string | null {
  return ending.test(key) ? key.replace(ending, '') : null;
}

/** The language whose words and plural rules a code has: the Kenyan variant `ke` is English. */
export function writtenIn(languageCode: string): string {
  return languageCode === 'ke' ? 'en' : languageCode;
}

/** Four letters are a code here and no language tag anywhere: asking for its rules throws. */
function hasPluralRules(language: string): boolean {
  try {
    return Intl.PluralRules.supportedLocalesOf([language]).length > 0;
  } catch {
    return false;
  }
}

/** Endings a language tells apart, `other` last: en has one and other, zh just other. */
export function pluralForms(languageCode: string): readonly string[] {
  const language = writtenIn(languageCode);
  // A code nobody knows would get the rules of this machine's own language.
  if (!hasPluralRules(language)) return ['other'];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return [...pluralCategories].sort((one, other) => Number(one === 'other') - Number(other === 'other'));
}

/**
 * The keys a language needs for the English ones: those that are no plural form as they are, of a
 * plural the forms of that language.
 */
export function keysFor(english: Iterable<string>, languageCode: string): Set<string> {
  const all = new Set(english);
  const forms = pluralForms(languageCode);
  const keys = new Set<string>();
  for (const key of all) {
    const stem = pluralStem(key);
    if (stem === null || !all.has(`${stem}_other`)) keys.add(key);
    else for (const form of forms) keys.add(`${stem}_${form}`);
  }
  return keys;
}
