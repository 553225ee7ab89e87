const KEY = 'kituo_urgent_notices_';

/** Whether this person chose desktop notices in this browser, and the browser still allows them. */
export function wantsNotices(userNo: string): boolean {
  const isAllowed = 'Notification' in globalThis && Notification.permission === 'granted';
  return isAllowed && localStorage.getItem(KEY + userNo) === 'on';
}

/** Keeps the choice. Turning notices on asks the browser; false when it refuses. */
export async function chooseNotices(userNo: string, isOn: boolean): Promise<boolean> {
  if (isOn && (await Notification.requestPermission()) !== 'granted') return false;
  if (isOn) localStorage.setItem(KEY + userNo, 'on');
  else localStorage.removeItem(KEY + userNo);
  window.dispatchEvent(new StorageEvent('storage', { key: KEY + userNo }));
  return true;
}
