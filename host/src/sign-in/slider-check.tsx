import { ApiError, call } from '@kituo/sdk';
import { auth, type ReplyOf } from '@kituo/sdk/contracts';
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Later } from '../shell/later.tsx';
import { useText } from '../texts.ts';
import type { SliderState } from './slider-state.ts';

type Puzzle = ReplyOf<typeof auth.slider>;
const PIECE_WIDTH = 48;
const question = () => import('./slider-question.tsx').then((module) => module.SliderQuestion);

export interface SliderCheckProps {
  readonly state: SliderState;
  readonly onChange: (state: SliderState) => void;
  /** Changing it deals a new puzzle: a ticket is spent by a failed sign-in. */
  readonly deal: number;
}

/** Slide the piece into the notch: by mouse, by touch, or with the arrow keys and Enter. */
export function SliderCheck({ state, onChange, deal }: SliderCheckProps) {
  const t = useText();
  const hintId = useId();
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const [left, setLeft] = useState(0);
  const [message, setMessage] = useState<string | null>(null);
  const [redeal, setRedeal] = useState(0);
  const [isQuestion, setIsQuestion] = useState(false);
  const isJudged = useRef(false);

  const tell = useEffectEvent(onChange);
  const sayFailed = useEffectEvent((error: unknown) =>
    setMessage(error instanceof ApiError ? error.message : t('signIn.sliderFailed')),
  );
  // A new deal is requested by the counters alone: a change of language keeps the puzzle.
  useEffect(() => {
    if (isQuestion) return tell({ kind: 'dealing' });
    let isCurrent = true;
    setLeft(0);
    tell({ kind: 'dealing' });
    call(auth.slider, {}, { showLoading: false, quiet: true }).then(
      (dealt) => {
        if (!isCurrent) return;
        isJudged.current = false;
        setPuzzle(dealt);
        tell(dealt.required ? { kind: 'open' } : { kind: 'notRequired' });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        sayFailed(error);
        tell({ kind: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [deal, redeal, isQuestion]);

  useEffect(() => {
    if (state.kind !== 'open' || puzzle === null || isQuestion) return;
    const timer = setTimeout(() => setRedeal((count) => count + 1), puzzle.expiresInSeconds * 1000);
    return () => clearTimeout(timer);
  }, [state.kind, puzzle, isQuestion]);

  const judge = useCallback(
    async (at: number) => {
      // One answer a puzzle: Enter held down repeats itself, and a second answer would void a right one's ticket.
      if (puzzle === null || isJudged.current) return;
      isJudged.current = true;
      setMessage(null);
      try {
        const { sliderTicket } = await call(
          auth.sliderVerify,
          { sliderId: puzzle.sliderId, left: at },
          { showLoading: false, quiet: true },
        );
        onChange({ kind: 'passed', ticket: sliderTicket });
      } catch (error) {
        setMessage(error instanceof ApiError ? error.message : t('signIn.sliderFailed'));
        setRedeal((count) => count + 1);
      }
    },
    [puzzle, onChange, t],
  );

  if (state.kind === 'notRequired') return null;
  if (state.kind === 'passed') {
    return (
      <p className="k-slider-passed" role="status">
        <span aria-hidden="true">✓</span> {t('signIn.sliderPassed')}
      </p>
    );
  }
  if (isQuestion) {
    const onPicture = () => setIsQuestion(false);
    return <Later key={deal} load={question} props={{ onChange, onPicture }} />;
  }
  const width = puzzle?.width ?? 320;
  const furthest = width - PIECE_WIDTH;
  return (
    <div className="k-slider" aria-busy={state.kind === 'dealing'}>
      <div className="k-slider-picture">
        {puzzle !== null && (
          <>
            <img src={puzzle.background} alt={t('signIn.sliderPicture')} width={width} height={puzzle.height} />
            <svg className="k-slider-piece" viewBox={`0 0 ${width} ${puzzle.height}`} aria-hidden="true">
              <image href={puzzle.piece} x={left} y={puzzle.pieceTop} width={PIECE_WIDTH} height={PIECE_WIDTH} />
            </svg>
          </>
        )}
        <button
          type="button"
          className="k-slider-again"
          title={t('signIn.sliderAgain')}
          aria-label={t('signIn.sliderAgain')}
          onClick={() => setRedeal((count) => count + 1)}
        >
          ↻
        </button>
      </div>
      <input
        type="range"
        className="k-slider-range"
        min={0}
        max={furthest}
        step={1}
        value={left}
        disabled={state.kind !== 'open'}
        aria-label={t('signIn.slider')}
        aria-describedby={hintId}
        aria-valuetext={t('signIn.sliderAt', { left, furthest })}
        onChange={(event) => setLeft(event.currentTarget.valueAsNumber)}
        onPointerUp={(event) => {
          const at = event.currentTarget.valueAsNumber;
          if (at > 0) void judge(at);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void judge(left);
        }}
      />
      <p id={hintId} className={message === null ? 'k-hint' : 'k-hint k-hint-bad'} role="status">
        {message ?? t('signIn.sliderHint')}
      </p>
      <button type="button" className="k-link" onClick={() => setIsQuestion(true)}>
        {t('signIn.useQuestion')}
      </button>
    </div>
  );
}
