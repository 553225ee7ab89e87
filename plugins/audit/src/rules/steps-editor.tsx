import { Button, useText } from '@kituo/sdk';
import { reviewRules } from '@kituo/sdk/contracts';
import { useOptions } from '@kituo/sdk/page';
import { answerOptions, evidenceOptions } from './rules-fields.ts';
import { emptyStep } from './rules-values.ts';
import './rules.css';

type Step = reviewRules.ReviewStep;
const STEP_FIELDS = ['stepName', 'stepNameZh', 'required', 'evidenceTab', 'answers'] as const;

/** The ordered steps of a review: name, evidence, answers; moved and taken out in place. */
export function StepsEditor(props: {
  readonly steps: readonly Step[];
  /** What the server said of a place of the last attempt, `value.1.stepName`; null where nothing. */
  readonly faultOf: (path: string) => string | null;
  readonly onChange: (steps: readonly Step[]) => void;
}) {
  const t = useText();
  const { steps, onChange } = props;
  const replace = (at: number, step: Step): void => {
    onChange(steps.map((one, index) => (index === at ? step : one)));
  };
  const move = (at: number, by: number): void => {
    const next = [...steps];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(at + by, 0, moved);
    onChange(next);
  };
  return (
    <fieldset className="steps">
      <legend>{t('config.steps')}</legend>
      <ol>
        {steps.map((step, index) => (
          <li key={index}>
            <StepFields
              step={step}
              place={index + 1}
              fault={
                [...STEP_FIELDS, null]
                  .map((field) => props.faultOf(['value', index, field].filter((part) => part !== null).join('.')))
                  .find((message) => message !== null) ?? null
              }
              onChange={(changed) => {
                replace(index, changed);
              }}
            />
            <div className="steps-moves">
              <Button
                size="small"
                variant="minimal"
                text={t('config.up')}
                aria-label={t('config.upOf', { place: index + 1 })}
                disabled={index === 0}
                onClick={() => {
                  move(index, -1);
                }}
              />
              <Button
                size="small"
                variant="minimal"
                text={t('config.down')}
                aria-label={t('config.downOf', { place: index + 1 })}
                disabled={index === steps.length - 1}
                onClick={() => {
                  move(index, 1);
                }}
              />
              <Button
                size="small"
                variant="minimal"
                intent="danger"
                text={t('config.remove')}
                aria-label={t('config.removeOf', { place: index + 1 })}
                disabled={steps.length === 1}
                onClick={() => {
                  onChange(steps.filter((_one, other) => other !== index));
                }}
              />
            </div>
          </li>
        ))}
      </ol>
      <Button
        size="small"
        text={t('config.addStep')}
        disabled={steps.length >= 40}
        onClick={() => {
          onChange([...steps, emptyStep()]);
        }}
      />
    </fieldset>
  );
}

function StepFields(props: {
  readonly step: Step;
  readonly place: number;
  readonly fault: string | null;
  readonly onChange: (step: Step) => void;
}) {
  const t = useText();
  const { step, place, onChange } = props;
  const tabs = useOptions(evidenceOptions).options;
  const answers = useOptions(answerOptions).options;
  const isFaulty = !reviewRules.reviewStep.safeParse(step).success;
  const isBlank = step.stepName === '' && step.answers.length === 0;
  return (
    <>
      <div className="kp-pair">
        <label>
          {t('config.stepName', { place })}
          <input
            className="bp6-input bp6-fill"
            value={step.stepName}
            maxLength={64}
            aria-invalid={!isBlank && step.stepName.trim() === ''}
            onChange={(event) => {
              onChange({ ...step, stepName: event.target.value });
            }}
          />
        </label>
        <label>
          {t('config.stepNameZh', { place })}
          <input
            className="bp6-input bp6-fill"
            lang="zh"
            value={step.stepNameZh ?? ''}
            maxLength={64}
            onChange={({ target }) => {
              const { stepNameZh: _before, ...rest } = step;
              onChange(target.value === '' ? rest : { ...rest, stepNameZh: target.value });
            }}
          />
        </label>
        <label>
          {t('config.evidence')}
          <span>
            <select
              className="bp6-input bp6-fill"
              value={step.evidenceTab}
              onChange={(event) => {
                const { data } = reviewRules.evidenceTab.safeParse(event.target.value);
                if (data) onChange({ ...step, evidenceTab: data });
              }}
            >
              {tabs.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </span>
        </label>
      </div>
      <div className="steps-answers" role="group" aria-label={t('config.answersOf', { place })}>
        {answers.map(({ value, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={step.answers.includes(value)}
              onChange={({ target }) => {
                const others = step.answers.filter((answer) => answer !== value);
                onChange({ ...step, answers: target.checked ? [...others, value] : others });
              }}
            />{' '}
            {label}
          </label>
        ))}
        <label className="steps-required">
          <input
            type="checkbox"
            checked={step.required}
            onChange={({ target }) => {
              onChange({ ...step, required: target.checked });
            }}
          />{' '}
          {t('config.required')}
        </label>
      </div>
      {props.fault !== null && (
        <p className="kp-note kp-note-wrong" role="alert">
          {props.fault}
        </p>
      )}
      {!isBlank && isFaulty && props.fault === null && (
        <p className="kp-note kp-note-wrong">
          {step.answers.length === 0 ? t('config.noAnswers') : t('config.noName')}
        </p>
      )}
    </>
  );
}
