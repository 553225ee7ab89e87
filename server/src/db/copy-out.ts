import type { Compilable } from 'kysely';
import pg from 'pg';
import type { Queryable } from './database.ts';
import { poolOf } from './pool.ts';

/** Bytes past the end that may be read: whoever copies by fours reads three more. */
const SPARE = 4;

/**
 * Rows as COPY's text has them: a tab after each field but the last, a line feed after each row, null as nothing, and
 * backslashes before what would be mistaken. Room that is used again for the next.
 */
export class CopiedRows {
  bytes: Buffer = Buffer.alloc(SPARE);
  view = viewOf(this.bytes);
  length = 0;
  /** How many rows there are. */
  count = 0;

  clear(): void {
    this.length = 0;
    this.count = 0;
  }

  append(chunk: Buffer, from = 0, to = chunk.length): void {
    const needed = this.length + to - from + SPARE;
    if (needed > this.bytes.length) {
      const larger = Buffer.alloc(needed * 2);
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
      this.view = viewOf(larger);
    }
    this.length += chunk.copy(this.bytes, this.length, from, to);
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView => new DataView(buffer, byteOffset, byteLength);

/**
 * Reads what a query finds by COPY, which takes PostgreSQL half as long as joining fields to a text, and the driver a
 * tenth of what rows as objects take it. Replaces what `rows` held.
 * @throws TypeError for a value other than a text, number, boolean, instant, null or list of texts; what PostgreSQL throws
 */
export async function copyOut(db: Queryable, query: Compilable, rows: CopiedRows): Promise<CopiedRows> {
  rows.clear();
  const text = copyOf(query);
  const client = await poolOf(db).connect();
  try {
    const copy = new Copy(text, rows);
    client.query(copy);
    await copy.ended;
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
  return rows;
}

/** A batch is handed on once it has so many bytes: some thousand rows. */
const BATCH_BYTES = 524_288;
/** Batches that wait to be taken; with more the database waits instead. */
const MAX_WAITING = 2;

/**
 * The same by one statement, some thousand rows at a time while the rest is still being read: what a statement sums is
 * summed once, and what is held stays flat however many rows there are. A batch is good until the next is taken.
 * @throws TypeError and what PostgreSQL throws, as `copyOut` does
 */
export async function* copyBatches(
  db: Queryable,
  query: Compilable,
  batchBytes = BATCH_BYTES,
): AsyncGenerator<CopiedRows> {
  const text = copyOf(query);
  const client = await poolOf(db).connect();
  const waiting: CopiedRows[] = [];
  const free: CopiedRows[] = [];
  let turn = Promise.withResolvers<undefined>();
  const end: { isHere: boolean; fault: Error | undefined } = { isHere: false, fault: undefined };
  const copy = new Copy(text, new CopiedRows(), (rows, stream) => {
    if (rows.length < batchBytes) return rows;
    waiting.push(rows);
    if (waiting.length >= MAX_WAITING) stream.pause();
    turn.resolve(undefined);
    const room = free.pop() ?? new CopiedRows();
    room.clear();
    return room;
  });
  const ended = (fault?: Error): void => {
    Object.assign(end, { isHere: true, fault });
    turn.resolve(undefined);
  };
  copy.ended.then(() => ended(), ended);
  let isWhole = false;
  try {
    client.query(copy);
    for (;;) {
      const batch = waiting.shift();
      if (batch !== undefined) {
        if (waiting.length < MAX_WAITING) copy.stream?.resume();
        yield batch;
        free.push(batch);
      } else if (end.isHere) {
        if (end.fault !== undefined) throw end.fault;
        isWhole = true;
        if (copy.rows.length > 0) yield copy.rows;
        return;
      } else {
        await turn.promise;
        turn = Promise.withResolvers();
      }
    }
  } finally {
    // Whoever stops in the middle leaves rows on their way: the connection ends with them.
    client.release(!isWhole);
  }
}

/** COPY takes no parameters. */
function copyOf(query: Compilable): string {
  const { sql, parameters } = query.compile();
  const text = sql.replace(/\$(\d+)/g, (_, number: string) => literalOf(parameters[Number(number) - 1]));
  return `COPY (${text}) TO STDOUT (NULL '')`;
}

const [COPY_DATA, COPY_OUT_RESPONSE] = [0x64, 0x48];
/** Bytes before what a message says: its kind and its length, which counts itself but not the kind. */
const HEAD = 5;

type Pausable = Pick<pg.Connection['stream'], 'pause' | 'resume'>;

/**
 * A COPY as the driver's query. While rows come it reads the socket itself: each is a message of its own, of which the
 * driver would make an object and an event. Whatever else comes, and all that follows it, is the driver's again.
 */
class Copy implements pg.Submittable {
  readonly #text: string;
  /** Told after each row: answers where the next one goes. */
  readonly #next: ((rows: CopiedRows, stream: Pausable) => CopiedRows) | undefined;
  /** What has come since the last batch. */
  rows: CopiedRows;
  stream: Pausable | undefined;
  readonly #ended = Promise.withResolvers<undefined>();
  readonly ended = this.#ended.promise;
  /** The head of a message that has come in part. */
  #head: Buffer = Buffer.alloc(0);
  #isRow = false;
  /** Bytes of the message that are still to come. */
  #left = 0;

  constructor(text: string, rows: CopiedRows, next?: (rows: CopiedRows, stream: Pausable) => CopiedRows) {
    this.#text = text;
    this.rows = rows;
    this.#next = next;
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection;
    this.stream = stream;
    const drivers = stream.listeners('data');
    const take = (chunk: Buffer): void => {
      const others = this.#take(chunk);
      if (others === null) return;
      stream.off('data', take);
      for (const driver of drivers) Reflect.apply(stream.on, stream, ['data', driver]);
      stream.emit('data', others);
    };
    stream.removeAllListeners('data').on('data', take);
    connection.query(this.#text);
  }

  /** Keeps the rows of what has come; answers what begins with another message. */
  #take(chunk: Buffer): Buffer | null {
    const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    let at = 0;
    for (;;) {
      const end = Math.min(at + this.#left, bytes.length);
      if (this.#isRow) {
        this.rows.append(bytes, at, end);
        if (end > at && end - at === this.#left) this.#rowEnded();
      }
      this.#left -= end - at;
      at = end;
      if (bytes.length - at < HEAD) break;
      const kind = bytes[at];
      if (kind !== COPY_DATA && kind !== COPY_OUT_RESPONSE) return bytes.subarray(at);
      this.#isRow = kind === COPY_DATA;
      this.#left = bytes.readUInt32BE(at + 1) + 1 - HEAD;
      at += HEAD;
    }
    this.#head = bytes.subarray(at);
    return null;
  }

  #rowEnded(): void {
    this.rows.count += 1;
    if (this.#next && this.stream) this.rows = this.#next(this.rows, this.stream);
  }

  /** Of what the driver reads: rows after a notice. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.rows.append(chunk);
    this.#rowEnded();
  }

  handleCommandComplete(): void {
    // Rows are counted as they come.
  }

  handleReadyForQuery(): void {
    this.#ended.resolve(undefined);
  }

  handleError(error: Error): void {
    this.#ended.reject(error);
  }
}

/** A value as it is in a statement, quoted: its type is found as a parameter's is. */
function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(elementOf).join(',')}}`);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'number' || typeof value === 'boolean') return `'${value}'`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  throw new TypeError(`COPY takes no ${typeof value}`);
}

function elementOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`COPY takes no list of ${typeof value}`);
  return `"${value.replace(/["\\]/g, String.raw`\$&`)}"`;
}
