import { Button, call, formatDateTime, useText } from '@kituo/sdk';
import { sensitiveWord } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues, useRefreshOn } from '@kituo/sdk/page';
import { useState } from 'react';
import { splitWords } from './split-words.ts';

const typed = (value: unknown) => splitWords(typeof value === 'string' ? value : '');
const { scopes: tried } = sensitiveWord.trial.request.def.shape;

/** What the words in the form would have found in the last 30 days: looked for by a job, and shown as it goes. */
export function WordTrial() {
  const t = useText();
  const { words, exceptions, scopes } = useFormValues();
  // Of announcements and calls nothing is kept to look through.
  const looked = (Array.isArray(scopes) ? scopes : []).filter((scope) => tried.def.element.safeParse(scope).success);
  const form = sensitiveWord.trial.request.safeParse({
    words: typed(words),
    exceptions: typed(exceptions),
    scopes: looked,
  });
  const [jobNo, setJobNo] = useState<string | null>(null);
  const found = useDetail(sensitiveWord.trialResult, jobNo === null ? null : { jobNo });
  useRefreshOn('job', found.refresh);
  const start = async (): Promise<void> => {
    if (!form.success) return;
    // What speaks against it is said by the call itself.
    await call(sensitiveWord.trial, form.data).then(
      (reply) => setJobNo(reply.jobNo),
      () => undefined,
    );
  };
  return (
    <section aria-label={t('words.trial')} aria-live="polite">
      <Button
        text={t('words.try')}
        disabled={!form.success || found.data?.isRunning === true}
        onClick={() => void start()}
      />
      {jobNo !== null && (
        <Answered detail={found}>
          {({ texts, hits, isRunning, done, total, byWord, samples }) => (
            <>
              <p>
                {t('words.tried', { hits, texts })}
                {isRunning && ` · ${t('words.running', { done, total, count: total })}`}
              </p>
              <ul className="kp-facts">
                {byWord.map((one) => (
                  <li key={one.word}>
                    {one.word} · {one.hits}
                    {one.likelyFalse > 0 && ` · ${t('words.likelyFalse', { count: one.likelyFalse })}`}
                  </li>
                ))}
              </ul>
              <ul className="kp-facts">
                {samples.map((one) => (
                  <li key={`${one.at} ${one.word} ${one.text}`}>
                    <mark>{one.word}</mark> · {t(`WORD_SCOPE.${one.scope}`)} · {formatDateTime(one.at)}
                    <div className="kp-muted">{one.text}</div>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Answered>
      )}
    </section>
  );
}
