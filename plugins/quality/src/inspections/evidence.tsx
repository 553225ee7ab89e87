import { Button, Recording, useText } from '@kituo/sdk';
import { inspection, type ReplyOf } from '@kituo/sdk/contracts';
import { useRef, useState } from 'react';
import { clockText } from './clock-text.ts';

/** The first line of a review that was drawn is its result. */
const RESULTS: ReadonlySet<string> = new Set(['PASS', 'REFUSE', 'REJECT']);

type Info = ReplyOf<typeof inspection.detail>;

/** What was said or written: the sound with its transcript in step, or the text. */
export function Evidence(props: {
  readonly info: Pick<Info, 'inspectionNo' | 'hasRecording' | 'transcript' | 'content' | 'marks'>;
  readonly onTime?: (seconds: number) => void;
}) {
  const { info, onTime } = props;
  const t = useText();
  const sound = useRef<HTMLAudioElement>(null);
  const [at, setAt] = useState(0);
  const jump = (seconds: number): void => {
    if (sound.current) sound.current.currentTime = seconds;
    setAt(seconds);
    onTime?.(seconds);
  };
  const current = info.transcript.findLastIndex(({ fromSecond }) => fromSecond <= at);
  const isEmpty = !info.hasRecording && info.transcript.length === 0 && info.content === null;
  return (
    <section aria-label={t('inspection.evidence')}>
      {isEmpty && <p className="kp-muted">{t('inspection.noEvidence')}</p>}
      {info.hasRecording && (
        <Recording
          endpoint={inspection.recording}
          request={{ inspectionNo: info.inspectionNo }}
          listen={t('inspection.listen')}
          label={t('inspection.recording')}
          sound={sound}
          onTime={(seconds) => {
            setAt(seconds);
            onTime?.(seconds);
          }}
        />
      )}
      {info.marks.map(({ atSeconds, note }) => (
        <Button
          key={`${atSeconds} ${note}`}
          size="small"
          variant="minimal"
          text={`${clockText(atSeconds)} ${note}`}
          onClick={() => {
            jump(atSeconds);
          }}
        />
      ))}
      {info.transcript.length > 0 && (
        <ol className="kp-facts" aria-label={t('inspection.transcript')}>
          {info.transcript.map(({ fromSecond, speaker, said, words }, index) => (
            <li key={`${fromSecond} ${said}`} aria-current={index === current ? 'time' : undefined}>
              <Button
                size="small"
                variant="minimal"
                text={clockText(fromSecond)}
                onClick={() => {
                  jump(fromSecond);
                }}
              />
              {t(`inspection.speaker.${speaker}`)}: {index === current ? <strong>{said}</strong> : said}
              {words.length > 0 && ` · ${t('inspection.words', { words: words.join(', ') })}`}
            </li>
          ))}
        </ol>
      )}
      {info.content?.split('\n').map((line) => (
        <p key={line}>{RESULTS.has(line) ? t(`AUDIT_RESULT.${line}`) : line}</p>
      ))}
    </section>
  );
}
