import { useText } from '@kituo/sdk';
import { smsMarketingTask } from '@kituo/sdk/contracts';
import {
  count,
  defineColumns,
  DescriptionList,
  DetailOf,
  History,
  money,
  status,
  text,
  time,
  useDetail,
} from '@kituo/sdk/page';
import { SMS_RECIPIENT_STATUS } from '../marketing-words.ts';
import { taskColumns } from './task-fields.ts';

type ArmResult = smsMarketingTask.ArmResult;
const armColumns = defineColumns<ArmResult & { readonly significance: string }>([
  text('templateName', { width: 180 }),
  count('people', { width: 80 }),
  count('sent', { width: 80 }),
  count('delivered', { width: 80 }),
  count('applied', { width: 80 }),
  count('disbursed', { width: 80 }),
  money('costCents', { width: 110 }),
  text('significance', { width: 180 }),
]);
const personColumns = defineColumns<{
  readonly phone: string;
  readonly arm: string | null;
  readonly recipientStatus: (typeof SMS_RECIPIENT_STATUS)['codes'][number];
  readonly skippedFor: string | null;
  readonly sentAt: string | null;
}>([
  text('phone', { mask: 'phone', width: 130 }),
  text('arm', { width: 60 }),
  status('recipientStatus', SMS_RECIPIENT_STATUS, { width: 120 }),
  text('skippedFor', { width: 160 }),
  time('sentAt', { width: 165 }),
]);

/** A campaign: its arms against the hold-out, why people were skipped, and its first people. */
export function TaskDetail({ taskNo }: { readonly taskNo: string }) {
  const t = useText();
  const said = ({ pValue }: ArmResult) => {
    if (pValue === null) return t('task.noFigure');
    return t(pValue < 0.05 ? 'task.isSignificant' : 'task.notSignificant', { p: pValue.toFixed(4) });
  };
  return (
    <DetailOf endpoint={smsMarketingTask.detail} request={{ taskNo }}>
      {({ row, arms, skips, sentByHour, history }) => (
        <>
          <DescriptionList of={row} columns={taskColumns} />
          {arms.map((one) => (
            <section key={one.arm ?? ''}>
              <h3 className="kp-section-title">
                {one.arm === null ? t('task.holdOut') : t('task.arm', { arm: one.arm })}
              </h3>
              <DescriptionList of={{ ...one, significance: said(one) }} columns={armColumns} />
            </section>
          ))}
          {skips.length > 0 && (
            <section>
              <h3 className="kp-section-title">{t('task.skips')}</h3>
              <ul className="kp-facts">
                {skips.map(({ reason, people }) => (
                  <li key={reason}>
                    {reason || '-'}: {people}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {sentByHour.length > 0 && (
            <section>
              <h3 className="kp-section-title">{t('task.byHour')}</h3>
              <ul className="kp-facts">
                {sentByHour.map(({ hour, sent, delivered }) => (
                  <li key={hour}>{t('task.hour', { hour, sent, delivered })}</li>
                ))}
              </ul>
            </section>
          )}
          <People taskNo={taskNo} />
          <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
        </>
      )}
    </DetailOf>
  );
}

function People({ taskNo }: { readonly taskNo: string }) {
  const t = useText();
  const { data } = useDetail(smsMarketingTask.recipients, { filters: { taskNo }, page: 1, pageSize: 20, sort: null });
  if (data === null || data.total === 0) return null;
  return (
    <section>
      <h3 className="kp-section-title">{t('task.people', { count: data.total })}</h3>
      {data.rows.map((row) => (
        <DescriptionList key={row.recipientId} of={row} columns={personColumns} />
      ))}
    </section>
  );
}
