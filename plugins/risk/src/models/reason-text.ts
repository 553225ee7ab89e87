import type { useText } from '@kituo/sdk';
import type { riskModel } from '@kituo/sdk/contracts';
import { shownValue } from '../parts/money-values.ts';

type Translate = ReturnType<typeof useText>;

/** A reason as one reads it: "Longest delay: 45 days. 90 points lost". */
export function reasonText({ input, value, points, mostPoints }: riskModel.ScoreLine, t: Translate): string {
  const known = value === null ? null : shownValue(input, value);
  const read = known !== null && input === 'loanType' ? t(`LOAN_TYPE.${known}`) : known;
  return t('model.reason', {
    what: t(`model.reasonOf.${input}`),
    value: read ?? t('model.unknown'),
    points: mostPoints - points,
    count: mostPoints - points,
  });
}
