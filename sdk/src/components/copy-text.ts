import { createValue } from '../state/store.ts';
import type { ReadableValue } from '../state/store.ts';

const copies = createValue<readonly string[]>([]);

/** What this tab copied last, newest first, at most 10. Kept in memory alone. */
export const copyHistory$: ReadableValue<readonly string[]> = copies;

/**
 * Puts a text on the clipboard. False where the browser refuses.
 *
 * @example if (!(await copyText(orderNo))) scope.toast.warning(t('copy.refused'));
 */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    // Without a secure address there is no clipboard interface; the old way still works.
    if (!copyBySelection(value)) return false;
  }
  copies.next([value, ...copies.value.filter((copied) => copied !== value)].slice(0, 10));
  return true;
}

function copyBySelection(value: string): boolean {
  const field = document.createElement('textarea');
  field.value = value;
  field.className = 'ks-offscreen';
  document.body.append(field);
  field.select();
  const isDone = typeof document.execCommand === 'function' && document.execCommand('copy');
  field.remove();
  return isDone;
}

/** Forgets what was copied, as signing out does. */
export function clearCopyHistory(): void {
  copies.next([]);
}
