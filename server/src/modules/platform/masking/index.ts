// How names, phone numbers and e-mail addresses are masked.

export {
  accountMask,
  maskAccount,
  maskDigits,
  maskEmail,
  maskIdCard,
  maskName,
  maskPhone,
  maskText,
  emailMask,
  idCardMask,
  nameMask,
  phoneMask,
  textMask,
  type Mask,
} from './mask.ts';
