import { formatMoney, useText } from '@kituo/sdk';
import { smsMarketingTask } from '@kituo/sdk/contracts';
import { DropList } from '@kituo/sdk/groups';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import { armsOf, type TaskValues } from './task-values.ts';

type Estimate = smsMarketingTask.TaskEstimate;

/** What the campaign of a form would send now; nothing until its group and its shares are whole. */
export function FormEstimate() {
  const t = useText();
  const values = useFormValues() as unknown as TaskValues;
  const arms = armsOf(values);
  const userGroupNo = values.userGroupNo.trim();
  const isWhole =
    /^UG\d{8,}$/.test(userGroupNo) &&
    arms.length > 0 &&
    arms.reduce((sum, { sharePercent }) => sum + sharePercent, 0) === 100 &&
    typeof values.holdOutPercent === 'number' &&
    values.holdOutPercent >= 0 &&
    values.holdOutPercent <= 50;
  const detail = useDetail(
    smsMarketingTask.estimate,
    isWhole ? { userGroupNo, arms, holdOutPercent: values.holdOutPercent ?? 0 } : null,
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
  const { people, duplicates, drops, heldOut, messages, segments, costCents, arms } = props.of;
  const isOver = props.budgetCents !== null && costCents > props.budgetCents;
  return (
    <>
      <p>{t('estimate.people', { people, duplicates })}</p>
      <DropList drops={drops} />
      <p>{t('estimate.messages', { messages, heldOut, segments, cost: formatMoney(costCents) })}</p>
      {isOver && (
        <p className="kp-note kp-note-wrong" role="alert">
          {t('estimate.overBudget')}
        </p>
      )}
      <ul className="kp-facts">
        {arms.map(({ templateNo, templateName, messages: each, segmentCount, text }) => (
          <li key={templateNo}>
            {t('estimate.arm', { name: templateName, messages: each, parts: segmentCount })}
            <br />
            <q>{text}</q>
          </li>
        ))}
      </ul>
    </>
  );
}
