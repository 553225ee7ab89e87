export { emailMask, maskEmail, maskPhone, maskText, phoneMask, textMask, type Mask } from './mask.ts';
