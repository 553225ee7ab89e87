import { Button, formatDateTime, useText } from '@kituo/sdk';
import { sensitiveWord } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import { useState } from 'react';
import { splitWords } from './split-words.ts';

type Request = Parameters<typeof sensitiveWord.trial.request.parse>[0];
const typed = (value: unknown) => splitWords(typeof value === 'string' ? value : '');

/** What the words in the form would have found in the last 30 days: asked for, as it takes a while. */
export function WordTrial() {
  const t = useText();
  const { words, exceptions, scopes } = useFormValues();
  const form = sensitiveWord.trial.request.safeParse({ words: typed(words), exceptions: typed(exceptions), scopes });
  const [asked, setAsked] = useState<Request | null>(null);
  const request = sensitiveWord.trial.request.safeParse(asked);
  const tried = useDetail(sensitiveWord.trial, request.success ? request.data : null);
  return (
    <section aria-label={t('words.trial')} aria-live="polite">
      <Button
        text={t('words.try')}
        disabled={!form.success}
        onClick={() => {
          setAsked(form.data ?? null);
        }}
      />
      {request.success && (
        <Answered detail={tried}>
          {(found) => (
            <>
              <p>
                {t('words.tried', { hits: found.hits, texts: found.texts })}
                {!found.isWhole && ` · ${t('words.newestOnly')}`}
              </p>
              <ul className="kp-facts">
                {found.byWord.map(({ word, hits, likelyFalse }) => (
                  <li key={word}>
                    {word} · {hits}
                    {likelyFalse > 0 && ` · ${t('words.likelyFalse', { count: likelyFalse })}`}
                  </li>
                ))}
              </ul>
              <ul className="kp-facts">
                {found.samples.map((one) => (
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
