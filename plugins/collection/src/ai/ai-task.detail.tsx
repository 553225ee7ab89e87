import { useText } from '@kituo/sdk';
import { nineFour, type ReplyOf } from '@kituo/sdk/contracts';
import { count, defineColumns, DescriptionList, number, status, text, time, useDetail } from '@kituo/sdk/page';
import { CALL_RESULT, CONTACT_REFUSAL, WILLINGNESS } from './ai-words.ts';

const columns = defineColumns<ReplyOf<typeof nineFour.itemPage>['rows'][number]>([
  number('caseNo'),
  text('phone', { mask: 'phone' }),
  status('refusedFor', CONTACT_REFUSAL),
  status('callResult', CALL_RESULT),
  status('willingness', WILLINGNESS),
  count('talkSeconds'),
  time('calledAt'),
]);

/** The people of a task, with what the gate said and how the last call ended. */
export function AiItems({ taskNo }: { readonly taskNo: string }) {
  const t = useText();
  const { data } = useDetail(nineFour.itemPage, { filters: { taskNo }, page: 1, pageSize: 50, sort: null });
  if (data === null) return null;
  return (
    <section>
      <h3 className="kp-section-title">{t('aiTasks.items', { count: data.total })}</h3>
      {data.rows.map((row) => (
        <DescriptionList key={row.itemNo} of={row} columns={columns} />
      ))}
    </section>
  );
}
