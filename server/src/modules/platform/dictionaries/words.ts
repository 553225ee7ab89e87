import type { CommandContext } from '../../../http/implement.ts';
import { announceLanguages, sayInstead } from '../languages/index.ts';
import type { Entry } from './entries.ts';

/** Lets tags and filters of every section say the entry as it is called here, in open consoles, too. */
export async function showWords(
  { dictType, dictKey, label }: Pick<Entry, 'dictType' | 'dictKey' | 'label'>,
  call: CommandContext,
): Promise<void> {
  const hasChanged = await sayInstead(`${dictType}.${dictKey}`, label, call);
  if (hasChanged) announceLanguages(call);
}
