export { maskEmail, maskPhone, maskText } from './mask.ts';
