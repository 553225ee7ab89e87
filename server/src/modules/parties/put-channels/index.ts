// Acquisition channels: links, prices, budgets, and what came through them.

import { putChannel } from '@kituo/sdk/contracts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { rulesAt, ruleRoutes } from '../../platform/rules/index.ts';
import { arriveBy, linkOf } from './link.ts';
import { funnelOf } from './figures.ts';
import { acceptHandover, handoversOf } from './handovers.ts';
import { handOver } from './owners.ts';
import { putChannelFamily } from './rules.ts';
import { putChannelVersions } from './versions.ts';

export { channelsTaken, handOverAll, openChannels, refuseOrphans } from './owners.ts';
export { attributeCustomer, attributeOrder } from './attribute.ts';

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
        .selectFrom('configRuleNow')
        .select(['merchantNo', 'value'])
        .where('ruleId', '=', ruleId)
        .where('configKey', '=', putChannelFamily.key)
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
    implement(putChannel.handOver, handOver),
    implement(putChannel.acceptHandover, async ({ handoverId }, call) => await acceptHandover(handoverId, call)),
    ...ruleRoutes(putChannelFamily),
  ],
  config: [putChannelVersions],
});
