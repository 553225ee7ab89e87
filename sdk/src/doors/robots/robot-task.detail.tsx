import { formatDateTime, NOTHING, useText } from '@kituo/sdk';
import type { ReplyOf, robotTask } from '@kituo/sdk/contracts';
import { count, defineColumns, DescriptionList, DetailOf, flag, money, status, text, time } from '@kituo/sdk/page';
import { MARKETING_SCENE, ROBOT_STATUS, VOICE_LANGUAGE } from './robot-fields.ts';
import { RobotCalls } from './robot-calls.tsx';
import type { RobotSound } from './robot-section.ts';
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
  ...defineColumns<Info>([
    status('scene', MARKETING_SCENE),
    count('concurrency'),
    text('followUpTemplateName'),
    flag('handsOver'),
    text('transferGroup'),
  ]),
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

/** One batch: its settings, how far it came, why people were not called, trials of its script, and its calls. */
export function RobotTaskDetail(props: {
  readonly of: robotTask.RobotTaskEndpoints;
  readonly taskNo: string;
  readonly isOfCases: boolean;
  readonly sound?: RobotSound;
}) {
  const { of, taskNo, isOfCases, sound } = props;
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
          {info.trials.length > 0 && (
            <section>
              <h3 className="kp-section-title">{t('robots.trials')}</h3>
              <ul className="kp-facts">
                {info.trials.map(({ realName, triedAt, outcome, willingness }) => (
                  <li key={triedAt}>
                    {[
                      formatDateTime(triedAt),
                      realName,
                      t(outcome === null ? 'robots.ringing' : `robots.outcome.${outcome}`),
                      ...(willingness === null ? [] : [t(`robots.willing.${willingness}`)]),
                    ].join(' · ')}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <RobotCalls of={of} taskNo={taskNo} {...(sound && { sound })} />
        </>
      )}
    </DetailOf>
  );
}
