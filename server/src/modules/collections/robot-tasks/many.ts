import type { aiTask, ParsedRequestOf, robotTask } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { CommandCall } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { control, sync } from './ai.ts';
import { controlTask } from './control.ts';
import type { RobotSection } from './tables.ts';

const STOP_CODE = {
  collection: 'collection:robotTask:stop',
  collectionStage: 'collectionStage:robotTask:stop',
  marketing: 'marketing:robot:control',
  telemarketing: 'telemarketing:robot:control',
} as const satisfies Record<RobotSection, string>;

const params = z.strictObject({ reason: z.optional(z.string()) });

/** A section's tasks stopped, one transaction each. */
const stopKind = (section: RobotSection) =>
  defineJob({
    kind: `${section}Robots.stopMany`,
    title: { en: 'Stop robot tasks', zh: '批量停止机器人任务' },
    code: STOP_CODE[section],
    params,
    runItem: async ({ subjectNo }, given, run) =>
      await controlTask(section, 'stop', { taskNo: subjectNo, ...given }, asCommand(run)),
  } satisfies ItemsKind<z.output<typeof params>>);
const stopKinds = {
  collection: stopKind('collection'),
  collectionStage: stopKind('collectionStage'),
  marketing: stopKind('marketing'),
  telemarketing: stopKind('telemarketing'),
} as const;

const none = z.strictObject({});
/** What is asked of the vendor about many tasks; each is asked once its own transaction is over. */
const aiKinds = {
  stop: defineJob({
    kind: 'aiTasks.stopMany',
    title: { en: 'Stop 94 AI tasks', zh: '批量停止 94 AI 任务' },
    code: 'collection:ai94:stop',
    params: none,
    runItem: async ({ subjectNo }, _none, run) => await control('stop', { taskNo: subjectNo }, asCommand(run)),
  } satisfies ItemsKind<z.output<typeof none>>),
  sync: defineJob({
    kind: 'aiTasks.syncMany',
    title: { en: 'Synchronise 94 AI tasks', zh: '批量同步 94 AI 任务' },
    // Whoever makes tasks may, and whoever stops them: the endpoint asks for one of the codes.
    code: { page: '/AdminContent/CollectionSystem/NineFourAiTask' },
    params: none,
    runItem: async ({ subjectNo }, _none, run) => await sync({ taskNo: subjectNo }, asCommand(run)),
  } satisfies ItemsKind<z.output<typeof none>>),
} as const;

export const robotJobs = [...Object.values(stopKinds), ...Object.values(aiKinds)];

const itemsOf = (taskNos: readonly string[]) => [...new Set(taskNos)].map((subjectNo) => ({ subjectNo, input: null }));

export async function stopMany(
  section: RobotSection,
  { taskNos, reason }: ParsedRequestOf<robotTask.RobotTaskEndpoints['stopMany']>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const given = reason === undefined ? {} : { reason };
  return { jobNo: await createJob(stopKinds[section], given, call, itemsOf(taskNos)) };
}

export async function aiMany(
  does: keyof typeof aiKinds,
  { taskNos }: ParsedRequestOf<typeof aiTask.stopMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(aiKinds[does], {}, call, itemsOf(taskNos)) };
}
