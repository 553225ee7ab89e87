import { once } from 'node:events';
import { createServer, get, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent } from 'node:http';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { readListedBootstrap } from '@kituo/sdk/contracts';
import type { Bootstrap } from '@kituo/sdk/contracts';
import { brotli, type Floor } from './floor.ts';

const HOME = '/AdminContent/Home';

/** A small server before the real one. */
export interface Front extends AsyncDisposable {
  readonly url: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/**
 * Passes everything on to the real server except what `answers` takes. Product and floor each stand
 * behind one, so both pay the same for it.
 */
async function startFront(upstream: string, answers: Answer): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    void Promise.resolve(answers(incoming, outgoing)).then((isAnswered) => {
      if (isAnswered) return;
      const passed = request(
        upstream + (incoming.url ?? '/'),
        { method: incoming.method ?? 'GET', headers: incoming.headers, agent },
        (reply) => {
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(outgoing);
        },
      );
      passed.on('error', () => outgoing.destroy());
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
}

export function productFront(upstream: string): Promise<Front> {
  return startFront(upstream, () => false);
}

/** A page of one button in place of Home: what no console can be sooner than, in this browser on this machine. */
export function trivialFront(upstream: string): Promise<Front> {
  return startFront(upstream, (incoming, outgoing) => {
    if (incoming.url !== HOME) return false;
    outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    outgoing.end(TRIVIAL);
    return true;
  });
}

// The handler stands in the button's own line: a probe may click before a script behind it has run.
const TRIVIAL = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kituo</title>
<link rel="icon" href="data:,"></head><body><div class="home-strip"><button aria-expanded="false"
onclick="this.setAttribute('aria-expanded', 'true')">Read</button></div>
</body></html>`;

/** The floor's three files, the HTML with the bootstrap of whoever the cookie names; the rest is passed on. */
export function floorFront(upstream: string, floor: Floor): Promise<Front> {
  const files = new Map([
    ['/floor.js', { type: 'text/javascript', body: brotli(floor.script) }],
    ['/floor.css', { type: 'text/css', body: brotli(floor.style) }],
  ]);
  return startFront(upstream, async (incoming, outgoing) => {
    const file = files.get(incoming.url ?? '');
    if (file) {
      outgoing.writeHead(200, {
        'content-type': file.type,
        'content-encoding': 'br',
        'content-length': file.body.length,
        'cache-control': 'public, max-age=31536000, immutable',
      });
      outgoing.end(file.body);
      return true;
    }
    if (incoming.url !== HOME) return false;
    const { boot, calls } = await documentOf(upstream, incoming.headers.cookie ?? '');
    const html = floor.html(boot, calls);
    const body = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    outgoing.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': body.length,
      'cache-control': 'no-store',
    });
    outgoing.end(body);
    return true;
  });
}

/** Bootstrap and first calls as the real server writes them: the floor pays for making them, too. */
async function documentOf(upstream: string, cookie: string): Promise<{ boot: Bootstrap; calls: string }> {
  const headers = { cookie, 'accept-encoding': 'br' };
  const html = await new Promise<string>((resolve, reject) => {
    get(upstream + HOME, { headers }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => resolve(decoded(Buffer.concat(parts), reply).toString()));
      reply.on('error', reject);
    }).on('error', reject);
  });
  const text = /id="kituo-boot">([^<]*)</.exec(html)?.[1];
  if (text === undefined) throw new Error('the real server wrote no bootstrap into its document');
  return { boot: readListedBootstrap(JSON.parse(text)), calls: /id="kituo-calls">([^<]*)</.exec(html)?.[1] ?? '' };
}

function decoded(body: Buffer, { headers }: IncomingMessage): Buffer {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body);
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}
