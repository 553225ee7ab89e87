// Acquisition channels: links, prices, budgets, and what came through them.

import { putChannel } from '@kituo/sdk/contracts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { createJob } from '../../platform/jobs/index.ts';
import { ruleExport, ruleRoutes, rulesAt } from '../../platform/rules/index.ts';
import { linkHostsFamily } from './link-hosts.ts';
import { addressBehind, arriveBy, linkOf } from './link.ts';
import { funnelOf } from './figures.ts';
import { acceptHandover, handoversOf } from './handovers.ts';
import { disableManyKind, handOverManyKind } from './many.ts';
import { handOver, trafficPerson } from './owners.ts';
import { pausedTile } from './pause.ts';
import { channelsSeenBy, putChannelFamily } from './rules.ts';
import { putChannelVersions } from './versions.ts';

export { channelsTaken, handOver, handOverAll, openChannels, ownedBy, refuseOrphans, trafficPerson } from './owners.ts';
export { attributeCustomer, attributeOrder } from './attribute.ts';
export { channelValue, monthOf } from './figures.ts';
export { channelNames } from './names.ts';
export { pauseOverdue } from './pause.ts';
export { trafficSeenBy } from './seen.ts';

const itemsOf = (ruleIds: readonly string[]) => [...new Set(ruleIds)].map((subjectNo) => ({ subjectNo, input: null }));

export const putChannels = defineModule({
  name: 'put-channels',
  routes: [
    implement(
      putChannel.owners,
      async (_request, { db }) =>
        await db
          .selectFrom('personnel as p')
          .innerJoin('appUser as u', 'u.userNo', 'p.userNo')
          .select(['p.userNo', 'u.realName', 'p.firstLoanWhitelist'])
          .where('p.personnelKind', '=', 'TRAFFIC')
          .where('p.personnelStatus', '=', 'NORMAL')
          .orderBy('u.realName')
          .execute(),
    ),
    implement(putChannel.funnel, async ({ ruleId }, { db, caller }) => {
      const rule = await db
        .selectFrom('configRuleNow as r')
        .select(['r.merchantNo', 'r.value'])
        .where('r.ruleId', '=', ruleId)
        .where('r.configKey', '=', putChannelFamily.key)
        .where(channelsSeenBy(caller))
        .executeTakeFirst();
      if (!rule || !seesMerchant(caller.scope, rule.merchantNo)) throw new AppError('NOT_FOUND');
      const at = new Date();
      const channel = putChannel.putChannelRule.parse(rule.value);
      const live = (await rulesAt(db, putChannelFamily, at, rule.merchantNo)).some((one) => one.ruleId === ruleId);
      return {
        link: live ? await linkOf(db, rule.merchantNo, channel.channelCode) : null,
        days: await funnelOf(db, channel, at, 14),
        handovers: await handoversOf(db, ruleId, caller.userNo),
      };
    }),
    implement(putChannel.arrive, async ({ token }, { db }) => await arriveBy(db, token)),
    implement(putChannel.go, async ({ token }, { db, raw }) => {
      // Each opening counts: what a browser kept would count once.
      void raw.reply.header('cache-control', 'no-store').redirect(await addressBehind(db, token), 302);
    }),
    implement(putChannel.handOver, handOver),
    implement(putChannel.handOverMany, async ({ ruleIds, toUserNo, reason }, call) => {
      if (!(await trafficPerson(call.tx, toUserNo))) throw new AppError('REFERENCE_UNKNOWN', { fields: ['toUserNo'] });
      return { jobNo: await createJob(handOverManyKind, { toUserNo, reason }, call, itemsOf(ruleIds)) };
    }),
    implement(putChannel.disableMany, async ({ ruleIds, reason }, call) => ({
      jobNo: await createJob(disableManyKind, { reason }, call, itemsOf(ruleIds)),
    })),
    implement(putChannel.acceptHandover, async ({ handoverId }, call) => await acceptHandover(handoverId, call)),
    ...ruleRoutes(putChannelFamily),
  ],
  config: [putChannelVersions, linkHostsFamily],
  exports: [ruleExport(putChannelFamily).kind],
  tiles: [pausedTile],
  jobs: [handOverManyKind, disableManyKind],
});
