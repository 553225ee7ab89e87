import { auditPersonnel } from '@kituo/sdk/contracts';
import { personnelBatchKind, personnelRoutes } from '../personnel/index.ts';
import { freezeUser } from '../users/index.ts';
import { auditorWork } from './work.ts';

export { auditorWork } from './work.ts';

/** Changes of many reviewers at once. */
export const auditorBatchKind = personnelBatchKind('auditors.update', auditorWork, {
  en: 'Changes of reviewers',
  zh: '批量调整审核人员',
});

export const routes = personnelRoutes({
  endpoints: auditPersonnel.endpoints,
  work: auditorWork,
  batchKind: auditorBatchKind,
  async freezeSignIn(userNo, reason, call) {
    const { sessionsEnded } = await freezeUser({ userNo, reason }, call);
    return sessionsEnded;
  },
});
