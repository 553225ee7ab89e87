import { EatTime, Money, useText } from '@kituo/sdk';
import { auditOrder, orderDetail } from '@kituo/sdk/contracts';
import {
  Answered,
  DetailTabs,
  dictionaryOptions,
  FollowUpHistory,
  Status,
  Timeline,
  useDetail,
  useOptions,
  AUDIT_RESULT,
} from '@kituo/sdk/page';
import { Attachments, StepFile } from './attachments.tsx';
import { Facts } from './facts.tsx';
import { changesIn, loggedAs } from './log-words.ts';
import { Messages } from './messages.tsx';
import { FACE_CONSISTENCY, REVIEW_STATUS } from './order-words.ts';
import { useStepName } from './step-name.ts';

const PURPOSES = dictionaryOptions('REVEAL_PURPOSE');

interface Of {
  readonly orderNo: string;
}

/** What people did with the order, below its evidence; each part is read when it is opened. */
export function Below({ orderNo }: Of) {
  const t = useText();
  return (
    <section className="of-below" aria-label={t('below.title')}>
      <DetailTabs
        label={t('below.title')}
        parameter="below"
        tabs={[
          { name: 'records', content: () => <Records orderNo={orderNo} /> },
          { name: 'steps', content: () => <Steps orderNo={orderNo} /> },
          { name: 'attachments', content: () => <Attachments orderNo={orderNo} /> },
          { name: 'followUps', content: () => <FollowUps orderNo={orderNo} /> },
          { name: 'messages', content: () => <Messages orderNo={orderNo} /> },
          { name: 'log', content: () => <Log orderNo={orderNo} /> },
          { name: 'reveals', content: () => <Reveals orderNo={orderNo} /> },
        ]}
      />
    </section>
  );
}

function Records({ orderNo }: Of) {
  const t = useText();
  const detail = useDetail(orderDetail.record, { orderNo });
  return (
    <Answered detail={detail}>
      {({ records }) =>
        records.length === 0 ? (
          <p className="of-missing">{t('records.none')}</p>
        ) : (
          <div className="of-sections">
            {records.map((record) => (
              <article key={record.reviewNo} className="of-section">
                <header className="of-section-head">
                  <Status of={AUDIT_RESULT} code={record.auditResult} />
                  {record.reviewStatus !== 'DECIDED' && <Status of={REVIEW_STATUS} code={record.reviewStatus} />}
                  <span className="kp-muted">
                    {record.auditorName} · <EatTime at={record.decidedAt} />
                  </span>
                </header>
                <Facts
                  facts={[
                    ['approvedAmountCents', <Money key="a" cents={record.approvedAmountCents} />],
                    ['refuseCode', record.refuseCode ?? '-'],
                    ['denialReason', record.denialReason ?? '-'],
                    ['remark', record.remark ?? '-'],
                    ['faceConsistency', <Status key="f" of={FACE_CONSISTENCY} code={record.faceConsistency} />],
                    ['changeBankCard', yesNo(record.changeBankCard, t)],
                    ['changePayoutType', yesNo(record.changePayoutType, t)],
                    [
                      'duration',
                      record.durationSeconds === null
                        ? '-'
                        : t('records.duration', {
                            minutes: Math.floor(record.durationSeconds / 60),
                            seconds: record.durationSeconds % 60,
                          }),
                    ],
                    ...(record.checkerName === null ? [] : ([['checkerName', record.checkerName]] as const)),
                    ...(record.checkNote === null ? [] : ([['checkNote', record.checkNote]] as const)),
                  ]}
                />
              </article>
            ))}
          </div>
        )
      }
    </Answered>
  );
}

function yesNo(value: boolean | null, t: (key: string) => string): string {
  return value === null ? '-' : t(value ? 'yes' : 'no');
}

/** The answers of this round and of those before, newest first. */
function Steps({ orderNo }: Of) {
  const t = useText();
  const nameOf = useStepName();
  const detail = useDetail(orderDetail.record, { orderNo });
  return (
    <Answered detail={detail}>
      {({ rounds }) =>
        rounds.every(({ steps }) => steps.length === 0) ? (
          <p className="of-missing">{t('steps.none')}</p>
        ) : (
          <>
            {rounds.map((round) => (
              <article key={round.reviewNo} className="of-round">
                <p className="kp-muted">
                  {round.auditorName} · <EatTime at={round.decidedAt} /> · {t(`AUDIT_RESULT.${round.auditResult}`)}
                </p>
                <ul className="of-answers">
                  {round.steps.map(({ answer, note, attachment, ...step }) => (
                    <li key={step.stepName}>
                      <span>{nameOf(step)}</span>
                      <strong>{answer === null ? t('steps.unanswered') : t(`REVIEW_STEP_ANSWER.${answer}`)}</strong>
                      {note !== null && <span className="kp-muted">{note}</span>}
                      {attachment && <StepFile {...attachment} />}
                    </li>
                  ))}
                </ul>
              </article>
            ))}
          </>
        )
      }
    </Answered>
  );
}

function FollowUps({ orderNo }: Of) {
  const t = useText();
  const detail = useDetail(auditOrder.followUpList, { orderNo });
  return (
    <Answered detail={detail}>
      {(rows) => (
        <FollowUpHistory
          label={t('tab.followUps')}
          entries={rows.map((row) => ({
            id: row.followNo,
            at: row.createdAt,
            title: row.content,
            who: row.byName,
            ...(row.remindAt !== null && {
              text: (
                <>
                  {t('followUp.reminds')} <EatTime at={row.remindAt} />
                </>
              ),
            }),
          }))}
        />
      )}
    </Answered>
  );
}

function Log({ orderNo }: Of) {
  const t = useText();
  const detail = useDetail(orderDetail.logList, { orderNo });
  return (
    <Answered detail={detail}>
      {(rows) => (
        <Timeline
          label={t('tab.log')}
          entries={rows.map((row, index) => ({
            id: `${row.happenedAt}-${index}`,
            at: row.happenedAt,
            title: loggedAs(row.action, t),
            who: row.byName,
            text: changesIn(row.before, row.after, row.reason, t),
          }))}
        />
      )}
    </Answered>
  );
}

function Reveals({ orderNo }: Of) {
  const t = useText();
  const detail = useDetail(orderDetail.viewingSensitiveInfoRecord, { orderNo });
  const { options } = useOptions(PURPOSES);
  const purposeOf = (code: string) => options.find(({ value }) => value === code)?.label ?? code;
  return (
    <Answered detail={detail}>
      {(rows) => (
        <Timeline
          label={t('tab.reveals')}
          entries={rows.map((row) => ({
            id: row.revealId,
            at: row.happenedAt,
            title: row.title,
            who: row.realName,
            text: `${purposeOf(row.purpose)}${row.note === null ? '' : `: ${row.note}`} · ${t(`REVEAL_OUTCOME.${row.outcome}`)}`,
          }))}
        />
      )}
    </Answered>
  );
}
