import { Button, useText, useValue } from '@kituo/sdk';
import type { telephony } from '@kituo/sdk/contracts';
import { useEffect, useEffectEvent } from 'react';
import { isLive, onIncomingCall, phone$, takeCalls } from './phone.ts';
import { PHONE_TEXTS } from './phone-texts.ts';

/**
 * Whether calls that come in ring in this tab, and what to do with one that does.
 *
 * @example <TakeCalls onRing={({ customerNo }) => openCard(customerNo)} />
 */
export function TakeCalls({ onRing }: { readonly onRing: (own: telephony.OwnCall) => void }) {
  const t = useText(PHONE_TEXTS);
  const phone = useValue(phone$);
  const rings = useEffectEvent(onRing);
  useEffect(
    () =>
      onIncomingCall((own) => {
        rings(own);
      }),
    [],
  );
  const isOn = phone.line === 'ON';
  return (
    <Button
      text={t(isOn ? 'phone.takesCalls' : 'phone.takeCalls')}
      intent={isOn ? 'success' : 'none'}
      aria-pressed={isOn}
      loading={phone.line === 'OPENING'}
      disabled={isLive(phone)}
      onClick={() => void takeCalls(!isOn)}
    />
  );
}
