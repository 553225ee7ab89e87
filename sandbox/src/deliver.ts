import { setTimeout as pause } from 'node:timers/promises';
import type { World } from './behaviour.ts';
import { signReport, topicOf } from './report-signature.ts';

/** Sends callbacks to whoever uses the sandbox, as unreliably as the world is. */
export class Deliveries {
  readonly #world: World;
  readonly #stop = new AbortController();
  readonly #open = new Set<Promise<void>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** JSON, after the world's pause; dropped or doubled by its chances. Signed anew each time where there is a key. */
  json(url: string, payload: unknown, key?: string): void {
    this.#send(url, JSON.stringify(payload), 'application/json', key);
  }

  xml(url: string, body: string): void {
    this.#send(url, body, 'application/xml');
  }

  form(url: string, fields: Readonly<Record<string, string>>): void {
    const type = 'application/x-www-form-urlencoded';
    this.#send(url, new URLSearchParams(fields).toString(), type);
  }

  /** Asks and waits for the answer; undefined where nobody answers with JSON within 8 seconds. */
  async ask(url: string, payload: unknown): Promise<unknown> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(8_000)]),
      });
      return await response.json();
    } catch {
      return undefined;
    }
  }

  /** As `ask`, with a form; the answer as text. */
  async askForm(url: string, fields: Readonly<Record<string, string>>): Promise<string | undefined> {
    const asking = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
      signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(8_000)]),
    })
      .then(async (response) => await response.text())
      .catch(() => undefined);
    this.#track(asking.then(() => undefined));
    return await asking;
  }

  /** Resolves when no callback is under way. */
  async settled(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#open);
  }

  #send(url: string, body: string, contentType: string, key?: string): void {
    if (this.#world.happens('drop')) return;
    const copies = this.#world.happens('duplicate') ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) this.#track(this.#post(url, body, contentType, key));
  }

  #track(sending: Promise<void>): void {
    this.#open.add(sending);
    void sending.finally(() => this.#open.delete(sending));
  }

  async #post(url: string, body: string, contentType: string, key: string | undefined): Promise<void> {
    const { signal } = this.#stop;
    try {
      await pause(this.#world.callbackPause(), undefined, { signal });
      await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': contentType,
          ...(key !== undefined && { 'kituo-signature': signReport(key, topicOf(url), body) }),
        },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(8_000)]),
      });
    } catch {
      // Nobody there: a callback is sent once, and whoever missed it has to ask.
    }
  }
}
