import { ApiError, apiLanguage, call, session$ } from '@kituo/sdk';
import { auth, type ReplyOf } from '@kituo/sdk/contracts';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useText } from '../texts.ts';
import type { SliderState } from './slider-check.tsx';

export interface SliderQuestionProps {
  readonly onChange: (state: SliderState) => void;
  /** Back to the picture. */
  readonly onPicture: () => void;
}

type Dealt = ReplyOf<typeof auth.slider>;

/** A sum in words in the slider's place, for people who cannot see the picture. */
export function SliderQuestion({ onChange, onPicture }: SliderQuestionProps) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [dealt, setDealt] = useState<Dealt | null>(null);
  const [count, setCount] = useState(0);
  const [answer, setAnswer] = useState('');
  const [message, setMessage] = useState<string | null>(null);

  const tell = useEffectEvent(onChange);
  const sayFailed = useEffectEvent((error: unknown) =>
    setMessage(messageOf(error, t('signIn.sliderFailed'))),
  );
  // Asked anew by the counter alone: a change of language keeps the question.
  useEffect(() => {
    let isCurrent = true;
    setAnswer('');
    call(auth.slider, { mode: 'question' }, { showLoading: false, quiet: true }).then(
      (next) => {
        if (!isCurrent) return;
        setDealt(next);
        tell(next.required ? { kind: 'open' } : { kind: 'notRequired' });
        input.current?.focus();
      },
      (error: unknown) => isCurrent && sayFailed(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [count]);

  async function check() {
    const given = Number(answer);
    if (dealt === null || answer.trim() === '') return setMessage(t('signIn.questionBlank'));
    if (!Number.isInteger(given) || Math.abs(given) > 1000) {
      return setMessage(t('signIn.questionNumber'));
    }
    setMessage(null);
    try {
      const request = { sliderId: dealt.sliderId, answer: given };
      const quiet = { showLoading: false, quiet: true };
      const { sliderTicket } = await call(auth.sliderVerify, request, quiet);
      onChange({ kind: 'passed', ticket: sliderTicket });
    } catch (error) {
      setMessage(messageOf(error, t('signIn.sliderFailed')));
      setCount((present) => present + 1);
    }
  }

  const question = dealt?.question ?? '';
  return (
    <div className="k-slider k-field" aria-busy={dealt === null}>
      <label htmlFor={id} aria-live="polite">
        {question === '' ? t('signIn.questionLoading') : question}
      </label>
      <div className="k-question">
        <input
          ref={input}
          id={id}
          className="bp6-input bp6-large"
          inputMode="numeric"
          autoComplete="off"
          value={answer}
          aria-invalid={message === null ? undefined : true}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setAnswer(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void check();
          }}
        />
        <button type="button" className="bp6-button bp6-large" onClick={() => void check()}>
          {t('signIn.questionCheck')}
        </button>
        {'speechSynthesis' in window && question !== '' && (
          <button type="button" className="bp6-button bp6-large" onClick={() => say(question)}>
            {t('signIn.questionHear')}
          </button>
        )}
      </div>
      <p
        id={`${id}-hint`}
        className={message === null ? 'k-hint' : 'k-hint k-hint-bad'}
        role="status"
      >
        {message ?? t('signIn.questionHint')}
      </p>
      <button type="button" className="k-link" onClick={onPicture}>
        {t('signIn.usePicture')}
      </button>
    </div>
  );
}

function messageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? error.message : otherwise;
}

function say(question: string): void {
  const utterance = new SpeechSynthesisUtterance(question);
  utterance.lang = apiLanguage(session$.value.language) === 'zh' ? 'zh-CN' : 'en-GB';
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(utterance);
}
