// The outbox: notices and codes by e-mail and SMS.

export { createMessages, demoTransport, gatewayTransport } from './deliver.ts';
export type { Messages } from './deliver.ts';
export { keepDelivery } from './delivery.ts';
export { channelFor, queueMessage, queueNotice, queueToCustomer, recipientOf } from './outbox.ts';
export type { Channel, Queued, Recipient } from './outbox.ts';
