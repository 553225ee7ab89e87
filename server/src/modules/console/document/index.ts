// The HTML document of the console, with the session’s bootstrap, and the host’s files.

export { registerDocuments } from './register.ts';
export { FIRST_CALLS_MS } from './first-calls.ts';
