/** Told in this tab as the browser tells other tabs: whoever shows what is kept reads it again. */
function keep(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
}

/** Layouts of tables that the person changed in this browser: key and value. */
export type KeptLayouts = readonly (readonly [key: string, value: string])[];

export function keptLayouts(userNo: string): KeptLayouts {
  const prefix = `kituo.layout.${userNo}.`;
  return Object.entries(localStorage).filter((entry): entry is [string, string] => entry[0].startsWith(prefix));
}

export function forgetLayouts(layouts: KeptLayouts): void {
  for (const [key] of layouts) keep(key, null);
}

export function bringBackLayouts(layouts: KeptLayouts): void {
  for (const [key, value] of layouts) keep(key, value);
}

const noticesKey = (userNo: string) => `kituo_urgent_notices_${userNo}`;

export function hasNotices(userNo: string): boolean {
  return Notification.permission === 'granted' && localStorage.getItem(noticesKey(userNo)) === 'on';
}

/** Turning notices on asks the browser. @returns false where it refuses */
export async function chooseNotices(userNo: string, isOn: boolean): Promise<boolean> {
  if (isOn && (await Notification.requestPermission()) !== 'granted') return false;
  keep(noticesKey(userNo), isOn ? 'on' : null);
  return true;
}
