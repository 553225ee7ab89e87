import { createCalendar, DayGrid, destroyCalendar, TimeGrid } from '@event-calendar/core';
import '@event-calendar/core/index.css';
import type { scheduling } from '@kituo/sdk/contracts';
import { useEffect, useRef } from 'react';

const VIEWS = { DAY: 'timeGridDay', WEEK: 'timeGridWeek', MONTH: 'dayGridMonth' } as const;

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** EAT has no summer time: what the calendar draws is three hours after UTC, wherever its reader is. */
function eat(moment: string): string {
  return new Date(Date.parse(moment) + 3 * 3_600_000).toISOString().slice(0, 19);
}

/** Shifts on the calendar library's own views. */
export function CalendarView(props: {
  readonly view: keyof typeof VIEWS;
  readonly date: string;
  readonly shifts: readonly scheduling.Shift[];
  readonly titleOf: (shift: scheduling.Shift) => string;
  readonly language: string;
}) {
  const { view, date, shifts, titleOf, language } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return undefined;
    const calendar = createCalendar(box.current, [TimeGrid, DayGrid], {
      view: VIEWS[view],
      date,
      firstDay: 1,
      // As everywhere in the console: 24 hours, and the day before the month.
      locale: language === 'en' ? 'en-GB' : language,
      slotLabelFormat: TIME,
      eventTimeFormat: TIME,
      dayHeaderFormat: view === 'MONTH' ? { weekday: 'short' } : { weekday: 'short', day: 'numeric' },
      height: '600px',
      headerToolbar: { start: '', center: '', end: '' },
      allDaySlot: false,
      events: shifts.map((shift) => ({
        id: shift.shiftId,
        start: eat(shift.startAt),
        end: eat(shift.endAt),
        title: titleOf(shift),
        backgroundColor: shift.colour,
      })),
    });
    // The keyboard scrolls the hours, too; what takes the focus in a table is a group of its rows.
    for (const body of box.current.querySelectorAll('.ec-body')) {
      body.setAttribute('tabindex', '0');
      body.setAttribute('role', 'rowgroup');
    }
    return () => {
      void destroyCalendar(calendar);
    };
  }, [view, date, shifts, titleOf, language]);
  return <div ref={box} className="schedule-calendar" />;
}
