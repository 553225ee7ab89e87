import { sensitiveWord } from '@kituo/sdk/contracts';

const typedParts = (typed: string): string[] => typed.split(/[,，\n]/);

/** Words as they were typed, separated by commas of either width or lines, each once whatever its case. */
export function splitWords(typed: string): string[] {
  return sensitiveWord.distinctWords(typedParts(typed));
}

/** Those that were typed more than once and are merged into one, whatever their case. */
export function repeatedWords(typed: string): string[] {
  const byFolded = Map.groupBy(
    typedParts(typed)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
    (word) => word.toLowerCase(),
  );
  return [...byFolded.values()].flatMap(([first = '', ...more]) => (more.length > 0 ? [first] : []));
}
