/** `@kituo/sdk/cases`: what both collection systems show of cases, by order or by bill. */
import './cases.css';

export { AllocationDesk } from './allocation-desk.tsx';
export { AllotPicker, collectorOptions } from './allot-picker.tsx';
export { allotColumns, caseColumns, outColumns } from './case-columns.ts';
export { CaseDetail } from './case-detail.tsx';
export { allotFilters, caseFilters, outFilters } from './case-filters.ts';
export { CaseHelp } from './case-help.tsx';
export { CaseList, useCaseList } from './case-list.tsx';
export type { CaseListParts } from './case-list.tsx';
export { systemOf } from './case-system.ts';
export type { CaseDetailFacts, CaseRow, CaseScope } from './case-system.ts';
export {
  CASE_BILL_STATUS,
  CASE_LEVEL,
  CASE_SCOPE,
  CASE_STATUS,
  COLLECTION_LEVEL,
  OUT_REASON,
  PROMISE_STATUS,
} from './case-words.ts';
export { CASES_TEXTS } from './cases-texts.ts';
export { ContactPanel } from './contact-panel.tsx';
export { FollowUpForm } from './follow-up-form.tsx';
export { MyCases } from './my-cases.tsx';
export { OutDesk } from './out-desk.tsx';
