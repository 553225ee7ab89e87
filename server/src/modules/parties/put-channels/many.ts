import * as z from 'zod/mini';
import { asCommand, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { switchRule } from '../../platform/rules/index.ts';
import { handOver } from './owners.ts';
import { putChannelFamily } from './rules.ts';

const TITLES = {
  handOver: { en: 'Change owner of channels', zh: '批量更换渠道负责人' },
  disable: { en: 'Disable channels', zh: '批量停用渠道' },
} as const;

/** Another owner for many channels, each in a transaction of its own. */
export const handOverManyKind: ItemsKind<{ readonly toUserNo: string; readonly reason: string }> = defineJob({
  kind: 'putChannels.handOver',
  title: TITLES.handOver,
  code: 'operation:putChannel:save',
  params: z.strictObject({ toUserNo: z.string(), reason: z.string() }),
  runItem: async ({ subjectNo: ruleId }, params, run) =>
    await handOver({ ruleIds: [ruleId], ...params }, asCommand(run)),
});

/** Disables many channels, each in a transaction of its own, as it stands when its turn comes. */
export const disableManyKind: ItemsKind<{ readonly reason: string }> = defineJob({
  kind: 'putChannels.disable',
  title: TITLES.disable,
  code: 'operation:putChannel:enable',
  params: z.strictObject({ reason: z.string() }),
  runItem: async ({ subjectNo: ruleId }, { reason }, run) =>
    await switchRule(putChannelFamily, { ruleId, isEnabled: false, reason }, asCommand(run)),
});
