// Configuration in versions that apply from a day on.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { policyFamilies } from './policy.ts';
import { regulatoryFamilies } from './regulatory.ts';

export { configAt } from './config-at.ts';
export { approveVersion, rejectVersion, settleConfigVersions, submitVersion, withdrawVersion } from './decide.ts';
export { copyVersion, saveDraft } from './draft.ts';
export { present as presentVersion, readPage as readVersionPage, versions, type VersionRecord } from './read.ts';
export { createConfigFamilies } from './families.ts';
export type { ConfigFamilies, ConfigFamily } from './families.ts';
export { openVersions, type OpenVersion } from './open-versions.ts';
export { refuseStrangeMerchant } from './merchant-subject.ts';
export { policyFamilies, isSwitchedOn, passwordPolicyNow } from './policy.ts';
export type { PasswordPolicy } from './policy.ts';
export { countDecidable, countDecidableBySubject, pageOfVersions } from './read.ts';
export { ownsSubject, partsOfSubject, seenBeginnings } from './subject-scope.ts';

export const configuration = defineModule({
  name: 'configuration',
  routes,
  config: [...policyFamilies, ...regulatoryFamilies],
});
