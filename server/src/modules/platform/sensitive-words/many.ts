import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import { asCommand, defineJob, type ItemsKind } from '../jobs/index.ts';
import { switchWordGroup } from './commands.ts';
import { moveWords } from './move-words.ts';

/** Enables or disables many groups, each in a transaction of its own, as it stands when its turn comes. */
export const switchManyKind: ItemsKind<{ readonly isEnabled: boolean }> = defineJob({
  kind: 'sensitiveWords.switch',
  title: { en: 'Switch word groups', zh: '批量启停敏感词分组' },
  code: 'operation:sensitiveWord:save',
  params: z.strictObject({ isEnabled: z.boolean() }),
  async runItem({ subjectNo: wordGroupNo }, { isEnabled }, run) {
    const held = await run.tx
      .selectFrom('wordGroup')
      .select('version')
      .where('wordGroupNo', '=', wordGroupNo)
      .executeTakeFirst();
    if (!held) throw new AppError('NOT_FOUND');
    return await switchWordGroup({ wordGroupNo, version: held.version }, isEnabled, asCommand(run));
  },
});

/** Moves the words of many groups into one, each in a transaction of its own. */
export const moveManyKind: ItemsKind<{ readonly toWordGroupNo: string }> = defineJob({
  kind: 'sensitiveWords.move',
  title: { en: 'Move sensitive words', zh: '批量移动敏感词' },
  code: 'operation:sensitiveWord:save',
  params: z.strictObject({ toWordGroupNo: z.string() }),
  runItem: async ({ subjectNo: wordGroupNo }, { toWordGroupNo }, run) =>
    await moveWords({ wordGroupNo, toWordGroupNo }, asCommand(run)),
});
