import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const HEADER = 12;
const TXT = 16;
const NO_SUCH_NAME = 3;

/** A name server for TXT records over UDP: what domains publish about themselves. */
export class Names {
  readonly #records = new Map<string, string[]>();
  readonly #socket = createSocket('udp4');
  /** What stands for a name that nobody published: undefined where nothing does. */
  otherwise: (name: string) => string | undefined = () => undefined;

  /** Publishes the TXT records of a name in place of those it had. */
  publish(name: string, texts: readonly string[]): void {
    this.#records.set(name.toLowerCase(), [...texts]);
  }

  /** @returns the port it listens on. */
  async listen(host: string): Promise<number> {
    this.#socket.on('message', (query, from) => {
      const answer = this.#answerOf(query);
      if (answer) this.#socket.send(answer, from.port, from.address);
    });
    this.#socket.on('error', () => undefined);
    this.#socket.bind(0, host);
    await once(this.#socket, 'listening');
    return this.#socket.address().port;
  }

  close(): void {
    this.#socket.close();
  }

  #answerOf(query: Buffer): Buffer | null {
    if (query.length < HEADER + 5) return null;
    const labels: string[] = [];
    let at = HEADER;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const questionEnd = at + 5;
    const name = labels.join('.').toLowerCase();
    const other = this.otherwise(name);
    const texts = this.#records.get(name) ?? (other === undefined ? [] : [other]);
    const isAnswered = query.readUInt16BE(at + 1) === TXT && texts.length > 0;
    const header = Buffer.from(query.subarray(0, HEADER));
    // An answer, recursion available.
    header.writeUInt16BE(0x8180 | (isAnswered ? 0 : NO_SUCH_NAME), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(isAnswered ? texts.length : 0, 6);
    header.writeUInt32BE(0, 8);
    const answers = isAnswered ? texts.map(recordOf) : [];
    return Buffer.concat([header, query.subarray(HEADER, questionEnd), ...answers]);
  }
}

/** A TXT record of the question's name, for a minute. */
function recordOf(text: string): Buffer {
  const parts: Buffer[] = [];
  for (let rest = Buffer.from(text); rest.length > 0; rest = rest.subarray(255)) {
    const part = rest.subarray(0, 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc0_0c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
