import type { CommandContext } from '../../../http/implement.ts';
import type { JobRun } from '../jobs/index.ts';
import type { Services } from '../../../services.ts';

/** Tells every open console, once it is committed. */
export function announceLanguages({ afterCommit, services }: Pick<CommandContext, 'afterCommit' | 'services'>): void {
  afterCommit(async () => await services.events.publish('everyone', { type: 'languages' }));
}

/** Rows of an import follow one another by milliseconds: consoles are told when they rest. */
const REST_MS = 500;
const timers = new WeakMap<Services, NodeJS.Timeout>();

/** As above for an item of a job, which commits after it ran. */
export function announceLater({ services, log }: Pick<JobRun, 'services' | 'log'>): void {
  clearTimeout(timers.get(services));
  const timer = setTimeout(() => {
    services.events.publish('everyone', { type: 'languages' }).catch((error: unknown) => {
      log.warn({ err: error }, 'consoles were not told of new texts');
    });
  }, REST_MS);
  timers.set(services, timer.unref());
}
