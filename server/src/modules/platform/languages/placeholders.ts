/** What a text is filled with: the names in `{{ }}`, sorted, each once. */
export function placeholdersOf(text: string): string[] {
  const names = [...text.matchAll(/\{\{\s*([\w.-]+)[^{}]*\}\}/g)].map((match) => match[1] ?? '');
  return [...new Set(names)].sort();
}

/**
 * Whether a translation holds what the original is filled with, and nothing that would be shown as it
 * stands. The form of one, or of none, may leave the number out: "one row".
 */
export function holdsPlaceholders(key: string, original: string, translation: string): boolean {
  const wanted = placeholdersOf(original);
  const found = placeholdersOf(translation);
  const mayLeaveOut = /_(zero|one|two)$/.test(key) ? 'count' : null;
  const isWhole = wanted.every((name) => name === mayLeaveOut || found.includes(name));
  // A brace left over is a placeholder that was typed wrong.
  const rest = translation.replace(/\{\{[^{}]*\}\}/g, '');
  const isClean = original.includes('{{') ? !/\{\{|\}\}|\{\w+\}/.test(rest) : true;
  return isWhole && isClean && found.every((name) => wanted.includes(name));
}
