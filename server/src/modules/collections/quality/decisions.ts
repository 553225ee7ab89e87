import { quality } from '@kituo/sdk/contracts';
import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { ruleList } from './rules.ts';
import { sheetList } from './sheets.ts';

const CODE = 'quality:sheet:approve';
const place = (query: string) => ({ page: quality.QUALITY_PAGE, query, code: CODE });

/** Score sheets and sampling rules that somebody else wrote last. */
export const qualityDecisions: readonly DecisionQueue[] = [
  {
    key: 'qualitySheets',
    title: { en: 'Score sheets', zh: '质检评分表' },
    places: [place('tab=sheets&sheetStatus=PENDING_APPROVAL')],
    count: async (call) =>
      await countOf(
        sheetList.query({ sheetStatus: 'PENDING_APPROVAL' }, call).where('s.updatedBy', '<>', call.caller.userNo),
      ),
  },
  {
    key: 'samplingRules',
    title: { en: 'Sampling rules', zh: '质检抽样规则' },
    places: [place('tab=sampling&ruleStatus=PENDING_APPROVAL')],
    count: async (call) =>
      await countOf(
        ruleList.query({ ruleStatus: 'PENDING_APPROVAL' }, call).where('r.updatedBy', '<>', call.caller.userNo),
      ),
  },
];
