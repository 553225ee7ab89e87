// How names, phone numbers and e-mail addresses are masked.

export {
  accountMask,
  maskAccount,
  maskAddress,
  maskContact,
  maskDigits,
  maskEmail,
  maskIdCard,
  maskLocation,
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
