import type { riskModel } from '@kituo/sdk/contracts';
import { driftedModels } from '../../lending/risk-models/index.ts';
import { rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

const PAGE = '/AdminContent/RiskControlSystem/RiskControlModel';

const INPUTS: Readonly<Record<riskModel.ModelInput, { readonly en: string; readonly zh: string }>> = {
  appliedCents: { en: 'Amount applied for', zh: '申请金额' },
  monthlyIncomeCents: { en: 'Monthly income', zh: '月收入' },
  age: { en: 'Age', zh: '年龄' },
  loanType: { en: 'Loan type', zh: '借款类型' },
  settledOrders: { en: 'Loans repaid', zh: '已结清笔数' },
  openOrders: { en: 'Open loans', zh: '在贷笔数' },
  maxOverdueDays: { en: 'Longest delay', zh: '最长逾期天数' },
  applications30Days: { en: 'Applications in 30 days', zh: '30 天内申请数' },
};

/** Models in use whose applicants are no longer those that they were made for. */
export const driftedScores: WatchedSource = {
  sourceType: 'MODEL_DRIFT',
  prefix: 'DRIFT-',
  quietHours: 7 * 24,
  async find(db) {
    const models = await driftedModels(db);
    if (models.length === 0) return [];
    const roleNos = await rolesWith(db, 'risk:model:save');
    return models.map(({ ruleId, merchantNo, modelName, psi, input }): Cause => ({
      key: ruleId,
      warningLevel: 'ATTENTION',
      subject: `Drift of ${modelName}: PSI ${psi}${input === null ? '' : `. ${INPUTS[input].en} moved most`}`,
      subjectZh: `${modelName} 漂移：PSI ${psi}${input === null ? '' : `，变动最大：${INPUTS[input].zh}`}`,
      subjectPath: `${PAGE}?modelCode=${ruleId}`,
      amountCents: null,
      merchantNo,
      roleNos,
      assigneeUserNo: null,
    }));
  },
};
