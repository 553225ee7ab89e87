import { formatCount, useText } from '@kituo/sdk';
import { smsMarketingTask } from '@kituo/sdk/contracts';
import { Chart, count, defineColumns, DescriptionList, DetailOf, History, money, text } from '@kituo/sdk/page';
import { taskColumns, type TaskRow } from './task-fields.ts';
import { TaskPeople } from './task-people.tsx';
import './campaigns.css';

type ArmResult = smsMarketingTask.ArmResult;
const armColumns = defineColumns<ArmResult & { readonly significance: string }>([
  text('templateName', { width: 180 }),
  count('people', { width: 80 }),
  count('sent', { width: 80 }),
  count('delivered', { width: 80 }),
  count('optedOut', { width: 80 }),
  count('applied', { width: 80 }),
  count('disbursed', { width: 80 }),
  money('costCents', { width: 110 }),
  text('significance', { width: 180 }),
]);

/** A campaign: how far it is, its arms against the hold-out, why people got nothing, delivery over time, its people. */
export function TaskDetail({ taskNo }: { readonly taskNo: string }) {
  const t = useText();
  const said = ({ pValue }: ArmResult) => {
    if (pValue === null) return t('task.noFigure');
    return t(pValue < 0.05 ? 'task.isSignificant' : 'task.notSignificant', { p: pValue.toFixed(4) });
  };
  return (
    <DetailOf endpoint={smsMarketingTask.detail} request={{ taskNo }}>
      {({ row, arms, skips, failures, sentByHour, history }) => (
        <>
          <Progress of={row} />
          <DescriptionList of={row} columns={taskColumns} />
          {arms.map((one) => (
            <section key={one.arm ?? ''}>
              <h3 className="kp-section-title">
                {one.arm === null ? t('task.holdOut') : t('task.arm', { arm: one.arm })}
              </h3>
              <DescriptionList of={{ ...one, significance: said(one) }} columns={armColumns} />
            </section>
          ))}
          <Sums
            title={t('task.skips')}
            of={skips.map(({ reason, people }) => [t(`SMS_SKIP.${reason}`), people] as const)}
          />
          <Sums
            title={t('task.failures')}
            of={failures.map(({ code, people }) => [code ?? t('task.noCode'), people] as const)}
          />
          <ByHour of={sentByHour} />
          <TaskPeople taskNo={taskNo} />
          <History isTitled entries={history} titleOf={({ action }) => t(`history.${action}`)} />
        </>
      )}
    </DetailOf>
  );
}

/** How many of its people a campaign has done with; nothing before it started. */
function Progress({ of: row }: { readonly of: TaskRow }) {
  const t = useText();
  const all = row.sentCount + row.skippedCount + row.pendingCount;
  if (all === 0) return null;
  const done = all - row.pendingCount;
  return (
    <section className="mk-progress">
      <progress value={done} max={all} aria-label={t('task.progress')} />
      <span className="ks-figures">{t('task.progressOf', { done: formatCount(done), count: formatCount(all) })}</span>
    </section>
  );
}

function Sums({ title, of }: { readonly title: string; readonly of: readonly (readonly [string, number])[] }) {
  const t = useText();
  if (of.length === 0) return null;
  return (
    <section>
      <h3 className="kp-section-title">{title}</h3>
      <ul className="kp-facts">
        {of.map(([reason, people]) => (
          <li key={reason}>{t('task.reasonPeople', { reason, people: formatCount(people) })}</li>
        ))}
      </ul>
    </section>
  );
}

type Hours = readonly { readonly hour: string; readonly sent: number; readonly delivered: number }[];

/** Delivery over time, drawn, and as lines for whoever reads them. */
function ByHour({ of: hours }: { readonly of: Hours }) {
  const t = useText();
  if (hours.length === 0) return null;
  const series = (key: 'sent' | 'delivered') => ({
    title: t(`field.${key}`),
    kind: 'bar' as const,
    values: hours.map((one) => one[key]),
    textOf: formatCount,
    scale: 'PEOPLE',
  });
  return (
    <section>
      <h3 className="kp-section-title">{t('task.byHour')}</h3>
      <Chart
        label={t('task.byHour')}
        categories={hours.map(({ hour }) => hour)}
        series={[series('sent'), series('delivered')]}
        tooSmall={t('task.chartSmall')}
      />
      <ul className="kp-facts">
        {hours.map(({ hour, sent, delivered }) => (
          <li key={hour}>{t('task.hour', { hour, sent, delivered })}</li>
        ))}
      </ul>
    </section>
  );
}
