import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { eatDay, formatDate, formatDateTime, lastDays } from '../../format/dates.ts';
import { useKitText } from '../platform.ts';
import { DayInput } from './day-input.tsx';
import type { FieldCheck } from './field-checks.ts';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps } from './field-frame.tsx';

/** Calendar days in EAT as `YYYY-MM-DD`: they are text from the control to the request, so no zone shifts them. */
export interface DayLimits {
  /** The first and the last day that may be chosen, `YYYY-MM-DD`. */
  readonly min?: string;
  readonly max?: string;
}

const limitsOf = ({ min, max }: DayLimits) => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One calendar day in EAT, `YYYY-MM-DD`; an emptied field is null. */
export function DateField<Name extends string>(props: FieldProps<Name> & DayLimits) {
  const kit = useKitText();
  return (
    <FieldFrame
      {...props}
      draw={({ id, value, isInvalid, isDisabled, describedBy, onChange, onBlur }) => (
        <DayInput
          id={id}
          type="date"
          className="bp6-input bp6-fill"
          disabled={isDisabled}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          {...limitsOf(props)}
          value={textOf(value)}
          shown={textOf(value) === '' ? kit('field.choose') : formatDate(textOf(value))}
          onBlur={onBlur}
          onChange={(event) => {
            onChange(event.target.value === '' ? null : event.target.value);
          }}
        />
      )}
    />
  );
}

/** A time of day in EAT, `HH:mm`; an emptied field is null. */
export function TimeOfDayField<Name extends string>(props: FieldProps<Name>) {
  const kit = useKitText();
  return (
    <FieldFrame
      {...props}
      draw={({ id, value, isInvalid, isDisabled, describedBy, onChange, onBlur }) => (
        <DayInput
          id={id}
          type="time"
          className="bp6-input bp6-fill"
          disabled={isDisabled}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          value={textOf(value).slice(0, 5)}
          shown={textOf(value) === '' ? kit('field.choose') : textOf(value).slice(0, 5)}
          onBlur={onBlur}
          onChange={(event) => {
            onChange(event.target.value === '' ? null : event.target.value);
          }}
        />
      )}
    />
  );
}

/** Days from and to in EAT, both included, as date range fields and filters hold them. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const PRESETS = [7, 30] as const;

function rangeOf(value: unknown): DayRange {
  if (typeof value !== 'object' || value === null) return { from: '', to: '' };
  const from = 'from' in value ? textOf(value.from) : '';
  const to = 'to' in value ? textOf(value.to) : '';
  return { from, to };
}

/**
 * Two calendar days in EAT, `{from, to}`, both included; emptied it is null. The last 7 and the last 30 days
 * are a click away.
 */
export function DateRangeField<Name extends string>(props: FieldProps<Name> & DayLimits) {
  const kit = useKitText();
  const [check] = useState<FieldCheck>(() => (value: unknown) => {
    const { from, to } = rangeOf(value);
    if ((from === '') !== (to === '')) return kit('message.bothDays');
    return from > to ? kit('message.daysInOrder') : null;
  });
  return (
    <FieldFrame
      {...props}
      isGroup
      check={check}
      draw={({ label, value, isInvalid, isDisabled, describedBy, onChange, onBlur }) => {
        const range = rangeOf(value);
        const change = (next: DayRange): void => {
          onChange(next.from === '' && next.to === '' ? null : next);
        };
        const day = (end: keyof DayRange) => (
          <DayInput
            type="date"
            className="bp6-input"
            aria-label={`${label}: ${kit(`filter.${end}`)}`}
            disabled={isDisabled}
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
            {...limitsOf(props)}
            value={range[end]}
            shown={range[end] === '' ? kit(`filter.${end}`) : formatDate(range[end])}
            onBlur={onBlur}
            onChange={(event) => {
              change({ ...range, [end]: event.target.value });
            }}
          />
        );
        return (
          <div className="kp-day-range">
            {day('from')}
            <span aria-hidden>–</span>
            {day('to')}
            <span className="kp-day-presets">
              {PRESETS.map((days) => (
                <Button
                  key={days}
                  size="small"
                  variant="minimal"
                  disabled={isDisabled}
                  text={kit('field.lastDays', { days })}
                  onClick={() => {
                    change(lastDays(days));
                  }}
                />
              ))}
            </span>
          </div>
        );
      }}
    />
  );
}

const MINUTE = 'T00:00'.length;
const EAT_OFFSET_MS = 3 * 3_600_000;

/** An ISO moment as `YYYY-MM-DDTHH:mm` in EAT, the form of the control. Kenya has no daylight saving time. */
function eatMinute(iso: string): string {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return '';
  const time = new Date(moment + EAT_OFFSET_MS).toISOString();
  return eatDay(moment) + time.slice(10, 10 + MINUTE);
}

/** A day and minute in EAT, kept as ISO 8601 UTC whatever the browser's zone; an emptied field is null. */
export function MomentField<Name extends string>(props: FieldProps<Name>) {
  const kit = useKitText();
  return (
    <FieldFrame
      {...props}
      hint={props.hint ?? kit('field.eatHint')}
      draw={({ id, value, isInvalid, isDisabled, describedBy, onChange, onBlur }) => (
        <DayInput
          id={id}
          type="datetime-local"
          className="bp6-input bp6-fill"
          disabled={isDisabled}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          value={eatMinute(textOf(value))}
          shown={textOf(value) === '' ? kit('field.choose') : formatDateTime(textOf(value))}
          onBlur={onBlur}
          onChange={(event) => {
            const typed = event.target.value;
            onChange(typed === '' ? null : new Date(`${typed}+03:00`).toISOString());
          }}
        />
      )}
    />
  );
}
