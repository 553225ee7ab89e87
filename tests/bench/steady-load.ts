import { performance } from 'node:perf_hooks';
import { Agent, request } from 'node:http';

export interface Answered {
  readonly name: string;
  readonly milliseconds: number;
}

/** One kind of request, sent in turn with the others. */
export interface Wish {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  readonly token: string;
}

function send(url: string, agent: Agent, wish: Wish): Promise<void> {
  const body = JSON.stringify(wish.body);
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'accept-encoding': 'gzip',
      'auth-token': wish.token,
    };
    const call = request(url + wish.path, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${wish.name} answered ${response.statusCode}`)),
      );
    });
    call.once('error', reject);
    call.end(body);
  });
}

/**
 * Sends so many requests a second whatever becomes of those before, as people do; each is timed from the
 * moment it was due, so that a stall counts for everybody who waits behind it.
 */
export async function steadyLoad(
  url: string,
  wishes: readonly Wish[],
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<readonly Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const answered: Promise<Answered>[] = [];
  const startedAt = performance.now();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const dueAt = startedAt + (number * 1000) / perSecond;
    const wait = dueAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const wish = wishes[number % wishes.length];
    if (wish === undefined) throw new Error('nothing to send');
    const { name } = wish;
    const timed = send(url, agent, wish).then(() => ({
      name,
      milliseconds: performance.now() - dueAt,
    }));
    // Looked at below, together: until then a failure is nobody's unhandled rejection.
    timed.catch(() => undefined);
    answered.push(timed);
  }
  const all = await Promise.all(answered);
  agent.destroy();
  return all;
}
