/** The language that texts and the server know: the Kenyan variant `ke` is English. */
export function apiLanguage(languageCode: string): string {
  return languageCode === 'ke' ? 'en' : languageCode;
}
