import { ApiError } from '../../api/api-error.ts';
import { WORDS_HEADER } from '../../contracts/endpoint.ts';
import { confirm } from '../../feedback/confirm.tsx';
import type { PluginScope } from '../../scope/scope.ts';

interface Asking {
  readonly scope: PluginScope;
  readonly kit: (key: string, values?: Readonly<Record<string, string>>) => string;
}

/**
 * Sends a command; where its texts hold words that are warned of, asks and sends it again with the answer.
 *
 * @throws ApiError of the first attempt where the person keeps the text back
 */
export async function acceptingWords<T>(
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
  { scope, kit }: Asking,
): Promise<T> {
  try {
    return await send({});
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.error !== 'SENSITIVE_WORD_WARNED') throw cause;
    const isAccepted = await confirm(
      {
        title: kit('words.title'),
        text: kit('words.text', { word: String(cause.facts['word'] ?? '') }),
        confirmText: kit('words.confirm'),
        cancelText: kit('words.back'),
      },
      scope,
    );
    if (!isAccepted) throw cause;
    return await send({ [WORDS_HEADER]: '1' });
  }
}
