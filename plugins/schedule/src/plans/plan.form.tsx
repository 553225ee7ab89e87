import { eatDay, useText } from '@kituo/sdk';
import { dept, type RequestOf, type schedulePlan } from '@kituo/sdk/contracts';
import { fieldsOf, type Option, remoteOptions } from '@kituo/sdk/page';
import { CoverFields, coversOf, coverValues } from './cover-fields.tsx';
import { RateFields, WEEKDAYS } from './rate-fields.tsx';
import { ShareFields, shareValues, sharesOf } from './share-fields.tsx';

export interface PlanValues extends Record<string, unknown> {
  readonly planName: string;
  readonly deptNos: readonly string[];
  readonly maxConsecutiveDays: number | null;
  readonly weeklyAttendanceDays: number | null;
  readonly rate0: number | null;
  readonly rate1: number | null;
  readonly rate2: number | null;
  readonly rate3: number | null;
  readonly rate4: number | null;
  readonly rate5: number | null;
  readonly rate6: number | null;
  readonly newStaffWithOldStaff: boolean;
  readonly maxWeeklyNights: number | null;
  readonly holidayRate: number | null;
  readonly effectiveFrom: string | null;
}
const { Date: Day, MultiSelect, Number: Count, Switch, Text } = fieldsOf<PlanValues>();

const flat = (departments: readonly dept.Department[]): Option[] =>
  departments.flatMap(({ deptNo, name, childList }) => [{ value: deptNo, label: name }, ...flat(childList)]);
const groupOptions = remoteOptions(dept.tree, flat);

export const newPlan = (): PlanValues => ({
  planName: '',
  deptNos: [],
  maxConsecutiveDays: 6,
  weeklyAttendanceDays: 5,
  rate0: 60,
  rate1: 60,
  rate2: 60,
  rate3: 60,
  rate4: 60,
  rate5: 60,
  rate6: 60,
  ...shareValues([]),
  newStaffWithOldStaff: false,
  maxWeeklyNights: 6,
  holidayRate: null,
  ...coverValues([]),
  effectiveFrom: eatDay(new Date()),
});

/** What a plan says now, to apply from today on. */
export function valuesOf(row: schedulePlan.SchedulePlanRow): PlanValues {
  const rate = (weekday: number) => row.dailyAttendanceRates[weekday] ?? 0;
  return {
    planName: row.planName,
    deptNos: row.deptNos,
    maxConsecutiveDays: row.maxConsecutiveDays,
    weeklyAttendanceDays: row.weeklyAttendanceDays,
    newStaffWithOldStaff: row.newStaffWithOldStaff,
    maxWeeklyNights: row.maxWeeklyNights,
    holidayRate: row.holidayRate,
    ...coverValues(row.covers),
    rate0: rate(0),
    rate1: rate(1),
    rate2: rate(2),
    rate3: rate(3),
    rate4: rate(4),
    rate5: rate(5),
    rate6: rate(6),
    ...shareValues(row.shiftShares),
    effectiveFrom: eatDay(new Date()),
  };
}

const ratesOf = (values: PlanValues) => WEEKDAYS.map((name) => values[name] ?? 0);

export function requestOf(values: PlanValues): RequestOf<typeof schedulePlan.save> {
  return {
    planName: values.planName,
    deptNos: [...values.deptNos],
    maxConsecutiveDays: values.maxConsecutiveDays ?? 0,
    weeklyAttendanceDays: values.weeklyAttendanceDays ?? 0,
    dailyAttendanceRates: ratesOf(values),
    shiftShares: sharesOf(values),
    newStaffWithOldStaff: values.newStaffWithOldStaff,
    maxWeeklyNights: values.maxWeeklyNights ?? Number.NaN,
    holidayRate: values.holidayRate,
    covers: coversOf(values),
    effectiveFrom: values.effectiveFrom ?? '',
  };
}

export function PlanFields() {
  const t = useText();
  return (
    <>
      <Text name="planName" maxLength={30} />
      <MultiSelect name="deptNos" source={groupOptions} />
      <Count name="maxConsecutiveDays" />
      <Count name="weeklyAttendanceDays" />
      <RateFields />
      <ShareFields />
      <Switch name="newStaffWithOldStaff" />
      <div className="kp-pair">
        <Count name="maxWeeklyNights" hint={t('plan.nightsHint')} />
        <Count name="holidayRate" unit="%" isOptional hint={t('plan.holidayHint')} />
      </div>
      <CoverFields />
      <Day name="effectiveFrom" />
    </>
  );
}
