// The HTML document of the console, with the session’s bootstrap, and the host’s files.

export { sendFile } from './send-file.ts';
export { loadHostFiles } from './host-files.ts';
export type { HostFiles } from './host-files.ts';
export { registerDocuments } from './register.ts';
export { FIRST_CALLS_MS } from './first-calls.ts';
