import { useState } from 'react';
import { Later } from '../shell/later.tsx';
import { useText } from '../texts.ts';
import { AnswerField, useDealtCheck } from './dealt-check.tsx';
import type { SliderState } from './slider-state.ts';

export interface PictureCheckProps {
  readonly state: SliderState;
  readonly onChange: (state: SliderState) => void;
  /** Changing it deals another picture: a ticket is spent by a failed sign-in. */
  readonly deal: number;
}

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
  const check = useDealtCheck('letters', onChange);
  const { dealt, typed } = check;
  const judge = () => {
    if (dealt === null || typed.trim() === '') return check.setMessage(t('signIn.pictureBlank'));
    void check.judge({ letters: typed });
  };
  const picture = (
    <div className="k-slider-picture">
      {dealt !== null && (
        <img src={dealt.background} alt={t('signIn.pictureAlt')} width={dealt.width} height={dealt.height} />
      )}
      <button
        type="button"
        className="k-slider-again"
        title={t('signIn.sliderAgain')}
        aria-label={t('signIn.sliderAgain')}
        onClick={check.another}
      >
        ↻
      </button>
    </div>
  );
  return (
    <div className="k-picture k-field" aria-busy={dealt === null}>
      <AnswerField
        check={check}
        kind="letters"
        label={t('signIn.pictureLabel')}
        hint={t('signIn.pictureHint')}
        picture={picture}
        onCheck={judge}
      />
      <button type="button" className="k-link" onClick={onQuestion}>
        {t('signIn.useQuestion')}
      </button>
    </div>
  );
}
