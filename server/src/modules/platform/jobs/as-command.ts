import type { Tx } from '../../../db/database.ts';
import type { CommandContext } from '../../../http/implement.ts';
import type { JobRun } from './kinds.ts';

/**
 * An item of a job as the command it carries out. Nobody waits for a reply: nothing is shown, and nothing
 * follows the commit but the job's own news.
 */
export function asCommand({ jobNo, ...run }: JobRun & { readonly tx: Tx }): CommandContext {
  return {
    ...run,
    requestId: jobNo,
    address: '',
    afterCommit: () => undefined,
    answerOnce: () => undefined,
  };
}
