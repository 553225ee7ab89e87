import { sensitiveWord } from '@kituo/sdk/contracts';

/** Words as they were typed, separated by commas of either width or lines, each once whatever its case. */
export function splitWords(typed: string): string[] {
  return sensitiveWord.distinctWords(typed.split(/[,，\n]/));
}
