import { type ParsedRequestOf, type smsMarketingTask, smsMarketingTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { askedAudience, countReach, storedAudience } from './audience.ts';
import { enabledTemplates, estimateOf, partsOf, segmentCents, shareOf, textsOf } from './cost.ts';
import { readTask } from './store.ts';
import { taskWords } from './task-words.ts';

type Asked = Pick<Call, 'db' | 'caller'>;

/** More than this nobody looks through: a search finds the rest by name. */
const MAX_TEMPLATES = 1_000;

/**
 * @throws AppError USER_GROUP_NOT_FOUND, SMS_BATCH_NOT_FOUND, SMS_TASK_NOT_FOUND, REFERENCE_UNKNOWN,
 * MARKETING_TEMPLATE_NOT_ENABLED
 */
export async function estimateTask(
  { taskNo, arms, holdOutPercent, ...asked }: ParsedRequestOf<typeof smsMarketingTask.estimate>,
  { db, caller }: Asked,
): Promise<smsMarketingTask.TaskEstimate> {
  const task = taskNo === undefined ? null : await readTask(db, taskNo, caller.scope);
  const audience = task === null ? await askedAudience(db, asked, { caller }) : await storedAudience(db, task);
  // An approver sees the very link and day.
  const values = { ...smsMarketingTemplate.SAMPLE_VALUES, ...(task !== null && taskWords(task)) };
  const templates = await enabledTemplates(db, audience.merchantNo, arms);
  const texts = textsOf(templates);
  const { size, optedIn, duplicates, drops, unknown, isUpperBound } = await countReach(db, audience, caller);
  const estimate = estimateOf(optedIn, { arms, holdOutPercent, centsEach: await segmentCents(db) }, texts);
  return {
    ...estimate,
    people: size,
    duplicates,
    unknown,
    isUpperBound,
    drops: [...drops],
    heldOut: optedIn - estimate.messages,
    arms: arms.map(({ templateNo, sharePercent }) => {
      const content = texts.get(templateNo) ?? '';
      return {
        templateNo,
        templateName: templates.get(templateNo)?.templateName ?? '',
        messages: shareOf(estimate.messages, sharePercent),
        segmentCount: partsOf(content),
        text: smsMarketingTemplate.fillIn(content, values),
      };
    }),
  };
}

/** Texts that a campaign may be written with, by name. */
export async function enabledChoices(_request: object, { db, caller }: Asked) {
  const merchantNos = merchantsSeen(caller.scope);
  const rows = await db
    .selectFrom('smsMarketingTemplate as t')
    .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
    .select(['t.templateNo', 't.templateName', 'm.merchantName', 't.language', 't.content'])
    .where('t.templateStatus', '=', 'ENABLED')
    .$if(merchantNos !== null, (query) => query.where('t.merchantNo', '=', sql<string>`any(${merchantNos}::text[])`))
    .orderBy('t.templateName')
    .limit(MAX_TEMPLATES)
    .execute();
  return rows.map(({ content, ...row }) => ({ ...row, segmentCount: partsOf(content) }));
}
