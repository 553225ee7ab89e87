import { eatDay, useText } from '@kituo/sdk';
import { dept, type RequestOf, schedulePlan } from '@kituo/sdk/contracts';
import { fieldsOf, type Option, remoteOptions, useDetail, useFormValues } from '@kituo/sdk/page';
import { CoverFields, coversOf, coverValues } from './cover-fields.tsx';

const WEEKDAYS = ['rate0', 'rate1', 'rate2', 'rate3', 'rate4', 'rate5', 'rate6'] as const;

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
  /** `D 70, E 30` */
  readonly shiftShares: string;
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
  shiftShares: '',
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
    shiftShares: row.shiftShares.map(({ shiftType, percent }) => `${shiftType} ${percent}`).join(', '),
    effectiveFrom: eatDay(new Date()),
  };
}

function sharesOf(text: string) {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [shiftType = '', percent = ''] = part.split(/\s+/);
      return { shiftType: shiftType.toUpperCase(), percent: Number(percent) };
    });
}

const ratesOf = (values: PlanValues) => WEEKDAYS.map((name) => values[name] ?? 0);

export function requestOf(values: PlanValues): RequestOf<typeof schedulePlan.save> {
  return {
    planName: values.planName,
    deptNos: [...values.deptNos],
    maxConsecutiveDays: values.maxConsecutiveDays ?? 0,
    weeklyAttendanceDays: values.weeklyAttendanceDays ?? 0,
    dailyAttendanceRates: ratesOf(values),
    shiftShares: sharesOf(values.shiftShares),
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
      {WEEKDAYS.map((name) => (
        <Count key={name} name={name} unit="%" />
      ))}
      <Feasible />
      <Text name="shiftShares" isOptional hint={t('plan.sharesHint')} />
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

/** Whether the rates fit the working days, as they are typed. */
function Feasible() {
  const t = useText();
  const values = useFormValues();
  const parsed = schedulePlan.check.request.safeParse({
    deptNos: values['deptNos'],
    weeklyAttendanceDays: values['weeklyAttendanceDays'],
    dailyAttendanceRates: WEEKDAYS.map((name) => values[name]),
  });
  const { data } = useDetail(schedulePlan.check, parsed.success ? parsed.data : null);
  if (data === null) return null;
  return (
    <p role="status">
      {t(data.isPossible ? 'plan.fits' : 'plan.fitsNot', {
        people: data.headcount,
        needed: data.needed,
        available: data.available,
      })}
    </p>
  );
}
