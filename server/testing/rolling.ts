import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type App, buildApp } from '../src/app.ts';
import type { Database } from '../src/db/database.ts';
import { drain } from '../src/drain.ts';
import { createLogger } from '../src/modules/platform/health/index.ts';
import type { Services } from '../src/services.ts';

/** A process as a balancer sees it. */
interface Node {
  readonly app: App;
  readonly port: number;
}

interface Parts {
  readonly db: Database;
  readonly services: Services;
}

async function startNode(parts: Parts): Promise<Node> {
  const app = await buildApp({ ...parts, log: createLogger('silent') });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const address = app.http.server.address();
  return { app, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

async function ask(agent: Agent, port: number, path: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    const asked = request({ agent, host: '127.0.0.1', port, path }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
    });
    asked.on('error', reject).end();
  });
}

interface Outcome {
  readonly answered: number;
  /** What came of each call that was not answered. */
  readonly failed: readonly string[];
}

/** Where no connection came about nothing was sent: every balancer asks the next node. */
const saidOf = (error: unknown): string =>
  error instanceof Error && 'syscall' in error && error.syscall === 'connect' ? 'again' : String(error);

const CALLERS = 8;
const NOTICE_MS = 300;
const LOOK_MS = 40;

/** Calls over kept connections, each to a node that was ready when last looked at, for as long as the work takes. */
async function callWhile(nodes: readonly Node[], work: () => Promise<void>): Promise<Outcome> {
  let isOver = false;
  let answered = 0;
  const failed: string[] = [];
  let ready: readonly number[] = nodes.map(({ port }) => port);
  const look = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: false });
    while (!isOver) {
      const states = await Promise.all(
        nodes.map(async ({ port }) => ({ port, status: await ask(agent, port, '/health/ready').catch(() => 0) })),
      );
      ready = states.flatMap(({ port, status }) => (status === 200 ? [port] : []));
      await delay(LOOK_MS);
    }
  };
  const caller = async (number: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = number; !isOver; turn += 1) {
      const port = ready[turn % ready.length];
      const status = port === undefined ? 'again' : await ask(agent, port, '/version.json').catch(saidOf);
      if (status === 'again') await delay(LOOK_MS);
      else if (status === 200) answered += 1;
      else failed.push(`${status}`);
    }
    agent.destroy();
  };
  const running = [look(), ...Array.from({ length: CALLERS }, (_, number) => caller(number))];
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(running);
  }
  return { answered, failed };
}

/** Two nodes, of which one after the other is taken out and replaced while calls come. */
export async function restartInTurn(parts: Parts, restarts: number): Promise<Outcome> {
  const nodes = [await startNode(parts), await startNode(parts)];
  const outcome = await callWhile(nodes, async () => {
    for (let turn = 0; turn < restarts; turn += 1) {
      const at = turn % nodes.length;
      const node = nodes[at];
      if (node) await drain(node.app, parts.services, NOTICE_MS);
      nodes[at] = await startNode(parts);
    }
  });
  for (const { app } of nodes) await app.http.close();
  return outcome;
}
