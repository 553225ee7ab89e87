import type { Tx } from '../../../db/database.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';

/** A command's context for a trial that nothing follows. */
export const trialOf = (call: Call, tx: Tx): CommandContext => ({
  ...call,
  tx,
  afterCommit: () => undefined,
  answerOnce: () => undefined,
});
