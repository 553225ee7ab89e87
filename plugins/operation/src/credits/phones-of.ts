/** Numbers as they were typed or pasted: one a line or separated by commas, each once. */
export function phonesOf(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;，；]+/).filter((one) => one !== ''))];
}
