import { NOTHING, useText } from '@kituo/sdk';
import type { ReplyOf, robotTask } from '@kituo/sdk/contracts';
import { count, defineColumns, DescriptionList, DetailOf, money, status, text, time, useDetail } from '@kituo/sdk/page';
import { callColumns, ROBOT_STATUS, VOICE_LANGUAGE } from './robot-fields.ts';
import { ROBOTS_TEXTS } from './robots-texts.ts';

const facts = defineColumns<ReplyOf<robotTask.RobotTaskEndpoints['detail']>>([
  status('taskStatus', ROBOT_STATUS),
  text('fault'),
  text('scriptCode'),
  status('voiceLanguage', VOICE_LANGUAGE),
  text('dialFrom'),
  text('dialTo'),
  count('maxAttempts'),
  count('retryGapMinutes'),
  text('smsTemplateCode'),
  count('total'),
  count('waiting'),
  count('dialled'),
  count('connected'),
  count('willing'),
  count('unreached'),
  count('promises'),
  money('repaidSameDayCents'),
  text('createdByName'),
  text('approvedByName'),
  time('startAt'),
  time('endedAt'),
]);

/** One batch: its settings, how far it came, why people were not called, and its first calls. */
export function RobotTaskDetail(props: { readonly of: robotTask.RobotTaskEndpoints; readonly taskNo: string }) {
  const { of, taskNo } = props;
  const t = useText(ROBOTS_TEXTS);
  return (
    <DetailOf endpoint={of.detail} request={{ taskNo }}>
      {(info) => (
        <>
          <DescriptionList of={info} columns={facts} />
          {info.refusals.length > 0 && (
            <section>
              <h3 className="kp-section-title">{t('robots.refusals')}</h3>
              <ul className="kp-facts">
                {info.refusals.map(({ outcome, people }) => (
                  <li key={outcome}>
                    {outcome === '' ? NOTHING : t(`robots.outcome.${outcome}`)}: {people}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Calls of={of} taskNo={taskNo} />
        </>
      )}
    </DetailOf>
  );
}

function Calls({ of, taskNo }: { readonly of: robotTask.RobotTaskEndpoints; readonly taskNo: string }) {
  const t = useText(ROBOTS_TEXTS);
  const { data } = useDetail(of.calls, { filters: { taskNo }, page: 1, pageSize: 20, sort: null });
  if (data === null) return null;
  return (
    <section>
      <h3 className="kp-section-title">{t('robots.calls', { count: data.total })}</h3>
      {data.rows.map(({ outcome, willingness, ...row }) => (
        <DescriptionList
          key={row.itemNo}
          of={{
            ...row,
            outcome: outcome === null ? null : t(`robots.outcome.${outcome}`),
            willingness: willingness === null ? null : t(`robots.willing.${willingness}`),
          }}
          columns={callColumns}
        />
      ))}
    </section>
  );
}
