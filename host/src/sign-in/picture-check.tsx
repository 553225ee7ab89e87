import { ApiError, call } from '@kituo/sdk';
import { auth, type ReplyOf } from '@kituo/sdk/contracts';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Later } from '../shell/later.tsx';
import { useText } from '../texts.ts';
import type { SliderState } from './slider-check.tsx';

export interface PictureCheckProps {
  readonly state: SliderState;
  readonly onChange: (state: SliderState) => void;
  /** Changing it deals another picture: a ticket is spent by a failed sign-in. */
  readonly deal: number;
}

type Dealt = ReplyOf<typeof auth.slider>;
const QUIET = { showLoading: false, quiet: true };
const question = () => import('./slider-question.tsx').then((module) => module.SliderQuestion);

/** Letters to read, after the slider; a question in words for who cannot read them. */
export function PictureCheck({ state, onChange, deal }: PictureCheckProps) {
  const t = useText();
  const [isQuestion, setIsQuestion] = useState(false);
  if (state.kind === 'notRequired') return null;
  if (state.kind === 'passed') {
    return (
      <p className="k-slider-passed" role="status">
        <span aria-hidden="true">✓</span> {t('signIn.picturePassed')}
      </p>
    );
  }
  if (isQuestion) {
    const onPicture = () => setIsQuestion(false);
    return <Later key={deal} load={question} props={{ onChange, onPicture }} />;
  }
  return <Letters key={deal} onChange={onChange} onQuestion={() => setIsQuestion(true)} />;
}

interface LettersProps {
  readonly onChange: (state: SliderState) => void;
  readonly onQuestion: () => void;
}

function Letters({ onChange, onQuestion }: LettersProps) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<Dealt | null>(null);
  const [count, setCount] = useState(0);
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const tell = useEffectEvent(onChange);
  const say = (error: unknown) =>
    setMessage(error instanceof ApiError ? error.message : t('signIn.sliderFailed'));
  const sayNow = useEffectEvent(say);
  const another = () => setCount((present) => present + 1);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    setTyped('');
    tell({ kind: 'dealing' });
    call(auth.slider, { mode: 'letters' }, QUIET).then(
      (dealt) => {
        if (!isCurrent) return;
        setPicture(dealt);
        tell(dealt.required ? { kind: 'open' } : { kind: 'notRequired' });
        input.current?.focus();
        timer = setTimeout(() => setCount((now) => now + 1), dealt.expiresInSeconds * 1000);
      },
      (error: unknown) => {
        if (!isCurrent) return;
        sayNow(error);
        tell({ kind: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [count]);

  async function check() {
    if (picture === null || typed.trim() === '') return setMessage(t('signIn.pictureBlank'));
    setMessage(null);
    try {
      const request = { sliderId: picture.sliderId, letters: typed };
      const { sliderTicket } = await call(auth.sliderVerify, request, QUIET);
      onChange({ kind: 'passed', ticket: sliderTicket });
    } catch (error) {
      say(error);
      another();
    }
  }

  return (
    <div className="k-picture k-field" aria-busy={picture === null}>
      <label htmlFor={id}>{t('signIn.pictureLabel')}</label>
      <div className="k-slider-picture">
        {picture !== null && (
          <img
            src={picture.background}
            alt={t('signIn.pictureAlt')}
            width={picture.width}
            height={picture.height}
          />
        )}
        <button
          type="button"
          className="k-slider-again"
          title={t('signIn.sliderAgain')}
          aria-label={t('signIn.sliderAgain')}
          onClick={another}
        >
          ↻
        </button>
      </div>
      <div className="k-question">
        <input
          ref={input}
          id={id}
          className="bp6-input bp6-large"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          aria-invalid={message === null ? undefined : true}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void check();
          }}
        />
        <button type="button" className="bp6-button bp6-large" onClick={() => void check()}>
          {t('signIn.questionCheck')}
        </button>
      </div>
      <p
        id={`${id}-hint`}
        className={message === null ? 'k-hint' : 'k-hint k-hint-bad'}
        role="status"
      >
        {message ?? t('signIn.pictureHint')}
      </p>
      <button type="button" className="k-link" onClick={onQuestion}>
        {t('signIn.useQuestion')}
      </button>
    </div>
  );
}
