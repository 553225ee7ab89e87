import { useText } from '@kituo/sdk';
import { schedulePlan } from '@kituo/sdk/contracts';
import { fieldsOf, useDetail, useFormValues, useWriteField } from '@kituo/sdk/page';
import './plans.css';

export const WEEKDAYS = ['rate0', 'rate1', 'rate2', 'rate3', 'rate4', 'rate5', 'rate6'] as const;
const { Number: Count } = fieldsOf<Record<string, unknown>>();

const typedRate = (value: unknown): number => (typeof value === 'number' && value >= 0 && value <= 100 ? value : 0);

/** The highest rate of each weekday that the working days of the week leave, the other weekdays as they are. */
export function feasibleRates(
  rates: readonly number[],
  { headcount, available }: { readonly headcount: number; readonly available: number },
): number[] {
  if (headcount === 0) return rates.map(() => 100);
  const needed = rates.map((rate) => Math.ceil((rate * headcount) / 100));
  const all = needed.reduce((sum, people) => sum + people, 0);
  return needed.map((people) => {
    const left = Math.min(headcount, available - (all - people));
    return Math.max(0, Math.floor((left * 100) / headcount));
  });
}

/** Attendance by weekday: typed or dragged, with what is possible shaded, and whether all of it fits. */
export function RateFields() {
  const t = useText();
  const write = useWriteField();
  const values = useFormValues();
  const rates = WEEKDAYS.map((name) => typedRate(values[name]));
  const parsed = schedulePlan.check.request.safeParse({
    deptNos: values['deptNos'],
    weeklyAttendanceDays: values['weeklyAttendanceDays'],
    dailyAttendanceRates: WEEKDAYS.map((name) => values[name]),
  });
  const { data } = useDetail(schedulePlan.check, parsed.success ? parsed.data : null);
  const feasible = data === null ? null : feasibleRates(rates, data);
  return (
    <fieldset className="schedule-rates">
      <legend>{t('plan.rates')}</legend>
      {WEEKDAYS.map((name, weekday) => {
        const most = feasible?.[weekday] ?? 100;
        return (
          <div key={name} className="schedule-rate">
            <Count name={name} unit="%" />
            <input
              type="range"
              min={0}
              max={100}
              step={5}
              aria-label={t('plan.rateOf', { day: t(`field.${name}`), most })}
              value={rates[weekday]}
              className={(rates[weekday] ?? 0) > most ? 'schedule-slider schedule-over' : 'schedule-slider'}
              style={{
                background: `linear-gradient(to right, var(--schedule-feasible) ${most}%, var(--schedule-not) ${most}%)`,
              }}
              onChange={({ currentTarget }) => {
                write(name, Number(currentTarget.value));
              }}
            />
          </div>
        );
      })}
      {data !== null && (
        <p role="status">
          {t(data.isPossible ? 'plan.fits' : 'plan.fitsNot', {
            people: data.headcount,
            count: data.headcount,
            needed: data.needed,
            available: data.available,
          })}
        </p>
      )}
    </fieldset>
  );
}
