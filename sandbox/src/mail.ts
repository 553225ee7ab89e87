import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { World } from './behaviour.ts';

/** A message as it was handed over. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text, as sent. */
  readonly source: string;
  readonly files: readonly { readonly fileName: string; readonly contentType: string; readonly content: Buffer }[];
}

/** The files of a message: parts in base64 that are named. */
function filesOf(source: string): ReceivedMail['files'] {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1];
  if (boundary === undefined) return [];
  return source.split(`--${boundary}`).flatMap((part) => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const fileName = /^content-disposition: attachment;\s*filename="?([^"\r\n]+)"?/im.exec(head)?.[1];
    const contentType = /^content-type: ([^;\r\n]+)/im.exec(head)?.[1];
    if (fileName === undefined || contentType === undefined) return [];
    return [{ fileName, contentType, content: Buffer.from(rest.join(''), 'base64') }];
  });
}

/** An SMTP server that takes everything in and keeps it. */
export class MailSandbox {
  readonly received: ReceivedMail[] = [];
  readonly #server: SMTPServer;
  readonly #sockets = new Set<Socket>();

  constructor(world: World) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          if (world.happens('refusal')) {
            done(Object.assign(new Error('mailbox unavailable'), { responseCode: 550 }));
            return;
          }
          // It is taken on; whether the sender ever hears of that is the world's luck.
          const { mailFrom, rcptTo } = session.envelope;
          const source = Buffer.concat(parts).toString('utf8');
          this.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            source,
            files: filesOf(source),
          });
          if (world.happens('silence')) return;
          if (world.happens('reset')) {
            this.#hangUp();
            return;
          }
          done();
        });
      },
    });
    this.#server.on('error', () => undefined);
  }

  /** Breaks the connections that are open. */
  #hangUp(): void {
    for (const connection of this.#sockets) connection.destroy();
  }

  /** @returns the port it listens on. */
  async listen(port: number, host: string): Promise<number> {
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#server.listen(port, host);
    await once(this.#server.server, 'listening');
    const address: AddressInfo | string | null = this.#server.server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  async close(): Promise<void> {
    this.#hangUp();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
