import { useText } from '@kituo/sdk';
import { taskAward } from '@kituo/sdk/contracts';
import { fieldsOf, remoteOptions, useFormValues } from '@kituo/sdk/page';
import { ACTIVITY_TYPE, AWARD_TYPE } from './activity-codes.ts';
import { Simulated } from './simulated.tsx';

const {
  Moment,
  Money,
  Number: Count,
  Segmented,
  Select,
  Text,
} = fieldsOf<Record<keyof taskAward.ActivityRule, unknown>>();

const templateOptions = remoteOptions(taskAward.templates, (all) =>
  all.map(({ couponTemplateNo, couponContent }) => ({ value: couponTemplateNo, label: couponContent })),
);

/** An activity: what is awarded, with what, and how much of it. */
export function ActivityFields(props: { readonly valueOf: (values: Readonly<Record<string, unknown>>) => unknown }) {
  const t = useText();
  const { awardType, activityType } = useFormValues();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <Select name="activityType" options={ACTIVITY_TYPE} />
      {activityType === 'ON_TIME_REPAYMENT' && (
        <Count name="onTimeDays" unit={t('unit.days')} isOptional hint={t('activity.onTimeDaysHint')} />
      )}
      <Segmented name="awardType" options={AWARD_TYPE} />
      {awardType === 'COUPON' && <Select name="couponTemplateNo" options={templateOptions} />}
      {awardType === 'WALLET' && <Money name="awardCents" />}
      {awardType === 'POINTS' && <Count name="points" />}
      <Money name="budgetCents" />
      <div className="kp-pair">
        <Count name="perCustomerMax" />
        <Count name="perDayMax" />
      </div>
      <div className="kp-pair">
        <Moment name="startAt" />
        <Moment name="endAt" />
      </div>
      <Simulated valueOf={props.valueOf} />
    </>
  );
}
