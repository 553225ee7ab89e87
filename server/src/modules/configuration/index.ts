export { configAt } from './config-at.ts';
export {
  approveVersion,
  rejectVersion,
  settleConfigVersions,
  submitVersion,
  withdrawVersion,
} from './decide.ts';
export { copyVersion, saveDraft } from './draft.ts';
export {
  present as presentVersion,
  readPage as readVersionPage,
  versions,
  type VersionRecord,
} from './read.ts';
export { createConfigFamilies } from './families.ts';
export type { ConfigFamilies, ConfigFamily } from './families.ts';
export { refuseStrangeMerchant } from './merchant-subject.ts';
export { houseFamilies, isSwitchedOn, passwordPolicyNow } from './house.ts';
export type { PasswordPolicy } from './house.ts';
export { countDecidable } from './read.ts';
export { routes } from './routes.ts';
export { regulatoryFamilies } from './regulatory.ts';
export { ownsSubject, seenBeginnings } from './subject-scope.ts';
