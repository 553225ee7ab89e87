import { ApiError, call } from '@kituo/sdk';
import { auth, type ReplyOf, type RequestOf } from '@kituo/sdk/contracts';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useText } from '../texts.ts';
import type { SliderState } from './slider-state.ts';

const QUIET = { showLoading: false, quiet: true };

/** A check that is answered by typing: what was dealt, what was typed, and what is said of it. */
export interface DealtCheck {
  readonly dealt: ReplyOf<typeof auth.slider> | null;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** Null where nothing is wrong. */
  readonly message: string | null;
  readonly setMessage: (message: string) => void;
  /** Deals another one. */
  readonly another: () => void;
  /** Has an answer judged: `onChange` hears of a ticket, else another one is dealt. */
  readonly judge: (answer: Omit<RequestOf<typeof auth.sliderVerify>, 'sliderId'>) => Promise<void>;
}

/** Deals a check, and another one when its time is over; every one is good for one answer. */
export function useDealtCheck(mode: 'letters' | 'question', onChange: (state: SliderState) => void): DealtCheck {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const isJudged = useRef(false);
  const [dealt, setDealt] = useState<DealtCheck['dealt']>(null);
  const [count, setCount] = useState(0);
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const tell = useEffectEvent(onChange);
  const say = (error: unknown) => setMessage(error instanceof ApiError ? error.message : t('signIn.sliderFailed'));
  const sayNow = useEffectEvent(say);
  const another = () => setCount((present) => present + 1);

  // Dealt again by the counter alone: a change of language keeps what is there.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    setTyped('');
    tell({ kind: 'dealing' });
    call(auth.slider, { mode }, QUIET).then(
      (next) => {
        if (!isCurrent) return;
        isJudged.current = false;
        setDealt(next);
        tell(next.required ? { kind: 'open' } : { kind: 'notRequired' });
        input.current?.focus();
        timer = setTimeout(() => setCount((now) => now + 1), next.expiresInSeconds * 1000);
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
  }, [count, mode]);

  async function judge(answer: Omit<RequestOf<typeof auth.sliderVerify>, 'sliderId'>) {
    // One answer each: Enter held down repeats itself, and a second answer would void a right one's ticket.
    if (dealt === null || isJudged.current) return;
    isJudged.current = true;
    setMessage(null);
    try {
      const request = { sliderId: dealt.sliderId, ...answer };
      const { sliderTicket } = await call(auth.sliderVerify, request, QUIET);
      onChange({ kind: 'passed', ticket: sliderTicket });
    } catch (error) {
      say(error);
      another();
    }
  }
  return { dealt, input, typed, setTyped, message, setMessage, another, judge };
}

export interface AnswerFieldProps {
  readonly check: DealtCheck;
  readonly label: ReactNode;
  readonly hint: string;
  /** How the field is typed into: digits, or capital letters. */
  readonly kind: 'digits' | 'letters';
  readonly onCheck: () => void;
  /** Between the label and the field. */
  readonly picture?: ReactNode;
  /** Beside the button. */
  readonly more?: ReactNode;
}

/** The field of a dealt check with its button, and below it what is said of the answer. */
export function AnswerField(props: AnswerFieldProps) {
  const { check, label, hint, kind, onCheck, picture, more } = props;
  const { typed, setTyped, message } = check;
  const t = useText();
  const id = useId();
  return (
    <>
      <label htmlFor={id} aria-live={kind === 'digits' ? 'polite' : undefined}>
        {label}
      </label>
      {picture}
      <div className="k-question">
        <input
          ref={check.input}
          id={id}
          className="bp6-input bp6-large"
          autoComplete="off"
          {...(kind === 'digits'
            ? { inputMode: 'numeric' as const }
            : { autoCapitalize: 'characters', spellCheck: false })}
          value={typed}
          aria-invalid={message === null ? undefined : true}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onCheck();
          }}
        />
        <button type="button" className="bp6-button bp6-large" onClick={onCheck}>
          {t('signIn.questionCheck')}
        </button>
        {more}
      </div>
      <p id={`${id}-hint`} className={message === null ? 'k-hint' : 'k-hint k-hint-bad'} role="status">
        {message ?? hint}
      </p>
    </>
  );
}
