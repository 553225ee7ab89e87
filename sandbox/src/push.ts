import { createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';

/** One notification that was taken on. */
export interface SentPush {
  readonly name: string;
  readonly token: string;
  readonly title: string;
  readonly body: string;
}

interface Body {
  readonly message?: { readonly token?: string; readonly notification?: { title?: string; body?: string } };
}

const PROJECT = 'kituo-sandbox';
const MAIL = 'push@kituo-sandbox.iam.gserviceaccount.com';

/** Firebase Cloud Messaging (HTTP v1) with the token exchange before it. A device token `gone…` is unregistered. */
export class Push {
  readonly sent: SentPush[] = [];
  readonly #world: World;
  readonly #tokens = new Set<string>();
  #keys: { readonly publicKey: string; readonly privateKey: string } | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  get #pair() {
    // Made when somebody asks: it takes a moment.
    return (this.#keys ??= generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }));
  }

  /** The key file of its service account, as the provider's console hands it out. */
  get serviceAccount(): string {
    return JSON.stringify({
      type: 'service_account',
      project_id: PROJECT,
      private_key_id: 'sandbox',
      private_key: this.#pair.privateKey,
      client_email: MAIL,
      token_uri: 'https://oauth2.googleapis.com/token',
    });
  }

  register(app: FastifyInstance): void {
    app.post<{ Body: URLSearchParams }>('/token', async (request, reply) => {
      const [head = '', claims = '', signature = ''] = (request.body.get('assertion') ?? '').split('.');
      const isOurs = createVerify('RSA-SHA256')
        .update(`${head}.${claims}`)
        .verify(this.#pair.publicKey, signature, 'base64url');
      if (!isOurs) return await reply.status(400).send({ error: 'invalid_grant' });
      const token = randomUUID();
      this.#tokens.add(token);
      return { access_token: token, expires_in: 3_599, token_type: 'Bearer' };
    });
    app.post<{ Params: { project: string }; Body: Body }>(
      '/v1/projects/:project/messages::send',
      async (request, reply) => {
        const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
        if (!this.#tokens.has(bearer) || request.params.project !== PROJECT) {
          return await reply.status(401).send(failure(401, 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR'));
        }
        const { token = '', notification: { title = '', body = '' } = {} } = request.body.message ?? {};
        if (token.startsWith('gone')) return await reply.status(404).send(failure(404, 'NOT_FOUND', 'UNREGISTERED'));
        if (token === '' || this.#world.happens('refusal')) {
          return await reply.status(400).send(failure(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'));
        }
        const name = `projects/${PROJECT}/messages/0:${randomUUID()}`;
        this.sent.push({ name, token, title, body });
        return await answer(reply, this.#world, { name });
      },
    );
  }
}

const failure = (code: number, status: string, errorCode: string) => ({
  error: {
    code,
    status,
    message: status === 'NOT_FOUND' ? 'Requested entity was not found.' : 'The request was refused.',
    details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
  },
});
