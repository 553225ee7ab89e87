import '../steps.css';
import { Button, Empty, Failed, useEndpoint, useText } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';
import { useAction } from '@kituo/sdk/page';
import { CheckStep, WhatStep, WhichStep } from '../step-bodies.tsx';
import { STEPS, useSteps } from '../use-steps.ts';

const REQUEST = {
  filters: { warningStatus: 'ACKNOWLEDGED' },
  page: 1,
  pageSize: 20,
  sort: { field: 'raisedAt', direction: 'desc' },
} as const;

/** Closes a warning in three steps: which, what came of it, a look at it all. Sent once. */
export function CloseWarningPage() {
  const t = useText();
  const open = useEndpoint(warning.page, REQUEST);
  const steps = useSteps();
  const { step, answers } = steps;
  const chosen = open.data?.rows.find(({ warningNo }) => warningNo === answers.warningNo) ?? null;
  const close = useAction({
    name: 'close',
    endpoint: warning.resolve,
    request: ({ warningNo }: warning.WarningRow) => ({
      warningNos: [warningNo],
      note: `${t(`OUTCOME.${answers.outcome}`)}: ${answers.details.trim()}`,
    }),
    facts: ({ subject }) => ({ subject }),
    onDone: () => {
      steps.begin();
      void open.refetch();
    },
  });
  if (open.isError) return <Failed error={open.error} onRetry={() => void open.refetch()} />;
  if (open.data === undefined) return <Empty title={t('loading')} />;
  if (open.data.rows.length === 0) return <Empty title={t('none')} text={t('noneHint')} />;
  const isLast = step === 'check';
  return (
    <form
      className="wizard"
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isLast) void close.submit({});
        else steps.next();
        // The key of the command is made here, so that sending twice has one effect.
        if (step === 'what' && chosen !== null) close.open(chosen);
      }}
    >
      <h1>{t('title')}</h1>
      <ol className="wizard-steps">
        {STEPS.map((name, index) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            <b>{index + 1}</b> {t(`step.${name}`)}
          </li>
        ))}
      </ol>
      <div className="wizard-card">
        {step === 'which' && <WhichStep steps={steps} rows={open.data.rows} />}
        {step === 'what' && <WhatStep steps={steps} />}
        {isLast && chosen !== null && <CheckStep steps={steps} chosen={chosen} />}
        {steps.fault !== null && (
          <p className="wizard-fault" role="alert">
            {t(steps.fault)}
          </p>
        )}
        {isLast && close.error !== null && (
          <p className="wizard-fault" role="alert">
            {close.error.msg}
          </p>
        )}
      </div>
      <div className="wizard-foot">
        {step === 'which' ? <span /> : <Button text={t('back')} disabled={close.isPending} onClick={steps.back} />}
        <Button
          type="submit"
          intent="primary"
          text={isLast ? close.textOf('submit') : t('next')}
          loading={close.isPending}
          disabled={isLast && !close.isPermitted}
        />
      </div>
    </form>
  );
}
