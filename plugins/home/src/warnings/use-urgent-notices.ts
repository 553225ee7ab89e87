import { session$, useNavigate, usePluginScope, useText, useValue } from '@kituo/sdk';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { chooseNotices, wantsNotices } from './notice-choice.ts';

/** The choice is changed here, in the settings or in another tab. */
function onStorage(changed: () => void): () => void {
  window.addEventListener('storage', changed);
  return () => {
    window.removeEventListener('storage', changed);
  };
}

/** Desktop notices for urgent warnings while a page of this section stands; off until chosen. */
export function useUrgentNotices() {
  const t = useText();
  const scope = usePluginScope();
  const navigate = useNavigate();
  const userNo = useValue(session$).user?.userNo ?? '';
  const isOn = useSyncExternalStore(onStorage, () => wantsNotices(userNo));
  const open = useEffectEvent((warningNo: string) => {
    void navigate(`/AdminContent/WarningNotify?warning=${warningNo}`);
  });
  const title = useEffectEvent(() => t('notices.title'));
  useEffect(() => {
    if (!isOn) return;
    let stop: () => void = () => undefined;
    let isGone = false;
    // Loaded by those who chose it: nobody else pays for it.
    void import('./urgent-notices.ts').then(({ watchUrgent }) => {
      if (isGone) return;
      stop = watchUrgent(title(), (warningNo) => {
        open(warningNo);
      });
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [isOn]);
  const toggle = async () => {
    const isDone = await chooseNotices(userNo, !isOn);
    if (!isDone) scope.toast.warning(t('notices.refused'));
  };
  return { isOn, isOffered: 'Notification' in globalThis, toggle };
}
