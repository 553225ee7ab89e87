import { formatCount, formatDate, formatTime, lastDays, useText } from '@kituo/sdk';
import { inCallRecord } from '@kituo/sdk/contracts';
import { Answered, Chart, DayInput, useDetail } from '@kituo/sdk/page';
import { useId, useState } from 'react';
import { IN_CALL_REASON } from './call-fields.ts';

/** Why people ring, hour by hour of a day, beside what was sent and published: opened by whoever asks. */
export function ReasonsByHour() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{t('calls.byHour')}</summary>
      {isOpen && <Day />}
    </details>
  );
}

function Day() {
  const t = useText();
  const id = useId();
  const [today] = useState(() => lastDays(1).to);
  const [day, setDay] = useState(today);
  const read = useDetail(inCallRecord.byHour, day === '' ? null : { day });
  return (
    <>
      <label htmlFor={id}>{t('calls.day')}</label>{' '}
      <DayInput
        id={id}
        className="bp6-input"
        type="date"
        max={today}
        value={day}
        shown={day === '' ? t('calls.day') : formatDate(day)}
        onChange={(event) => {
          setDay(event.target.value);
        }}
      />
      {day !== '' && (
        <Answered detail={read}>
          {({ hours, beside }) =>
            hours.length === 0 ? (
              <p className="kp-note">{t('calls.noneThatDay')}</p>
            ) : (
              <>
                <Hours of={hours} />
                <ul className="kp-facts">
                  {beside.map(({ kind, no, name, at }) => (
                    <li key={no}>{t(`calls.beside.${kind}`, { time: formatTime(at), name })}</li>
                  ))}
                </ul>
              </>
            )
          }
        </Answered>
      )}
    </>
  );
}

type Counted = readonly { readonly hour: number; readonly reasonType: string | null; readonly calls: number }[];

function Hours({ of: counted }: { readonly of: Counted }) {
  const t = useText();
  const [first = 0, last = 0] = [counted[0]?.hour, counted.at(-1)?.hour];
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const reasons = [...IN_CALL_REASON.codes, null].filter((reason) =>
    counted.some(({ reasonType }) => reasonType === reason),
  );
  const titleOf = (reason: string | null) => t(reason === null ? 'calls.missed' : `IN_CALL_REASON.${reason}`);
  const callsOf = (hour: number, reason: string | null) =>
    counted.find((one) => one.hour === hour && one.reasonType === reason)?.calls ?? 0;
  return (
    <>
      <Chart
        label={t('calls.byHour')}
        categories={hours.map((hour) => `${hour}:00`)}
        series={reasons.map((reason) => ({
          title: titleOf(reason),
          kind: 'bar' as const,
          values: hours.map((hour) => callsOf(hour, reason)),
          textOf: formatCount,
          scale: 'CALLS',
        }))}
        isStacked
        tooSmall={t('calls.chartSmall')}
      />
      <ul className="kp-facts">
        {hours.map((hour) => (
          <li key={hour}>
            {hour}:00:{' '}
            {reasons
              .filter((reason) => callsOf(hour, reason) > 0)
              .map((reason) => `${titleOf(reason)} ${callsOf(hour, reason)}`)
              .join(', ') || t('calls.noCall')}
          </li>
        ))}
      </ul>
    </>
  );
}
