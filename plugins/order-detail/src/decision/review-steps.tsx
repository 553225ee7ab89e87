import { useSearchParams, useText } from '@kituo/sdk';
import type { ApiError } from '@kituo/sdk';
import type { orderAudit } from '@kituo/sdk/contracts';
import { useRef, type KeyboardEvent } from 'react';
import { useStepName } from '../file/step-name.ts';
import { NO_ANSWER } from './review-form.ts';
import type { StepValue } from './review-form.ts';
import { StepAttachment } from './step-attachment.tsx';
import { firstRadio, showEvidence, useStepsFocus } from './step-focus.ts';
import type { Review } from './use-review.ts';

const TAB_OF: Readonly<Record<string, string>> = {
  ESSENTIAL: 'essential',
  SOCIAL: 'social',
  CLOSE_CONTACTS: 'closeContacts',
  OPERATOR: 'operator',
  APP_LIST: 'apps',
  LOCATION: 'location',
  DEVICE: 'device',
  BVN: 'bvn',
};

/** The configured steps, required ones first; the evidence of a step opens beside it. */
export function ReviewSteps(props: {
  readonly review: Review;
  readonly panel: orderAudit.Panel;
  readonly error: ApiError | null;
  readonly isLocked: boolean;
}) {
  const { review, panel, error, isLocked } = props;
  const { values } = review;
  const t = useText();
  const nameOf = useStepName();
  const [query, setQuery] = useSearchParams();
  const root = useRef<HTMLFieldSetElement>(null);
  useStepsFocus(root, values !== null && !isLocked);
  if (values === null || panel.steps.length === 0) return null;
  const steps = panel.steps
    .map((step, index) => ({ ...step, index }))
    .toSorted((one, other) => Number(other.required) - Number(one.required));
  const set = (stepName: string, part: Partial<StepValue>): void => {
    // What is attached arrives when other steps are answered already.
    review.change(({ steps: now }) => ({
      steps: { ...now, [stepName]: { ...(now[stepName] ?? NO_ANSWER), ...part } },
    }));
  };
  /** `1 2 3` answer the step that has the focus, which goes to the next one. */
  const answerByKey = (event: KeyboardEvent): void => {
    const { target, key } = event;
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (!isPlain || !(target instanceof HTMLInputElement) || target.type !== 'radio') return;
    const at = steps.findIndex(({ index }) => target.name === `step-${index}`);
    const step = steps[at];
    const answer = step?.answers[Number(key) - 1];
    if (step === undefined || answer === undefined) return;
    event.preventDefault();
    // The keys of the file's tabs are the same.
    event.stopPropagation();
    set(step.stepName, { answer });
    const next = steps.slice(at + 1).find(({ stepName }) => (values.steps[stepName]?.answer ?? null) === null);
    firstRadio(root.current, next === undefined ? null : `step-${next.index}`)?.focus();
  };
  return (
    <fieldset ref={root} className="of-steps" disabled={isLocked} onKeyDown={answerByKey}>
      <legend>{t('review.steps')}</legend>
      {steps.map(({ index, ...step }) => {
        const { stepName, required, evidenceTab, answers } = step;
        const name = nameOf(step);
        const { answer, note, attachment } = values.steps[stepName] ?? NO_ANSWER;
        const fault = error?.messageOf(`steps.${index}`);
        return (
          <div
            key={stepName}
            className="of-step"
            data-field={`steps.${index}`}
            data-invalid={fault === undefined ? undefined : true}
          >
            <div className="of-step-name" id={`step-${index}`}>
              {name}
              {required && <span className="of-required"> *</span>}{' '}
              <button
                type="button"
                className="ks-link-button"
                onClick={() => {
                  const next = new URLSearchParams(query);
                  const tab = TAB_OF[evidenceTab] ?? 'essential';
                  next.set('tab', tab);
                  setQuery(next);
                  showEvidence(tab);
                }}
              >
                {t('review.evidence')}
              </button>
            </div>
            <div className="of-choices" role="radiogroup" aria-labelledby={`step-${index}`}>
              {answers.map((value) => (
                <label key={value}>
                  <input
                    type="radio"
                    name={`step-${index}`}
                    checked={answer === value}
                    onChange={() => {
                      set(stepName, { answer: value });
                    }}
                  />
                  {t(`REVIEW_STEP_ANSWER.${value}`)}
                </label>
              ))}
            </div>
            {/* Its room is kept before there is an answer: answering moves nothing. */}
            <div className="of-step-more" data-idle={answer === null ? true : undefined}>
              <input
                className="of-note"
                aria-label={t('review.noteOf', { step: name })}
                placeholder={t('review.note')}
                maxLength={200}
                value={note}
                onChange={(event) => {
                  set(stepName, { note: event.target.value });
                }}
              />
              <StepAttachment
                orderNo={panel.orderNo}
                stepName={name}
                value={attachment}
                onChange={(chosen) => {
                  set(stepName, { attachment: chosen });
                }}
              />
            </div>
            {fault !== undefined && (
              <p className="of-fault" role="alert">
                {fault}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
