import { Button, call, formatDateTime, NOTHING, Recording, useText } from '@kituo/sdk';
import type { ReplyOf, robotTask } from '@kituo/sdk/contracts';
import { Answered, PageTurner, Reveal, Status, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { ROBOT_CALL_STATUS } from './robot-fields.ts';
import type { RobotSound } from './robot-section.ts';
import { ROBOTS_TEXTS } from './robots-texts.ts';

const PAGE_SIZE = 20;

/** The people of a task and how far calling them came; of offers with what was said. */
export function RobotCalls(props: {
  readonly of: robotTask.RobotTaskEndpoints;
  readonly taskNo: string;
  readonly sound?: RobotSound;
}) {
  const { of, taskNo, sound } = props;
  const t = useText(ROBOTS_TEXTS);
  const [page, setPage] = useState(1);
  const calls = useDetail(of.calls, { filters: { taskNo }, page, pageSize: PAGE_SIZE, sort: null });
  return (
    <Answered detail={calls}>
      {({ rows, total }) => (
        <section>
          <h3 className="kp-section-title">{t('robots.calls', { count: total })}</h3>
          <table className="kp-small-table">
            <thead>
              <tr>
                {['phone', ...(sound ? [] : ['caseNo']), 'itemStatus', 'outcome', 'willingness', 'talkSeconds'].map(
                  (name) => (
                    <th key={name} scope="col">
                      {t(`field.${name}`)}
                    </th>
                  ),
                )}
                <th scope="col">{t(sound ? 'robots.said' : 'field.nextAt')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <CallRow key={row.itemNo} of={row} taskNo={taskNo} {...(sound && { sound })} />
              ))}
            </tbody>
          </table>
          <PageTurner
            label={t('robots.calls', { count: total })}
            page={page}
            pageSize={PAGE_SIZE}
            total={total}
            onTurn={setPage}
          />
        </section>
      )}
    </Answered>
  );
}

function CallRow(props: { readonly of: robotTask.RobotCall; readonly taskNo: string; readonly sound?: RobotSound }) {
  const { of: row, taskNo, sound } = props;
  const t = useText(ROBOTS_TEXTS);
  const { itemNo, phone, caseNo, alsoCaseNos, outcome, willingness, talkSeconds, nextAt } = row;
  return (
    <tr>
      <td>
        {sound && phone.includes('*') ? (
          <Reveal kind={sound.phone.kind} subjectNo={`${taskNo}-${itemNo}`} masked={phone} code={sound.phone.code} />
        ) : (
          phone
        )}
      </td>
      {!sound && <td>{[caseNo ?? NOTHING, ...alsoCaseNos].join(', ')}</td>}
      <td>
        <Status of={ROBOT_CALL_STATUS} code={row.itemStatus} />
        {row.attempts > 1 && ` ×${row.attempts}`}
      </td>
      <td>{outcome === null ? NOTHING : t(`robots.outcome.${outcome}`)}</td>
      <td>{willingness === null ? NOTHING : t(`robots.willing.${willingness}`)}</td>
      <td>{talkSeconds ?? NOTHING}</td>
      <td>
        {sound ? <Said of={sound.of} taskNo={taskNo} row={row} /> : nextAt === null ? NOTHING : formatDateTime(nextAt)}
      </td>
    </tr>
  );
}

type Words = ReplyOf<RobotSound['of']['transcript']>;

/** What may be heard and read of a call; both are logged, so nothing is fetched before somebody wants it. */
function Said(props: { readonly of: RobotSound['of']; readonly taskNo: string; readonly row: robotTask.RobotCall }) {
  const { of, taskNo, row } = props;
  const t = useText(ROBOTS_TEXTS);
  const [words, setWords] = useState<Words | null>(null);
  const one = { taskNo, itemNo: row.itemNo };
  const read = async (): Promise<void> => {
    try {
      setWords(await call(of.transcript, one));
    } catch {
      // `call` has said what went wrong.
    }
  };
  return (
    <>
      {row.hasRecording && (
        <Recording endpoint={of.recording} request={one} listen={t('robots.listen')} label={t('robots.recording')} />
      )}
      {row.hasTranscript && words === null && (
        <Button size="small" text={t('robots.read')} onClick={() => void read()} />
      )}
      {words !== null && (
        <ol className="kp-facts">
          {words.map(({ fromSecond, speaker, said }) => (
            <li key={fromSecond}>
              {t(`robots.speaker.${speaker}`)}: {said}
            </li>
          ))}
        </ol>
      )}
      {!row.hasRecording && !row.hasTranscript && NOTHING}
    </>
  );
}
