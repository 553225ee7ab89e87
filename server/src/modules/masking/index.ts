export { maskEmail, maskPhone } from './mask.ts';
