import { eatDay, useText } from '@kituo/sdk';
import type { ApiError } from '@kituo/sdk';
import type { reviewRules } from '@kituo/sdk/contracts';
import { fieldsOf, FormDrawer, merchantOptions, LOAN_TYPE } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { COMPULSORY, correctableOptions, productOptions } from './rules-fields.ts';
import type { RulesTab } from './rules-fields.ts';
import { stepsOf, valuesOfRules } from './rules-values.ts';
import type { RulesStart, RulesValues } from './rules-values.ts';
import { StepsEditor } from './steps-editor.tsx';

type Steps = RefObject<readonly reviewRules.ReviewStep[]>;
type Field =
  | keyof RulesValues
  | keyof reviewRules.AllocationRules
  | keyof reviewRules.RejectRules
  | keyof reviewRules.FaceRules
  | keyof reviewRules.AiRules;
const { Text, Number, Switch, Select, Segmented, MultiSelect, Date: Day } = fieldsOf<Record<Field & string, unknown>>();

const tomorrow = () => eatDay(new Date(Date.now() + 86_400_000));

/** A version of one tab's rules: what they say, from which day, and why. */
export function RulesForm<Subject extends RulesStart>(props: {
  readonly tab: RulesTab;
  readonly action: Action<Subject, RulesValues>;
  readonly steps: Steps;
}) {
  const { tab, action, steps } = props;
  const t = useText();
  return (
    <FormDrawer action={action} defaults={(subject) => valuesOfRules(tab, subject, tomorrow())}>
      {(subject) => (
        <>
          <ValueFields tab={tab} subject={subject} steps={steps} error={action.error} />
          <Day name="effectiveFrom" hint={t('config.fromHint')} />
          <Text name="reason" isLong maxLength={200} hint={t('config.reasonHint')} />
        </>
      )}
    </FormDrawer>
  );
}

function ValueFields(props: {
  readonly tab: RulesTab;
  readonly subject: RulesStart;
  readonly steps: Steps;
  readonly error: ApiError | null;
}) {
  const t = useText();
  switch (props.tab) {
    case 'ALLOCATION':
      return (
        <>
          <Switch name="autoAllotEnabled" hint={t('config.autoHint')} />
          <Number name="leaseMinutes" unit={t('config.minutes')} />
          <div className="kp-pair">
            <Number name="amberAfterMinutes" unit={t('config.minutes')} />
            <Number name="redAfterMinutes" unit={t('config.minutes')} />
          </div>
        </>
      );
    case 'REJECT':
      return (
        <>
          <Number name="returnDays" unit={t('config.days')} />
          <MultiSelect name="correctableItems" source={correctableOptions} />
        </>
      );
    case 'FACE':
      return (
        <>
          <Number name="scoreThreshold" hint={t('config.scoreHint')} />
          <Segmented name="compulsory" options={COMPULSORY} />
        </>
      );
    case 'AI':
      return <Switch name="aiMayDecide" hint={t('config.aiHint')} />;
    case 'STEPS':
      return (
        <>
          <Select
            name="merchantNo"
            isOptional
            options={merchantOptions}
            isDisabled={props.subject.versionStatus === 'DRAFT'}
            hint={t('config.scopeHint')}
          />
          <div className="kp-pair">
            <Select name="productNo" isOptional options={productOptions} />
            <Select name="loanType" isOptional options={LOAN_TYPE} />
          </div>
          <Steps subject={props.subject} steps={props.steps} error={props.error} />
        </>
      );
  }
}

/** The editor's own state; the action reads it when it sends. */
function Steps(props: { readonly subject: RulesStart; readonly steps: Steps; readonly error: ApiError | null }) {
  const [steps, setSteps] = useState<readonly reviewRules.ReviewStep[]>(() => stepsOf(props.subject));
  const held = props.steps;
  useEffect(() => {
    held.current = steps;
  }, [held, steps]);
  // A message stands until the steps are changed: then it may no longer be true.
  const [read, setRead] = useState<ApiError | null>(null);
  const error = props.error === read ? null : props.error;
  return (
    <StepsEditor
      steps={steps}
      faultOf={(path) => error?.messageOf(path) ?? null}
      onChange={(next) => {
        setSteps(next);
        setRead(props.error);
      }}
    />
  );
}
