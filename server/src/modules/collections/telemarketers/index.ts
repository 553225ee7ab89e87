// Telemarketers and their records.

import { telemarketingPersonnel } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { personnelSection } from '../../staff/personnel/index.ts';
import { freezeSignIn } from '../../staff/users/index.ts';
import { readCapacity } from './capacity.ts';
import { telemarketerWork } from './work.ts';

const section = personnelSection({
  endpoints: telemarketingPersonnel.endpoints,
  work: telemarketerWork,
  page: telemarketingPersonnel.TELEMARKETING_PERSONNEL_PAGE,
  updates: { en: 'Changes of telemarketers', zh: '批量调整电销人员' },
  file: { en: 'Export of telemarketers', zh: '导出电销人员' },
  freezeSignIn,
});

export const telemarketers = defineModule({
  name: 'telemarketers',
  ...section,
  routes: [...section.routes, implement(telemarketingPersonnel.capacity, (_nothing, call) => readCapacity(call))],
});
