import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../../db/database.ts';
import { jsonOf } from '../json.ts';
import { contentFields } from './content.ts';
import type { CallbackProcessor } from './process.ts';
import type { ReportKeys } from './signature.ts';
import { storeCallback } from './store.ts';
import { storeSigned } from './store-signed.ts';
import { topicSecret } from './topic-secret.ts';
import { type CallbackTopics, topicAt } from './topics.ts';

/** No callback of any gateway comes near. */
const LIMIT_BYTES = 65_536;

export interface CallbackRoutes {
  readonly db: Database;
  /** The part of the address that only our gateways know. */
  readonly secret: string;
  /** Of the topics whose reports are signed: without a valid signature they are kept, refused, and change nothing. */
  readonly keys: ReportKeys;
  readonly topics: CallbackTopics;
  readonly processor: CallbackProcessor;
  /** Topics that are answered at once, and kept nowhere: `mpesa/c2b/validation`. */
  readonly questions: Readonly<Record<string, (fields: unknown) => Promise<unknown>>>;
}

/**
 * `POST /gateway/<secret>/<topic>`: kept as it came, acknowledged, and worked off afterwards. Without the
 * secret, or the one of its topic, the answer is 403, whatever the topic, and nothing is kept. Without a valid
 * signature, where the topic's gateway signs, it is 401.
 */
export function registerGatewayCallbacks(app: FastifyInstance, routes: CallbackRoutes): void {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(routes.secret);
  const opens = (secret: string, topic: string): boolean => {
    const given = digest(secret);
    return timingSafeEqual(given, expected) || timingSafeEqual(given, digest(topicSecret(routes.secret, topic)));
  };
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LIMIT_BYTES }, (_, body, done) => done(null, body));
    // WhatsApp asks once whether the address is ours, before it reports to it.
    scope.get<{ Params: { secret: string; '*': string }; Querystring: Record<string, unknown> }>(
      '/gateway/:secret/*',
      async (request, reply) => {
        const { secret, '*': topic } = request.params;
        if (!opens(secret, topic)) return await reply.status(403).send();
        const challenge = request.query['hub.challenge'];
        if (!topicAt(routes.topics, topic) || typeof challenge !== 'string') return await reply.status(404).send();
        return await reply.type('text/plain').send(challenge.slice(0, 200));
      },
    );
    scope.post<{ Params: { secret: string; '*': string } }>('/gateway/:secret/*', async (request, reply) => {
      const { secret, '*': topic } = request.params;
      if (!opens(secret, topic)) return await reply.status(403).send();
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const question = routes.questions[topic];
      if (question) return await reply.send(await question(jsonOf(content.toString('utf8'))));
      const known = topicAt(routes.topics, topic);
      if (!known) return await reply.status(404).send();
      const contentType = request.headers['content-type'] ?? '';
      const key = routes.keys[topic];
      if (key === undefined) await storeCallback(routes.db, { topic, content, contentType }, known);
      else {
        const header = request.headers['kituo-signature'];
        const fault = await storeSigned(routes.db, { topic, content, contentType, header }, key, known);
        if (fault !== null) return await reply.status(401).send({ error: 'REJECTED', message: fault });
      }
      routes.processor.wake();
      if (known.answer) {
        return await reply.type('application/xml').send(await known.answer(routes.db, contentFields(content)));
      }
      return await reply.send(known.acknowledgement);
    });
  });
}
