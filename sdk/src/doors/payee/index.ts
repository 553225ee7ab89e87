/** `@kituo/sdk/payee`: to whom and to where money is paid out. */
import './payee.css';

export { PayeeForm } from './payee-form.tsx';
export { NO_PAYEE } from './payee-value.ts';
export type { PayeeValue } from './payee-value.ts';
