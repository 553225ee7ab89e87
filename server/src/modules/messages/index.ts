export { createMessages, demoTransport, noTransport } from './deliver.ts';
export type { Messages } from './deliver.ts';
export { queueMessage, queueNotice, recipientOf } from './outbox.ts';
export type { Channel, Recipient } from './outbox.ts';
