// The outbox: notices and codes by e-mail, SMS and the channels of apps.

export { createMessages, demoTransport, gatewayTransport } from './deliver.ts';
export type { Messages } from './deliver.ts';
export { keepDelivery } from './delivery.ts';
export { statusTopics } from './status-topics.ts';
export {
  channelFor,
  queueMessage,
  queueNotice,
  queueMail,
  queuePush,
  queueRendered,
  queueToCustomer,
  recipientOf,
} from './outbox.ts';
export type { Channel, Queued, Recipient } from './outbox.ts';
export type { CustomerKind } from './message-kinds.ts';
