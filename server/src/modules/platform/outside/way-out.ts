import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { isOurs } from './addresses.ts';

/** A proxy on this machine through which a browser reaches the outside alone. */
export interface WayOut extends AsyncDisposable {
  readonly port: number;
  /** How many connections were refused. */
  readonly refused: number;
}

/** More of one connection is not carried. */
const MOST_BYTES = 16_777_216;
const SILENT_MS = 10_000;
const HTTPS = '443';

/**
 * Opens a proxy for what somebody else's page asks for: TLS to addresses outside our network, each name resolved once.
 * Plain HTTP, other ports and addresses of ours are refused.
 */
export async function openWayOut(): Promise<WayOut> {
  let refused = 0;
  const open = new Set<Duplex>();
  const server = createServer((_request, reply) => {
    refused += 1;
    reply.writeHead(403).end();
  });
  const keep = (stream: Duplex) => {
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    // A broken connection is the browser's affair.
    stream.on('error', () => stream.destroy());
  };
  const tunnel = async (to: string, browser: Duplex) => {
    const address = await outsideOf(to);
    if (address === null) {
      refused += 1;
      browser.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const outside = connect({ host: address, port: Number(HTTPS), timeout: SILENT_MS });
    keep(outside);
    outside.once('timeout', () => outside.destroy());
    outside.once('connect', () => {
      browser.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      let carried = 0;
      outside.on('data', (part) => {
        carried += part.length;
        if (carried > MOST_BYTES) outside.destroy();
      });
      outside.pipe(browser);
      browser.pipe(outside);
    });
    outside.once('close', () => browser.destroy());
    browser.once('close', () => outside.destroy());
  };
  server.on('connect', ({ url = '' }, browser) => {
    keep(browser);
    void tunnel(url, browser).catch(() => browser.destroy());
  });
  server.on('connection', keep);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    get refused() {
      return refused;
    },
    async [Symbol.asyncDispose]() {
      for (const stream of open) stream.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An address to speak to; null where it is ours, has another port, or none is found. */
async function outsideOf(to: string): Promise<string | null> {
  const [, host = '', port] = /^\[?([^\]]+?)\]?:(\d+)$/.exec(to) ?? [];
  if (port !== HTTPS) return null;
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isOurs(address)) ? null : (found[0]?.address ?? null);
}
