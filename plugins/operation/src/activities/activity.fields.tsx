import { taskAward } from '@kituo/sdk/contracts';
import { fieldsOf, remoteOptions, useFormValues } from '@kituo/sdk/page';
import { ACTIVITY_TYPE, AWARD_TYPE } from './activity-codes.ts';

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
export function ActivityFields() {
  const { awardType } = useFormValues();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <Select name="activityType" options={ACTIVITY_TYPE} />
      <Segmented name="awardType" options={AWARD_TYPE} />
      {awardType === 'COUPON' ? (
        <Select name="couponTemplateNo" options={templateOptions} />
      ) : (
        <Money name="awardCents" />
      )}
      <Money name="budgetCents" />
      <div className="kp-pair">
        <Count name="perCustomerMax" />
        <Count name="perDayMax" />
      </div>
      <div className="kp-pair">
        <Moment name="startAt" />
        <Moment name="endAt" />
      </div>
    </>
  );
}
