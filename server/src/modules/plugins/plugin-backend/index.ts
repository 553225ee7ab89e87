// Passes the calls of a plugin to its own backend.

export { registerBackends } from './register.ts';
