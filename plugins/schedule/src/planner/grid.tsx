import { formatDate, useText } from '@kituo/sdk';
import type { ReplyOf, scheduling } from '@kituo/sdk/contracts';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { ShiftChip } from './chip.tsx';
import { ShiftDetail } from './shift-detail.tsx';
import { isOpenDay, type PlannerActions, type Shift } from './shift-actions.tsx';

type Calendar = ReplyOf<typeof scheduling.calendar>;

/** `20 Nov` of `2026-11-20`; the year stands in the toolbar. */
const dayOf = (date: string): string => formatDate(`${date}T12:00:00Z`).split(' ').slice(0, 2).join(' ');

/** A row a person, a cell a day; shifts are dragged, or carried with M and the arrows, and put down with Enter. */
export function Grid(props: {
  readonly calendar: Calendar;
  readonly actions: PlannerActions;
  /** Room for the times of a shift. */
  readonly isWide: boolean;
}) {
  const { calendar, actions, isWide } = props;
  const t = useText();
  const [carried, setCarried] = useState<Shift | null>(null);
  const [opened, setOpened] = useState<Shift | null>(null);
  const drop = (shift: Shift, userNo: string, date: string, isCopy: boolean) => {
    setCarried(null);
    if (userNo !== shift.userNo || date !== shift.workDate) actions.drag.open({ shift, userNo, date, isCopy });
  };
  if (calendar.people.length === 0) return <p className="kp-muted">{t('planner.empty')}</p>;
  return (
    <div className="schedule-scroll">
      <table className="schedule-grid" onKeyDown={moveFocus}>
        <caption className="schedule-hint">{t(carried === null ? 'planner.keys' : 'planner.carrying')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('field.realName')}</th>
            <th scope="col">{t('field.weekTotal')}</th>
            <th scope="col">{t('field.consecutiveDays')}</th>
            {calendar.days.map(({ date, holidayName }) => (
              <th scope="col" key={date} className={holidayName === null ? '' : 'schedule-holiday'}>
                {t(`weekday.${(new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7}`)}
                <small>{dayOf(date)}</small>
                {holidayName !== null && <small>{holidayName}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calendar.people.map((person) => (
            <tr key={person.userNo}>
              <th scope="row">
                {person.realName}
                <small>{[person.jobNumber, person.deptName].filter((one) => one !== null).join(' · ')}</small>
              </th>
              <td className="ks-figures">{person.weekTotal}</td>
              <td className="ks-figures">{person.consecutiveDays}</td>
              {calendar.days.map(({ date }) => (
                <DayCell
                  key={date}
                  person={person}
                  date={date}
                  actions={actions}
                  isWide={isWide}
                  carried={carried}
                  drop={drop}
                  carry={setCarried}
                  show={setOpened}
                  calendar={calendar}
                />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('planner.footer')}
            </th>
            {calendar.footer.map((day) => (
              <td key={day.date} className={day.violations.length > 0 ? 'schedule-short' : ''}>
                {day.scheduled} / {day.needed ?? '–'}
                {day.ratePercent !== null && <small>{day.ratePercent}%</small>}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <ShiftDetail shift={opened} onClose={() => setOpened(null)} />
    </div>
  );
}

function DayCell(props: {
  readonly person: scheduling.CalendarPerson;
  readonly date: string;
  readonly calendar: Calendar;
  readonly actions: PlannerActions;
  readonly isWide: boolean;
  readonly carried: Shift | null;
  readonly carry: (shift: Shift | null) => void;
  readonly show: (shift: Shift) => void;
  readonly drop: (shift: Shift, userNo: string, date: string, isCopy: boolean) => void;
}) {
  const { person, date, actions, carried } = props;
  const t = useText();
  const shifts = person.shifts.filter(({ workDate }) => workDate === date);
  const isOpen = isOpenDay(date);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    const id = event.dataTransfer.getData('text/plain');
    const shift = props.calendar.people.flatMap((one) => one.shifts).find(({ shiftId }) => shiftId === id);
    if (shift) props.drop(shift, person.userNo, date, event.ctrlKey);
  };
  return (
    <td
      onDragOver={(event) => {
        if (isOpen) event.preventDefault();
      }}
      onDrop={onDrop}
    >
      {person.leaveDates.includes(date) && <small>{t('planner.onLeave')}</small>}
      {shifts.map((shift) => (
        <ShiftChip key={shift.shiftId} shift={shift} {...props} />
      ))}
      {shifts.length === 0 && isOpen && (carried !== null || actions.add.isPermitted) && (
        <button
          type="button"
          className="schedule-add"
          aria-label={t(carried === null ? 'planner.addFor' : 'planner.dropOn', { name: person.realName, date })}
          onClick={(event) => {
            if (carried === null) actions.add.open({ userNo: person.userNo, realName: person.realName, date });
            else props.drop(carried, person.userNo, date, event.ctrlKey);
          }}
        >
          +
        </button>
      )}
    </td>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** The arrows go from cell to cell, past those in which nothing can be done. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key];
  const cell = event.target instanceof HTMLElement ? event.target.closest('td') : null;
  const row = cell?.parentElement;
  if (!step || !cell || !(row instanceof HTMLTableRowElement)) return;
  const rows = event.currentTarget.rows;
  let [atRow, atColumn] = [row.rowIndex + step[0], cell.cellIndex + step[1]];
  for (let tries = 0; tries < 400; tries += 1) {
    const next = rows[atRow]?.cells[atColumn];
    if (!next) return;
    const target = next.querySelector('button');
    if (target) {
      event.preventDefault();
      target.focus();
      return;
    }
    atRow += step[0];
    atColumn += step[1];
  }
}
