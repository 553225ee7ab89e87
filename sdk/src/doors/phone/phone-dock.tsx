import { Button, NOTHING, useInterval, useOpenForm, useText, useValue } from '@kituo/sdk';
import { useEffect, useState } from 'react';
import './phone.css';
import { answer, dismiss, hangUp, isLive, phone$, type PhoneCall, setMuted, takeCalls } from './phone.ts';
import { PHONE_TEXTS } from './phone-texts.ts';

/** Docks on pages now; the telephone is put down soon after the last one is gone. */
let docks = 0;
const LEAVES_AFTER_MS = 2_000;
const TICK_MS = 1_000;

const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** The call that is on: who, how far, how long, and what can be done. Nothing while there is none. */
export function PhoneDock() {
  const t = useText(PHONE_TEXTS);
  const phone = useValue(phone$);
  const { call } = phone;
  useEffect(() => {
    docks += 1;
    return () => {
      docks -= 1;
      setTimeout(() => {
        if (docks > 0) return;
        if (isLive(phone$.value)) hangUp();
        // Nobody would see who rings.
        if (phone$.value.line !== 'OFF') void takeCalls(false);
      }, LEAVES_AFTER_MS);
    };
  }, []);
  // Leaving the page asks first while somebody is on the line.
  useOpenForm({
    formId: 'phone',
    idempotencyKey: '',
    title: t('phone.title'),
    isPassing: true,
    read: () => (isLive(phone$.value) ? { callNo: phone$.value.call?.callNo } : null),
  });
  if (call === null) return null;
  const isOver = call.phase === 'OVER';
  const { retry } = call;
  return (
    <aside className="phone-dock" aria-label={t('phone.title')}>
      <div className="phone-who">
        <b>{call.name ?? (call.direction === 'IN' ? t('phone.someone') : NOTHING)}</b>
        {call.phone !== null && <span className="ks-figures">{call.phone}</span>}
      </div>
      <p role="status" className="phone-state">
        {isOver ? t(`phone.end.${call.reason ?? 'ENDED'}`) : t(`phone.phase.${call.phase}`)}
      </p>
      <Elapsed call={call} />
      <div className="phone-buttons">
        {call.phase === 'INCOMING' && <Button intent="success" text={t('phone.answer')} onClick={answer} />}
        {call.phase === 'TALKING' && (
          <Button
            text={t(call.isMuted ? 'phone.unmute' : 'phone.mute')}
            aria-pressed={call.isMuted}
            active={call.isMuted}
            onClick={() => {
              setMuted(!call.isMuted);
            }}
          />
        )}
        {!isOver && (
          <Button
            intent="danger"
            text={t(call.phase === 'INCOMING' ? 'phone.decline' : 'phone.hangUp')}
            onClick={hangUp}
          />
        )}
        {isOver && retry !== null && call.reason !== 'ENDED' && (
          <Button
            intent="primary"
            text={t('phone.retry')}
            onClick={() => {
              dismiss();
              retry();
            }}
          />
        )}
        {isOver && <Button text={t('phone.close')} onClick={dismiss} />}
      </div>
    </aside>
  );
}

/** How long they have talked, or did. */
function Elapsed({ call }: { readonly call: PhoneCall }) {
  const t = useText(PHONE_TEXTS);
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => {
    setNow(Date.now());
  }, TICK_MS);
  if (call.answeredAt === null) return null;
  const time = clock((call.endedAt ?? Math.max(now, call.answeredAt)) - call.answeredAt);
  return <p className="ks-figures phone-time">{call.endedAt === null ? time : t('phone.duration', { time })}</p>;
}
