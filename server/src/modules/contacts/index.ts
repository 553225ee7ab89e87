export { passGate, tryGate } from './attempts.ts';
export type { AttemptSubject } from './attempts.ts';
export { dispatchContacts, queueDispatch } from './dispatch.ts';
export { liftBlockKind } from './lift-block.ts';
export { routes } from './routes.ts';
export { askGate, contactGate, nextWithinHours } from './gate.ts';
export type { ContactQuestion, GateAnswer } from './gate.ts';
export { keepResult, reportTopics } from './reports.ts';
export { smsText } from './sms-templates.ts';
