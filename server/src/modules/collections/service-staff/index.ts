// Customer service staff and their records.

import { servicePersonnel } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { personnelSection } from '../../staff/personnel/index.ts';
import { freezeSignIn } from '../../staff/users/index.ts';
import { readFree } from '../telephony/index.ts';
import { handOver } from './hand-over.ts';
import { serviceWork } from './work.ts';

const section = personnelSection({
  endpoints: servicePersonnel.endpoints,
  work: serviceWork,
  page: servicePersonnel.SERVICE_PERSONNEL_PAGE,
  updates: { en: 'Changes of customer service staff', zh: '批量调整客服人员' },
  file: { en: 'Export of customer service staff', zh: '导出客服人员' },
  freezeSignIn,
});

export const serviceStaff = defineModule({
  name: 'service-staff',
  ...section,
  routes: [
    ...section.routes,
    implement(servicePersonnel.handOver, handOver),
    implement(servicePersonnel.free, (_nothing, call) => readFree(call)),
  ],
});
