/** The calendar ships no types: what this section uses of it. */
declare module '@event-calendar/core' {
  interface CalendarEvent {
    readonly id: string;
    readonly start: string;
    readonly end: string;
    readonly title: string;
    readonly backgroundColor: string;
  }
  interface CalendarOptions {
    readonly view: string;
    readonly date: string;
    readonly events: readonly CalendarEvent[];
    readonly headerToolbar: { readonly start: string; readonly center: string; readonly end: string };
    readonly allDaySlot: boolean;
    readonly firstDay: number;
    readonly locale: string;
    readonly slotLabelFormat: Intl.DateTimeFormatOptions;
    readonly eventTimeFormat: Intl.DateTimeFormatOptions;
    readonly dayHeaderFormat: Intl.DateTimeFormatOptions;
    readonly height: string;
  }
  interface Calendar {
    setOption<Name extends keyof CalendarOptions>(name: Name, value: CalendarOptions[Name]): Calendar;
  }
  interface Plugin {
    readonly name?: string;
  }
  export const DayGrid: Plugin;
  export const TimeGrid: Plugin;
  export function createCalendar(target: HTMLElement, plugins: readonly Plugin[], options: CalendarOptions): Calendar;
  export function destroyCalendar(calendar: Calendar): Promise<void>;
}
