import { setTimeout as delay } from 'node:timers/promises';
import type { ServerEvent, SessionEndReason } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import pg from 'pg';
import type { Database, Tx } from '../../../db/database.ts';
import type { RightsCache } from '../access/index.ts';
import { concerns, type Audience, type Listening } from './audience.ts';
import { changedUsers, rightsDigests } from './rights-watch.ts';
import { RecentEvents } from './recent-events.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly events: EventHub;
  }
}

export type { Audience } from './audience.ts';

/**
 * Pushes events to open browsers, in this process and, over LISTEN/NOTIFY, in every other one.
 * Events are facts. Those of the last minutes are kept for browsers that were not there; what may be lost for good
 * is told as `missed`, and whoever shows anything reads again.
 */
export interface EventHub {
  publish(audience: Audience, event: ServerEvent): Promise<void>;
  /** To the browsers of this process alone: what every process finds out automatically. */
  publishHere(audience: Audience, event: ServerEvent): void;
  /** Called for each event that concerns the session; the result stops it. */
  subscribe(session: Listening, listener: (event: ServerEvent) => void): () => void;
  /** Resolves when all rights are looked at that were to be: from then on, a change of a subscriber's is told. */
  reviewed(): Promise<void>;
  /** What was told to a session in the last so many milliseconds; null where some of it may be lost. */
  recentEvents(session: Listening, milliseconds: number): readonly ServerEvent[] | null;
  /** Called for every event, whoever it is for: other modules of the server listen here. */
  onAny(listener: (audience: Audience, event: ServerEvent) => void): () => void;
  close(): Promise<void>;
}

interface Subscriber extends Listening {
  readonly listener: (event: ServerEvent) => void;
}

export interface EventHubOptions {
  readonly db: Database;
  /** LISTEN needs a connection of its own, outside the pool. */
  readonly connectionString: string;
  readonly rights: RightsCache;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

const CHANNELS = ['kituo_event', 'kituo_rights', 'kituo_session'] as const;
/** PostgreSQL takes 7,999 bytes of payload; longer audiences are sent in parts. */
const USERS_A_NOTICE = 200;
const RECONNECT_MS = 500;

function partsOf(audience: Audience): Audience[] {
  if (audience === 'everyone' || 'sessionId' in audience) return [audience];
  const parts: Audience[] = [];
  for (let from = 0; from < audience.userNos.length; from += USERS_A_NOTICE) {
    parts.push({ userNos: audience.userNos.slice(from, from + USERS_A_NOTICE) });
  }
  return parts;
}

/** Notices come from this server's own processes and triggers, over the database. */
interface Notice {
  readonly audience: Audience;
  readonly event: ServerEvent;
}

/** Tells an event with the commit of what it tells of: nobody hears of what was rolled back. */
export async function publishIn(tx: Tx, audience: Audience, event: ServerEvent): Promise<void> {
  for (const part of partsOf(audience)) {
    const notice: Notice = { audience: part, event };
    await sql`SELECT pg_notify('kituo_event', ${JSON.stringify(notice)})`.execute(tx);
  }
}

class PostgresEventHub implements EventHub {
  readonly #options: EventHubOptions;
  readonly #subscribers = new Set<Subscriber>();
  readonly #listeners = new Set<(audience: Audience, event: ServerEvent) => void>();
  readonly #lately = new RecentEvents(performance.now());
  /** What the rights of each person with an open stream were when they were last looked at. */
  #digests = new Map<string, string>();
  #client: pg.Client | null = null;
  #isClosed = false;
  #work: Promise<void> = Promise.resolve();

  constructor(options: EventHubOptions) {
    this.#options = options;
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.connectionString,
      application_name: 'kituo events',
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.on('end', () => this.#reconnect(client));
    client.on('notification', ({ channel, payload }) => this.#receive(channel, payload ?? ''));
    await client.connect();
    for (const channel of CHANNELS) await client.query(`LISTEN ${channel}`);
    this.#client = client;
    // What was announced before, nobody heard.
    this.#lately.lose(performance.now());
  }

  #reconnect(ended: pg.Client): void {
    if (this.#isClosed || this.#client !== ended) return;
    this.#client = null;
    this.#options.log.warn('the event connection broke; it is made anew');
    void this.#connectAgain();
  }

  async #connectAgain(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.connect();
        // What was announced meanwhile is lost: look at everything once.
        this.#deliver('everyone', { type: 'missed' });
        this.#enqueue(() => this.#reviewSessions());
        this.#enqueue(() => this.#reviewRights(true));
        return;
      } catch {
        await delay(RECONNECT_MS);
      }
    }
  }

  #receive(channel: string, payload: string): void {
    if (channel === 'kituo_event') {
      const { audience, event }: Notice = JSON.parse(payload);
      this.#deliver(audience, event);
    } else if (channel === 'kituo_session') {
      const { sessionId, reason }: { sessionId: string; reason: SessionEndReason } = JSON.parse(payload);
      this.#deliver({ sessionId }, { type: 'session', reason });
    } else {
      this.#enqueue(() => this.#reviewRights(payload === 'menu'));
    }
  }

  /** Reviews run one after the other: two at once could compare with each other's half. */
  #enqueue(task: () => Promise<void>): void {
    this.#work = this.#work.then(task).catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'an event review failed');
    });
  }

  #deliver(audience: Audience, event: ServerEvent): void {
    this.#lately.add(audience, event, performance.now());
    for (const subscriber of Array.from(this.#subscribers)) {
      if (concerns(audience, subscriber)) subscriber.listener(event);
    }
    for (const listener of this.#listeners) listener(audience, event);
  }

  /** Tells those whose rights are others than before; after a change of the menu, everybody. */
  async #reviewRights(isForAll: boolean): Promise<void> {
    const userNos = [...new Set([...this.#subscribers].map(({ userNo }) => userNo))];
    const { db, rights } = this.#options;
    const now = await rightsDigests(db, rights, userNos);
    const changed = isForAll ? userNos : changedUsers(this.#digests, now);
    this.#digests = now;
    if (changed.length > 0) this.#deliver({ userNos: changed }, { type: 'permissions' });
  }

  async #reviewSessions(): Promise<void> {
    const ids = [...this.#subscribers].map(({ sessionId }) => sessionId);
    if (ids.length === 0) return;
    const ended = await this.#options.db
      .selectFrom('session')
      .select(['sessionId', 'endReason'])
      .where('sessionId', 'in', ids)
      .where('endedAt', 'is not', null)
      .execute();
    for (const { sessionId, endReason } of ended) {
      this.#receive('kituo_session', JSON.stringify({ sessionId, reason: endReason ?? 'UNKNOWN' }));
    }
  }

  publishHere(audience: Audience, event: ServerEvent): void {
    this.#deliver(audience, event);
  }

  async publish(audience: Audience, event: ServerEvent): Promise<void> {
    for (const part of partsOf(audience)) {
      const notice: Notice = { audience: part, event };
      await sql`SELECT pg_notify('kituo_event', ${JSON.stringify(notice)})`.execute(this.#options.db);
    }
  }

  subscribe(session: Listening, listener: (event: ServerEvent) => void): () => void {
    const subscriber: Subscriber = { ...session, listener };
    this.#subscribers.add(subscriber);
    this.#enqueue(async () => {
      // A first look, to compare with; a stream that came later finds the person known already.
      if (this.#digests.has(session.userNo)) return;
      const { db, rights } = this.#options;
      const digests = await rightsDigests(db, rights, [session.userNo]);
      for (const [userNo, digest] of digests) this.#digests.set(userNo, digest);
    });
    return () => this.#subscribers.delete(subscriber);
  }

  reviewed(): Promise<void> {
    return this.#work;
  }

  recentEvents(session: Listening, milliseconds: number): readonly ServerEvent[] | null {
    return this.#lately.since(session, milliseconds, performance.now());
  }

  onAny(listener: (audience: Audience, event: ServerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#subscribers.clear();
    this.#listeners.clear();
    await this.#work;
    await this.#client?.end();
  }
}

/** Opens the hub's own connection and listens. Throws when the database cannot be reached. */
export async function createEventHub(options: EventHubOptions): Promise<EventHub> {
  const hub = new PostgresEventHub(options);
  await hub.connect();
  return hub;
}
