// Traffic staff and their records.

import { trafficPersonnel } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { createJob } from '../../platform/jobs/index.ts';
import { personnelSection } from '../../staff/personnel/index.ts';
import { freezeSignIn } from '../../staff/users/index.ts';
import { handOver, trafficPerson } from '../put-channels/index.ts';
import { channelsSeen, monthOfChannels, moveChannelsKind } from './channels.ts';
import { trafficWork } from './work.ts';

const { routes, jobs, ...section } = personnelSection({
  endpoints: trafficPersonnel.endpoints,
  work: trafficWork,
  page: trafficPersonnel.TRAFFIC_PERSONNEL_PAGE,
  updates: { en: 'Changes of traffic staff', zh: '批量调整投放人员' },
  file: { en: 'Export of traffic staff', zh: '导出投放人员' },
  freezeSignIn,
});

export const trafficStaff = defineModule({
  name: 'traffic-staff',
  ...section,
  routes: [
    ...routes,
    implement(trafficPersonnel.channels, async (_nothing, call) => await channelsSeen(call)),
    implement(trafficPersonnel.giveChannels, handOver),
    implement(trafficPersonnel.funnel, monthOfChannels),
    implement(trafficPersonnel.moveChannels, async ({ userNos, toUserNo, reason }, call) => {
      if (!(await trafficPerson(call.tx, toUserNo))) throw new AppError('REFERENCE_UNKNOWN', { fields: ['toUserNo'] });
      const items = [...new Set(userNos)].map((subjectNo) => ({ subjectNo, input: null }));
      return { jobNo: await createJob(moveChannelsKind, { toUserNo, reason }, call, items) };
    }),
  ],
  jobs: [...jobs, moveChannelsKind],
});
