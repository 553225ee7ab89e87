import { Button, formatDate, useSearchParams, useText } from '@kituo/sdk';
import { type RequestOf, scheduling } from '@kituo/sdk/contracts';
import { DayInput, departmentOptions, peopleOptions, SeveralChoice, useOptions } from '@kituo/sdk/page';
import { ATTENDANCE_STATUS, EMPLOYEE_CATEGORY, SHIFT_STATUS, STAFF_TYPE } from '../words.ts';
import { typeOptions } from './shift-actions.tsx';

type CalendarFilters = Omit<RequestOf<typeof scheduling.calendar>, 'view' | 'date'>;

const CHOICES = {
  staffType: STAFF_TYPE,
  employeeCategory: EMPLOYEE_CATEGORY,
  shiftStatus: SHIFT_STATUS,
  attendanceStatus: ATTENDANCE_STATUS,
} as const;

const STEP = { DAY: 1, WEEK: 7, MONTH: 31 } as const;

const everybody = peopleOptions(scheduling.people, (groups) => groups);
/** Several of an address: `deptNo=D1,D2`. */
const severalIn = (query: URLSearchParams, name: string): string[] =>
  (query.get(name) ?? '').split(',').filter((one) => one !== '');

/** What the calendar shows; all of it is in the address. */
export function Toolbar(props: { readonly view: keyof typeof STEP; readonly date: string }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const types = useOptions(typeOptions);
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  };
  const move = (direction: number) => {
    const day = new Date(`${props.date}T12:00:00Z`);
    if (props.view === 'MONTH') day.setUTCMonth(day.getUTCMonth() + direction, 15);
    else day.setUTCDate(day.getUTCDate() + direction * STEP[props.view]);
    set('date', day.toISOString().slice(0, 10));
  };
  return (
    <div className="schedule-toolbar" role="toolbar" aria-label={t('planner.toolbar')}>
      <Button text="‹" aria-label={t('planner.previous')} onClick={() => move(-1)} />
      <DayInput
        type="date"
        className="bp6-input"
        aria-label={t('planner.date')}
        value={props.date}
        shown={formatDate(props.date)}
        onChange={(event) => set('date', event.target.value)}
      />
      <Button text="›" aria-label={t('planner.next')} onClick={() => move(1)} />
      {(['DAY', 'WEEK', 'MONTH'] as const).map((view) => (
        <Button
          key={view}
          text={t(`planner.view.${view}`)}
          active={props.view === view}
          aria-pressed={props.view === view}
          onClick={() => set('view', view)}
        />
      ))}
      <SeveralChoice
        label={t('field.deptNos')}
        source={departmentOptions}
        placeholder={t('planner.allGroups')}
        values={severalIn(query, 'deptNo')}
        onChange={(values) => set('deptNo', values.join(','))}
      />
      <SeveralChoice
        label={t('field.userNos')}
        source={everybody}
        placeholder={t('planner.everybody')}
        values={severalIn(query, 'userNo')}
        onChange={(values) => set('userNo', values.join(','))}
      />
      {Object.entries(CHOICES).map(([name, dictionary]) => (
        <Choice
          key={name}
          label={t(`field.${name}`)}
          value={query.get(name) ?? ''}
          choices={dictionary.codes.map((code) => [code, t(`${dictionary.name}.${code}`)])}
          onChange={(value) => set(name, value)}
        />
      ))}
      <Choice
        label={t('field.shiftType')}
        value={query.get('shiftType') ?? ''}
        choices={types.options.map(({ value, label }) => [value, label])}
        onChange={(value) => set('shiftType', value)}
      />
      <label className="schedule-check">
        <input
          type="checkbox"
          checked={query.get('violationsOnly') === 'true'}
          onChange={(event) => set('violationsOnly', event.target.checked ? 'true' : '')}
        />
        {t('planner.violationsOnly')}
      </label>
    </div>
  );
}

/** One of the choices or any of them. */
function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}) {
  const t = useText();
  return (
    <select
      className="bp6-input schedule-select"
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    >
      <option value="">{t('planner.anyOf', { field: props.label })}</option>
      {props.choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** What of the address narrows the calendar; what it has no code of is left out. */
export function shownOf(query: URLSearchParams): CalendarFilters {
  const oneOf = <Code extends string>(name: string, codes: readonly Code[]) => {
    const code = codes.find((one) => one === query.get(name));
    return code === undefined ? {} : { [name]: code };
  };
  const userNos = severalIn(query, 'userNo');
  const deptNos = severalIn(query, 'deptNo');
  const shiftType = scheduling.shiftTypeCode.safeParse(query.get('shiftType'));
  return {
    ...(deptNos.length > 0 && { deptNos }),
    ...(userNos.length > 0 && { userNos }),
    ...oneOf('staffType', STAFF_TYPE.codes),
    ...oneOf('employeeCategory', EMPLOYEE_CATEGORY.codes),
    ...oneOf('shiftStatus', SHIFT_STATUS.codes),
    ...oneOf('attendanceStatus', ATTENDANCE_STATUS.codes),
    ...(shiftType.success && { shiftType: shiftType.data }),
    ...(query.get('violationsOnly') === 'true' && { violationsOnly: true }),
  };
}
