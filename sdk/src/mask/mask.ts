import { session$ } from '../session/session-store.ts';

/**
 * Masks a value: under 6 characters all asterisks, else the first 2 and last 2 stay.
 *
 * @example mask('Wanjiru') // 'Wa***ru'
 */
export function mask(value: string): string {
  const characters = Array.from(value);
  if (characters.length < 6) return '*'.repeat(characters.length);
  return [...characters.slice(0, 2), '*'.repeat(characters.length - 4), ...characters.slice(-2)].join('');
}

/**
 * Masks a phone number: 2 leading and 3 trailing digits stay; 5 digits or fewer are all asterisks.
 *
 * @example maskPhone('254712345678') // '25*******678'
 */
export function maskPhone(value: string): string {
  if (value.length <= 5) return '*'.repeat(value.length);
  return value.slice(0, 2) + '*'.repeat(value.length - 5) + value.slice(-3);
}

/** Whether the signed-in person sees values masked: `isDesensitization` is 1 or '1'. */
export function isMasked(): boolean {
  return String(session$.value.user?.isDesensitization ?? 1) === '1';
}
