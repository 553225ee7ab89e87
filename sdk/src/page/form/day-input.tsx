import type { ComponentProps } from 'react';
import './day-input.css';

/**
 * The browser's control for a day, or a day and a minute. At rest it shows what it holds as the console writes
 * days (`20 Nov 2026`): browsers write them in the order of their own country, so that 5 June reads as 6 May.
 * While it has the focus, that is beside or below the browser's figures.
 */
export function DayInput(
  props: ComponentProps<'input'> & {
    /** What it holds, written out; what to do where it holds nothing. */
    readonly shown: string;
  },
) {
  const { shown, ...input } = props;
  return (
    <span className="kp-day">
      <input {...input} />
      <span className={input.value === '' ? 'kp-day-shown kp-muted' : 'kp-day-shown'} aria-hidden>
        {shown}
      </span>
    </span>
  );
}
