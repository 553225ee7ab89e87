import { formatMoney, useText } from '@kituo/sdk';
import { smsMarketingTask } from '@kituo/sdk/contracts';
import { DropList } from '@kituo/sdk/groups';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import { useSettled } from '../parts/use-settled.ts';
import type { TaskRow } from './task-fields.ts';
import { armsOf, audienceOf, type TaskValues } from './task-values.ts';

type Estimate = smsMarketingTask.TaskEstimate;

const isShare = (typed: number | null): typed is number => typed !== null && typed >= 0 && typed <= 50;

/** Whether the form says whom; of a file that the server keeps, the task does. */
function namesWhom(
  { audienceType, userGroupNo, batchNo, merchantNo }: TaskValues,
  phones: readonly string[] | null,
): boolean {
  switch (audienceType) {
    case 'USER_GROUP':
      return /^UG\d{8,}$/.test(userGroupNo.trim());
    case 'LIST_BATCH':
      return /^LB\d{8,}$/.test(batchNo.trim());
    case 'CUSTOMER_FILTER':
      return merchantNo !== null;
    case 'FILE':
      return merchantNo !== null && phones !== null && phones.length > 0;
  }
}

/** What the campaign of a form would send now; nothing until its audience and its shares are whole. */
export function FormEstimate(props: { readonly row: TaskRow | null; readonly phones: readonly string[] | null }) {
  const t = useText();
  const { row, phones } = props;
  // As text: what is compared is what was typed.
  const values: TaskValues = JSON.parse(useSettled(JSON.stringify(useFormValues())));
  const arms = armsOf(values);
  const { holdOutPercent } = values;
  const keeps = row?.audienceType === 'FILE' && values.audienceType === 'FILE' && phones === null;
  const isWhole =
    (keeps || namesWhom(values, phones)) && arms.reduce((sum, { sharePercent }) => sum + sharePercent, 0) === 100;
  const whom = keeps && row !== null ? { taskNo: row.taskNo } : audienceOf(values, phones);
  const detail = useDetail(
    smsMarketingTask.estimate,
    isWhole && isShare(holdOutPercent) ? { ...whom, arms, holdOutPercent } : null,
  );
  return (
    <section>
      <h3 className="kp-section-title">{t('estimate.title')}</h3>
      {isWhole ? (
        <Answered detail={detail}>
          {(estimate) => <TaskEstimate of={estimate} budgetCents={values.budgetCents} />}
        </Answered>
      ) : (
        <p className="kp-note">{t('estimate.awaits')}</p>
      )}
    </section>
  );
}

/** Whom a campaign reaches, who falls out and why, what it sends and costs. */
export function TaskEstimate(props: { readonly of: Estimate; readonly budgetCents: number | null }) {
  const t = useText();
  const { people, duplicates, unknown, isUpperBound, drops, heldOut, messages, segments, costCents, arms } = props.of;
  const isOver = props.budgetCents !== null && costCents > props.budgetCents;
  return (
    <>
      <p>
        {isUpperBound ? t('estimate.atMost', { people }) : t('estimate.people', { people, count: people })}
        {!isUpperBound && duplicates > 0 && ` · ${t('estimate.duplicates', { count: duplicates })}`}
      </p>
      {unknown > 0 && <p>{t('estimate.unknown', { count: unknown })}</p>}
      <DropList drops={drops} />
      <p>{t('estimate.messages', { messages, count: messages, heldOut, segments, cost: formatMoney(costCents) })}</p>
      {isOver && (
        <p className="kp-note kp-note-wrong" role="alert">
          {t('estimate.overBudget')}
        </p>
      )}
      <ul className="kp-facts">
        {arms.map(({ templateNo, templateName, messages: each, segmentCount, text }) => (
          <li key={templateNo}>
            {t('estimate.arm', { name: templateName, messages: each, count: each, parts: segmentCount })}
            <br />
            <q>{text}</q>
          </li>
        ))}
      </ul>
    </>
  );
}
