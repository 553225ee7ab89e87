/** `@kituo/sdk/credit`: corrects to whom repayments are credited, wherever a list shows repayments or cases. */
export { CorrectionForm, CorrectionForms, useCorrection, useCorrections } from './correction.tsx';
export { CreditTogether, useCreditTogether } from './together.tsx';
