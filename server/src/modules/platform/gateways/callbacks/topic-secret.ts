import { createHmac } from 'node:crypto';

/**
 * The secret part of one topic's address, for those who give it to a provider of their own: it opens that topic, and
 * tells nothing of the secret that opens all, money included.
 */
export const topicSecret = (secret: string, topic: string): string =>
  createHmac('sha256', secret).update(topic).digest('base64url');
