/** `@kituo/sdk/sip`: SIP over WebSocket and the sound of calls, loaded when somebody first dials or takes calls. */
export { openLine } from './line.ts';
export type { EndReason, Line, LineCall, LineSettings, LineWatch } from './line.ts';
