import { Button, useText } from '@kituo/sdk';
import { useUrgentNotices } from './use-urgent-notices.ts';

/** Turns desktop notices for urgent warnings on and off. The browser is asked on this click alone. */
export function NoticesButton() {
  const t = useText();
  const { isOn, isOffered, toggle } = useUrgentNotices();
  if (!isOffered) return null;
  return (
    <Button
      variant="outlined"
      aria-pressed={isOn}
      active={isOn}
      title={t('notices.where')}
      text={t(isOn ? 'notices.on' : 'notices.off')}
      onClick={() => void toggle()}
    />
  );
}
