/** Order numbers as people paste them: by commas, line breaks, spaces or semicolons. Duplicates stay. */
export function numbersIn(text: string): string[] {
  return text.split(/[\s,;，；]+/).filter((part) => part !== '');
}
