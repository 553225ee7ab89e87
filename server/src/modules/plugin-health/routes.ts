import { pluginOperate } from '@kituo/sdk/contracts';
import { CompiledQuery } from 'kysely';
import { AppError } from '../../http/app-error.ts';
import { implement } from '../../http/implement.ts';
import { explain, readPersonBy, readRegistryHistory, type PersonRow } from '../registry/index.ts';
import { takeFacts } from './intake.ts';
import { listPlugins } from './list.ts';
import { promoteRollout, startRollout, takeBack, turn } from './operate.ts';

const MOST_LINES = 100;

export const routes = [
  implement(pluginOperate.report, async ({ facts }, { db, services, caller }) => {
    const { registry, pluginMetrics: metrics } = services;
    return await takeFacts({ db, registry, metrics }, caller, facts);
  }),
  implement(pluginOperate.list, async ({ window }, call) => listPlugins(window, call)),
  implement(pluginOperate.history, async ({ plugin }, { services }) => {
    const lines = await readRegistryHistory(services.registry.place, plugin);
    return lines
      .slice(-MOST_LINES)
      .reverse()
      .map(({ at, by, action, before, after }) => ({ at, by, action, before, after }));
  }),
  implement(pluginOperate.explain, async ({ plugin, user }, { db, services }) => {
    const person = await readPersonBy(
      async (query, name) =>
        (await db.executeQuery<PersonRow>(CompiledQuery.raw(query, [name]))).rows,
      user,
    );
    if (person === null) throw new AppError('PLUGIN_PERSON_UNKNOWN', { facts: { user } });
    const { verdict, sentences } = await explain(services.registry.place, person, plugin);
    return { verdict, sentences: [...sentences] };
  }),
  implement(pluginOperate.turn, turn),
  implement(pluginOperate.rollOut, startRollout),
  implement(pluginOperate.promote, promoteRollout),
  implement(pluginOperate.rollBack, takeBack),
];
