import { inboundConfig, marketingBlacklist } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { activities } from './activities.ts';
import { followApplications } from './approval-list.ts';
import { blacklisted } from './blacklist-list.ts';
import { inboundRules } from './inbound.ts';

/** Of telemarketing: applications, deletions from the blacklist, rules and activities that somebody else asked for. */
export const callDecisions: readonly DecisionQueue[] = [
  {
    key: 'followApplications',
    title: { en: 'Telemarketing applications', zh: '电销跟进申请' },
    places: [
      {
        page: '/AdminContent/TelemarketingSystem/Approval',
        query: 'approvalStatus=PENDING&awaitsMe=true&appliedAt=any',
        code: 'telemarketing:followApproval:approve',
      },
    ],
    count: async (call) => await countOf(followApplications.query({ approvalStatus: 'PENDING', awaitsMe: true }, call)),
  },
  {
    key: 'marketingBlacklist',
    title: { en: 'Deletions from the marketing blacklist', zh: '营销黑名单删除申请' },
    places: [
      {
        page: marketingBlacklist.MARKETING_BLACKLIST_PAGE,
        query: 'rowStatus=DELETE_PENDING&createdAt=any',
        code: 'telemarketing:blacklist:approve',
      },
    ],
    count: async (call) =>
      await countOf(
        blacklisted
          .query({ rowStatus: 'DELETE_PENDING' }, call)
          .where(sql<boolean>`b.delete_requested_by is distinct from ${call.caller.userNo}`),
      ),
  },
  {
    key: 'inboundRules',
    title: { en: 'Attribution rules', zh: '进件归属规则' },
    places: [
      {
        page: inboundConfig.INBOUND_CONFIG_PAGE,
        query: 'tab=rules&ruleState=PENDING_APPROVAL',
        code: 'telemarketing:inbound:approve',
      },
    ],
    count: async (call) =>
      await countOf(
        inboundRules.query({ ruleState: 'PENDING_APPROVAL' }, call).where('r.makerUserNo', '<>', call.caller.userNo),
      ),
  },
  {
    key: 'callActivities',
    title: { en: 'Telemarketing activities', zh: '电销活动' },
    places: [
      {
        page: inboundConfig.INBOUND_CONFIG_PAGE,
        query: 'tab=activities&activityState=PENDING_APPROVAL',
        code: 'telemarketing:activity:approve',
      },
    ],
    count: async (call) =>
      await countOf(
        activities.query({ activityState: 'PENDING_APPROVAL' }, call).where('y.makerUserNo', '<>', call.caller.userNo),
      ),
  },
];
