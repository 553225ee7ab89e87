// How names, phone numbers and e-mail addresses are masked.

export {
  maskAccount,
  maskDigits,
  maskEmail,
  maskIdCard,
  maskName,
  maskPhone,
  maskText,
  emailMask,
  phoneMask,
  textMask,
  type Mask,
} from './mask.ts';
