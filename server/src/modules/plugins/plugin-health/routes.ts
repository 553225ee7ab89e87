import { pluginOperate } from '@kituo/sdk/contracts';
import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { explain, readPersonBy, readRegistryHistory, type PersonRow } from '../registry/index.ts';
import { takeFacts } from './intake.ts';
import { listPlugins } from './list.ts';
import { promoteRollout, startRollout, takeBack, turn } from './operate.ts';

const MAX_LINES = 100;

/** Facts a session may tell in a minute: a console that opens a page every second stays below it. */
const limiter = new RateLimiterMemory({ points: 300, duration: 60 });

/** Throws TOO_MANY_REQUESTS with the time to wait. */
async function limit(sessionId: string, facts: number): Promise<void> {
  try {
    await limiter.consume(sessionId, facts);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError('TOO_MANY_REQUESTS', {
      facts: { wait: `${Math.ceil(refusal.msBeforeNext / 1000)} s` },
    });
  }
}

export const routes = [
  implement(pluginOperate.report, async ({ facts }, { db, services, caller }) => {
    await limit(caller.sessionId, facts.length);
    const { registry, pluginMetrics: metrics } = services;
    return await takeFacts({ db, registry, metrics }, caller, facts);
  }),
  implement(pluginOperate.list, async ({ window }, call) => listPlugins(window, call)),
  implement(pluginOperate.history, async ({ plugin }, { services }) => {
    const lines = await readRegistryHistory(services.registry.place, plugin);
    return lines
      .slice(-MAX_LINES)
      .reverse()
      .map(({ at, by, action, before, after }) => ({ at, by, action, before, after }));
  }),
  implement(pluginOperate.explain, async ({ plugin, user }, { db, services, lang }) => {
    const person = await readPersonBy(
      async (query, name) => (await db.executeQuery<PersonRow>(CompiledQuery.raw(query, [name]))).rows,
      user,
    );
    if (person === null) throw new AppError('PLUGIN_PERSON_UNKNOWN', { facts: { user } });
    const { verdict, sentences } = await explain(services.registry.place, person, plugin, lang);
    return { verdict, sentences: [...sentences] };
  }),
  implement(pluginOperate.turn, turn),
  implement(pluginOperate.rollOut, startRollout),
  implement(pluginOperate.promote, promoteRollout),
  implement(pluginOperate.rollBack, takeBack),
];
