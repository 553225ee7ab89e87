import { performance } from 'node:perf_hooks';
import { Agent, request } from 'node:http';

export interface Answered {
  readonly name: string;
  readonly milliseconds: number;
}

/** One kind of request, sent in turn with the others. */
export interface Request {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  readonly token: string;
}

function send(url: string, agent: Agent, requested: Request): Promise<void> {
  const body = JSON.stringify(requested.body);
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'accept-encoding': 'gzip',
      'auth-token': requested.token,
    };
    const call = request(url + requested.path, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`${requested.name} answered ${response.statusCode}`)),
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
  requests: readonly Request[],
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<readonly Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const answered: Promise<Answered>[] = [];
  const startedAt = performance.now();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const dueAt = startedAt + (number * 1000) / perSecond;
    const wait = dueAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const requested = requests[number % requests.length];
    if (requested === undefined) throw new Error('nothing to send');
    const { name } = requested;
    const timed = send(url, agent, requested).then(() => ({
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
