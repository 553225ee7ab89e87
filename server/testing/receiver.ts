import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What is answered next: a status with a text, or nothing at all. */
type Said = { readonly status: number; readonly text?: string } | 'silence';

/** A partner's own server, listening on this machine: `CALLBACK_STAND_IN_URL` names it. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  /** One after the other; past the last of them 200. */
  say(...answers: readonly Said[]): void;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: Said[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      received.push({ path, headers, body: Buffer.concat(parts).toString('utf8') });
      const said = answers.shift() ?? { status: 200 };
      if (said !== 'silence') response.writeHead(said.status).end(said.text ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    say: (...next) => answers.splice(0, answers.length, ...next),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
