import { NOTHING, useText } from '@kituo/sdk';
import type { ReplyOf, robotTask } from '@kituo/sdk/contracts';
import {
  count,
  defineColumns,
  DescriptionList,
  DetailOf,
  flag,
  money,
  status,
  text,
  time,
  useDetail,
} from '@kituo/sdk/page';
import { callColumns, ROBOT_STATUS, VOICE_LANGUAGE } from './robot-fields.ts';
import { ROBOTS_TEXTS } from './robots-texts.ts';

type Info = ReplyOf<robotTask.RobotTaskEndpoints['detail']>;
const settings = defineColumns<Info>([
  status('taskStatus', ROBOT_STATUS),
  text('fault'),
  text('scriptCode'),
  status('voiceLanguage', VOICE_LANGUAGE),
  text('dialFrom'),
  text('dialTo'),
  count('maxAttempts'),
  count('retryGapMinutes'),
]);
const progress = defineColumns<Info>([
  count('total'),
  count('waiting'),
  count('dialled'),
  count('connected'),
  count('willing'),
  count('unreached'),
]);
const people = defineColumns<Info>([text('createdByName'), text('approvedByName'), time('startAt'), time('endedAt')]);
const factsOfCases = [
  ...settings,
  ...defineColumns<Info>([text('smsTemplateCode')]),
  ...progress,
  ...defineColumns<Info>([count('promises'), money('repaidSameDayCents')]),
  ...people,
];
const factsOfOffers = [
  ...settings,
  ...defineColumns<Info>([count('concurrency'), text('followUpTemplateName'), flag('handsOver')]),
  ...progress,
  ...defineColumns<Info>([
    count('transferred'),
    count('followUps'),
    count('optOutCount'),
    count('convertedCount'),
    money('costCents'),
  ]),
  ...people,
];

/** One batch: its settings, how far it came, why people were not called, and its first calls. */
export function RobotTaskDetail(props: {
  readonly of: robotTask.RobotTaskEndpoints;
  readonly taskNo: string;
  readonly isOfCases: boolean;
}) {
  const { of, taskNo, isOfCases } = props;
  const t = useText(ROBOTS_TEXTS);
  return (
    <DetailOf endpoint={of.detail} request={{ taskNo }}>
      {(info) => (
        <>
          <DescriptionList of={info} columns={isOfCases ? factsOfCases : factsOfOffers} />
          {info.followUpLabels.length > 0 && (
            <p>
              {t('robots.followsAfter')} {info.followUpLabels.map((label) => t(`robots.willing.${label}`)).join(', ')}
            </p>
          )}
          {info.labels.length > 0 && (
            <section>
              <h3 className="kp-section-title">{t('robots.labels')}</h3>
              <ul className="kp-facts">
                {info.labels.map(({ willingness, people }) => (
                  <li key={willingness ?? ''}>
                    {willingness === null ? NOTHING : t(`robots.willing.${willingness}`)}: {people} (
                    {Math.round((people * 100) / info.connected)}%)
                  </li>
                ))}
              </ul>
            </section>
          )}
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
