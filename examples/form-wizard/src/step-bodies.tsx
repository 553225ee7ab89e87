import { EatTime, useText } from '@kituo/sdk';
import type { warning } from '@kituo/sdk/contracts';
import { DETAILS_MAX, type useSteps } from './use-steps.ts';

const OUTCOMES = ['DONE', 'NOT_NEEDED', 'ELSEWHERE'];

type Steps = ReturnType<typeof useSteps>;

/** Which warning: those that somebody took on. */
export function WhichStep(props: { readonly steps: Steps; readonly rows: readonly warning.WarningRow[] }) {
  const t = useText();
  const { steps } = props;
  return (
    <fieldset>
      <legend>{t('step.which')}</legend>
      {props.rows.map(({ warningNo, subject, raisedAt }) => (
        <label key={warningNo} className="wizard-choice">
          <input
            type="radio"
            name="warningNo"
            checked={steps.answers.warningNo === warningNo}
            onChange={() => {
              steps.fill({ warningNo });
            }}
          />
          {subject}
          <small>
            <EatTime at={raisedAt} />
          </small>
        </label>
      ))}
    </fieldset>
  );
}

/** What came of it, and in words. */
export function WhatStep({ steps }: { readonly steps: Steps }) {
  const t = useText();
  const { outcome, details } = steps.answers;
  return (
    <fieldset>
      <legend>{t('step.what')}</legend>
      {OUTCOMES.map((code) => (
        <label key={code} className="wizard-choice">
          <input
            type="radio"
            name="outcome"
            checked={outcome === code}
            onChange={() => {
              steps.fill({ outcome: code });
            }}
          />
          {t(`OUTCOME.${code}`)}
        </label>
      ))}
      <label className="wizard-text">
        {t('details')}
        <textarea
          className="bp6-input"
          value={details}
          maxLength={DETAILS_MAX}
          onChange={(event) => {
            steps.fill({ details: event.target.value });
          }}
        />
      </label>
    </fieldset>
  );
}

/** All of it once more. */
export function CheckStep(props: { readonly steps: Steps; readonly chosen: warning.WarningRow }) {
  const t = useText();
  const { outcome, details } = props.steps.answers;
  return (
    <dl>
      <dt>{t('step.which')}</dt>
      <dd>{props.chosen.subject}</dd>
      <dt>{t('step.what')}</dt>
      <dd>{t(`OUTCOME.${outcome}`)}</dd>
      <dt>{t('details')}</dt>
      <dd>{details}</dd>
    </dl>
  );
}
