// How names, phone numbers and e-mail addresses are masked.

export { emailMask, maskDigits, maskEmail, maskPhone, maskText, phoneMask, textMask, type Mask } from './mask.ts';
