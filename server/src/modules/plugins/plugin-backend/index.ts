export { registerBackends } from './register.ts';
