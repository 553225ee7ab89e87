import { eatDay, useText } from '@kituo/sdk';
import type { reviewRules } from '@kituo/sdk/contracts';
import { fieldsOf } from '@kituo/sdk/page';
import type { OptionSource } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import { codeOptions, RE_REVIEW_TARGET, SOURCE } from './re-review-fields.ts';

export interface RulesValues extends Record<string, unknown> {
  readonly enabled: boolean;
  readonly dailySubmitLimit: number | null;
  readonly perPersonLimit: number | null;
  readonly sources: string[];
  readonly refuseCodes: string[];
  readonly minDays: number | null;
  readonly maxDays: number | null;
  readonly targetStatus: string;
  readonly effectiveFrom: string | null;
  readonly reason: string;
}
const { Text, Number, Switch, Segmented, MultiSelect, Date: Day } = fieldsOf<RulesValues>();
const SOURCES: OptionSource = { kind: 'dictionary', dictionary: SOURCE };

export function valuesOf(rules: reviewRules.ReReviewRules): RulesValues {
  return {
    ...rules,
    sources: [...rules.sources],
    refuseCodes: [...rules.refuseCodes],
    effectiveFrom: eatDay(new Date()),
    reason: '',
  };
}

/** The rules as the form holds them; what is not a number yet is refused by the contract. */
export function rulesOf(values: RulesValues): reviewRules.ReReviewRules {
  return {
    enabled: values.enabled,
    dailySubmitLimit: values.dailySubmitLimit ?? globalThis.Number.NaN,
    perPersonLimit: values.perPersonLimit ?? globalThis.Number.NaN,
    sources: (['MACHINE_REFUSED', 'REFUSED'] as const).filter((one) => values.sources.includes(one)),
    refuseCodes: [...values.refuseCodes],
    minDays: values.minDays ?? globalThis.Number.NaN,
    maxDays: values.maxDays ?? globalThis.Number.NaN,
    targetStatus: values.targetStatus === 'PENDING_REVIEW' ? 'PENDING_REVIEW' : 'TO_ALLOCATE',
  };
}

/** The fields of re-review rules, a merchant's or the company's; `children` stand before the day and the reason. */
export function RuleFields(props: {
  readonly limitHint?: string;
  readonly dayHint?: string;
  readonly children?: ReactNode;
}) {
  const { limitHint, dayHint } = props;
  const t = useText();
  return (
    <>
      <Switch name="enabled" />
      <div className="kp-pair">
        <Number name="dailySubmitLimit" {...(limitHint !== undefined && { hint: limitHint })} />
        <Number name="perPersonLimit" />
      </div>
      <MultiSelect name="sources" source={SOURCES} />
      <MultiSelect name="refuseCodes" isOptional source={codeOptions} hint={t('reReview.codesHint')} />
      <div className="kp-pair">
        <Number name="minDays" unit={t('config.days')} />
        <Number name="maxDays" unit={t('config.days')} />
      </div>
      <Segmented name="targetStatus" options={RE_REVIEW_TARGET} />
      {props.children}
      <Day name="effectiveFrom" {...(dayHint !== undefined && { hint: dayHint })} />
      <Text name="reason" isLong maxLength={200} hint={t('config.reasonHint')} />
    </>
  );
}
