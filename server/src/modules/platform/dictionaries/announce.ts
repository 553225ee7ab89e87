import type { CommandContext } from '../../../http/implement.ts';

/** Tells every open console, once it is committed: selects are read again, most answered with 304. */
export function announceDictionaries({
  afterCommit,
  services,
}: Pick<CommandContext, 'afterCommit' | 'services'>): void {
  afterCommit(async () => await services.events.publish('everyone', { type: 'dictionaries' }));
}
