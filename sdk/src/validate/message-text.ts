import { text } from '../i18n/texts.ts';
import type { ValidationMessage } from './validators.ts';

/** Writes a validator's message in the person's language; null stays null. */
export function messageText(message: ValidationMessage | null): string | null {
  return message === null ? null : text(message.key, message.values);
}
