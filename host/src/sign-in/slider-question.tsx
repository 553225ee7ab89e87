import { apiLanguage, session$ } from '@kituo/sdk';
import { useText } from '../texts.ts';
import { AnswerField, useDealtCheck } from './dealt-check.tsx';
import type { SliderState } from './slider-state.ts';

export interface SliderQuestionProps {
  readonly onChange: (state: SliderState) => void;
  /** Back to the picture. */
  readonly onPicture: () => void;
}

/** A sum in words in the slider's place, for people who cannot see the picture. */
export function SliderQuestion({ onChange, onPicture }: SliderQuestionProps) {
  const t = useText();
  const check = useDealtCheck('question', onChange);
  const { dealt, typed, setMessage } = check;
  const judge = () => {
    const answer = Number(typed);
    if (dealt === null || typed.trim() === '') return setMessage(t('signIn.questionBlank'));
    if (!Number.isInteger(answer) || Math.abs(answer) > 1000) {
      return setMessage(t('signIn.questionNumber'));
    }
    void check.judge({ answer });
  };
  const question = dealt?.question ?? '';
  return (
    <div className="k-slider k-field" aria-busy={dealt === null}>
      <AnswerField
        check={check}
        kind="digits"
        label={question === '' ? t('signIn.questionLoading') : question}
        hint={t('signIn.questionHint')}
        onCheck={judge}
        more={
          'speechSynthesis' in window &&
          question !== '' && (
            <button type="button" className="bp6-button bp6-large" onClick={() => say(question)}>
              {t('signIn.questionHear')}
            </button>
          )
        }
      />
      <button type="button" className="k-link" onClick={onPicture}>
        {t('signIn.usePicture')}
      </button>
    </div>
  );
}

function say(question: string): void {
  const utterance = new SpeechSynthesisUtterance(question);
  utterance.lang = apiLanguage(session$.value.language) === 'zh' ? 'zh-CN' : 'en-GB';
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(utterance);
}
