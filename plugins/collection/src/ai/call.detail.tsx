import { Button, call, useText } from '@kituo/sdk';
import { nineFour, type ReplyOf } from '@kituo/sdk/contracts';
import { Timeline, useDetail } from '@kituo/sdk/page';
import { type RefObject, useRef, useState } from 'react';
import { CALL_RESULT } from './ai-words.ts';
import { CaseRecording } from './case-recording.tsx';

type Words = ReplyOf<typeof nineFour.callTranscript>;

/** What may be heard and read of a robot's call, and the reports that told of it. */
export function CallDetail({ row }: { readonly row: nineFour.CallRow }) {
  const { callId, caseScope, allowedActions } = row;
  const sound = useRef<HTMLAudioElement | null>(null);
  return (
    <>
      {caseScope !== null && allowedActions.includes('play') && (
        <CaseRecording caseScope={caseScope} attemptId={Number(callId)} sound={sound} />
      )}
      {allowedActions.includes('read') && <Transcript key={callId} callId={callId} sound={sound} />}
      <Reports callId={callId} />
    </>
  );
}

/** Reading is logged, so nothing is fetched before somebody wants it. */
function Transcript(props: { readonly callId: string; readonly sound: RefObject<HTMLAudioElement | null> }) {
  const { callId, sound } = props;
  const t = useText();
  const [words, setWords] = useState<Words | null>(null);
  const read = async (): Promise<void> => {
    try {
      setWords(await call(nineFour.callTranscript, { callId }));
    } catch {
      // `call` has said what went wrong.
    }
  };
  if (words === null) return <Button size="small" text={t('aiCalls.read')} onClick={() => void read()} />;
  // Nothing to jump in before it plays.
  const jumpTo = (second: number): void => {
    if (sound.current) sound.current.currentTime = second;
  };
  const moments = words.flatMap(({ fromSecond, heard }) => (heard === null ? [] : [{ fromSecond, heard }]));
  return (
    <section>
      <h3 className="kp-section-title">{t('aiCalls.transcript')}</h3>
      {moments.map(({ fromSecond, heard }) => (
        <Button
          key={fromSecond}
          size="small"
          intent={heard === 'PROMISE' ? 'primary' : 'danger'}
          text={`${t(`HEARD_MOMENT.${heard}`)} ${clockOf(fromSecond)}`}
          onClick={() => {
            jumpTo(fromSecond);
          }}
        />
      ))}
      <ol className="kp-facts">
        {words.map(({ fromSecond, speaker, said }) => (
          <li key={fromSecond}>
            <Button
              size="small"
              variant="minimal"
              text={clockOf(fromSecond)}
              onClick={() => {
                jumpTo(fromSecond);
              }}
            />{' '}
            {t(`aiCalls.speaker.${speaker}`)}: {said}
          </li>
        ))}
      </ol>
    </section>
  );
}

const clockOf = (second: number): string =>
  `${Math.floor(second / 60)}:${String(Math.floor(second) % 60).padStart(2, '0')}`;

function Reports({ callId }: { readonly callId: string }) {
  const t = useText();
  const { data } = useDetail(nineFour.callOne, { callId });
  if (data === null || data.reports.length === 0) return null;
  return (
    <section>
      <h3 className="kp-section-title">{t('aiCallBacks.ofCall')}</h3>
      <Timeline
        label={t('aiCallBacks.ofCall')}
        entries={data.reports.map((one) => ({
          id: one.intakeId,
          at: one.receivedAt,
          title: CALL_RESULT.codes.some((code) => code === one.eventType)
            ? t(`CALL_RESULT.${one.eventType ?? ''}`)
            : (one.eventType ?? one.intakeId),
          text: [t('aiCallBacks.one', { number: one.intakeId }), t(`INTAKE_STATUS.${one.intakeStatus}`)].join(' · '),
        }))}
      />
    </section>
  );
}
