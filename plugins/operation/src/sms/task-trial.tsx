import { call, Callout, formatDateTime, formatMoney, useText } from '@kituo/sdk';
import { marketingRouteTrial, type ReplyOf } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDialog, type OptionSource, useAction } from '@kituo/sdk/page';
import { useState } from 'react';

type Result = ReplyOf<typeof marketingRouteTrial.simulateTask>;
interface Tried extends Record<string, unknown> {
  readonly taskNo: string | null;
}
interface Named {
  readonly routeNo: string;
}
const { Select } = fieldsOf<Tried>();

const openTasks: OptionSource = {
  kind: 'remote',
  name: marketingRouteTrial.tasks.name,
  load: async (signal) => {
    const found = await call(marketingRouteTrial.tasks, {}, { signal, showLoading: false, quiet: true });
    return found.map(({ taskNo, taskName, merchantName, scheduledAt }) => ({
      value: taskNo,
      label: `${taskName} (${taskNo})`,
      hint: `${merchantName} · ${formatDateTime(scheduledAt)}`,
    }));
  },
};

/** What a route would do with a campaign. The answer stays on the page until another one is asked for. */
export function useTaskTrial<Row extends Named>() {
  const [result, setResult] = useState<Result | null>(null);
  const action = useAction({
    name: 'smsTaskTrial',
    endpoint: marketingRouteTrial.simulateTask,
    request: ({ routeNo }: Row, { taskNo }: Tried) => ({ routeNo, taskNo: taskNo ?? '' }),
    isSilent: () => true,
    onDone: setResult,
  });
  return { action, result };
}

export function TaskTrialForm<Row>({ action }: { readonly action: Action<Row, Tried> }) {
  const t = useText();
  return (
    <FormDialog action={action} defaults={(): Tried => ({ taskNo: null })}>
      <p>{t('smsRoute.trialText')}</p>
      <Select name="taskNo" options={openTasks} />
    </FormDialog>
  );
}

/** When a campaign would be over, what it would cost, and who gets nothing. */
export function TaskTrialResult({ result }: { readonly result: Result | null }) {
  const t = useText();
  if (result === null) return null;
  const { people, drops, elsewhere, heldOut, messages, segments, costCents, waiting, days, finishesAt, boundBy } =
    result;
  const counted = [
    ...drops.map(({ reason, people: count }) => [t(`AI_PUSH_DROP.${reason}`), count] as const),
    [t('smsRoute.trialElsewhere'), elsewhere] as const,
    [t('smsRoute.trialHeldOut'), heldOut] as const,
    [t('smsRoute.trialWaiting'), waiting] as const,
  ].filter(([, count]) => count > 0);
  const end =
    finishesAt === null
      ? t('smsRoute.trialNever')
      : t('smsRoute.trialEnd', { count: days, at: formatDateTime(finishesAt) });
  return (
    <Callout icon={null} role="status" title={end}>
      <p>
        {t('smsRoute.trialSent', { count: messages, people, parts: segments, money: formatMoney(costCents) })}
        {boundBy !== null && ` · ${t(`ROUTE_BOUND.${boundBy}`)}`}
      </p>
      <ul className="kp-facts" aria-label={t('smsRoute.trialDrops')}>
        {counted.map(([label, count]) => (
          <li key={label}>{t('push.count', { label, people: count })}</li>
        ))}
      </ul>
    </Callout>
  );
}
