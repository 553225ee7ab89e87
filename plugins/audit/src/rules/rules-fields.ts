import type { reviewRules } from '@kituo/sdk/contracts';
import type { CodesOf } from '@kituo/sdk/page';
import { call } from '@kituo/sdk';
import { auditOrder, change, reviewConfig } from '@kituo/sdk/contracts';
import type { change as changes } from '@kituo/sdk/contracts';
import {
  CHANGE_STATE,
  CONFIG_VERSION_STATUS,
  count,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  dictionaryOptions,
  flag,
  LOAN_TYPE,
  merchantOptions,
  number,
  oneOf,
  several,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import type { OptionSource } from '@kituo/sdk/page';

export type RulesRow = reviewConfig.ConfigRow;
export type RulesTab = reviewConfig.RulesTab;
export type RefuseCode = reviewConfig.RefuseCode;
export type ChangeRow = changes.ChangeRow;
export const codeChanges = change.changeFamilies.refuseCode;

export const COMPULSORY = defineDictionary<CodesOf<typeof reviewRules.faceCompulsory>>('FACE_COMPULSORY', {
  ALWAYS: 'attention',
  BELOW_THRESHOLD: 'active',
  NEVER: 'waiting',
});
export const evidenceOptions = dictionaryOptions('REVIEW_EVIDENCE_TAB');
export const answerOptions = dictionaryOptions('REVIEW_STEP_ANSWER');
export const correctableOptions = dictionaryOptions('CORRECTABLE_ITEM');

export const rulesFilters = defineFilters({ versionStatus: oneOf(CONFIG_VERSION_STATUS) });
export const stepsFilters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  loanType: oneOf(LOAN_TYPE),
  versionStatus: oneOf(CONFIG_VERSION_STATUS),
});

export const rulesColumns = defineColumns<RulesRow>([
  number('configNo', { width: 120 }),
  count('versionNo', { sortable: true, width: 100 }),
  status('versionStatus', CONFIG_VERSION_STATUS, { width: 150 }),
  day('effectiveFrom', { sortable: true, width: 130 }),
  text('makerName', { width: 150 }),
  text('checkerName', { width: 150 }),
  text('reason', { width: 240 }),
  text('decisionReason', { width: 200 }),
  time('updatedAt', { sortable: true, width: 170 }),
]);

export const stepsColumns = (words: (key: string) => string) =>
  defineColumns<RulesRow>([several('scope', (row) => [scopeText(row.scope, words)], { width: 260 }), ...rulesColumns]);

/** `Kituo Credit · Quick loan · First`; what is not named is for all. */
function scopeText(scope: RulesRow['scope'], words: (key: string) => string): string {
  const anybody = words('config.anybody');
  if (scope === null) return anybody;
  const { merchantNo, merchantName, productNo, productName, loanType } = scope;
  const kind = loanType === null ? null : words(`LOAN_TYPE.${loanType}`);
  const parts = [merchantName ?? merchantNo, productName ?? productNo, kind];
  return parts.filter((part) => part !== null).join(' · ') || anybody;
}

export const codeColumns = (words: { readonly group: string }) =>
  defineColumns<RefuseCode>([
    several('refuseCode', (row) => [row.parentCode === null ? row.refuseCode : `└ ${row.refuseCode}`], { width: 180 }),
    text('text', { width: 320 }),
    several('parentCode', (row) => [row.parentCode ?? words.group], { width: 130 }),
    count('coolOffDays', { width: 120 }),
    flag('reReviewAllowed', { width: 130 }),
    flag('isEnabled', { width: 100 }),
    flag('isUsed', { width: 100 }),
    number('waitingChangeNo', { width: 150 }),
  ]);

export const changeFilters = defineFilters({ changeState: oneOf(CHANGE_STATE) });
export const changeColumns = defineColumns<ChangeRow>([
  text('subjectName', { width: 260 }),
  several('kind', (row) => [row.title], { width: 190 }),
  status('changeState', CHANGE_STATE, { width: 130 }),
  text('makerName', { width: 150 }),
  time('createdAt', { sortable: true, width: 170 }),
  text('decidedByName', { width: 150 }),
  text('decisionReason', { width: 220 }),
]);

/** Products the reader sees, each with its merchant. */
export const productOptions: OptionSource = {
  kind: 'remote',
  name: 'reviewConfig.products',
  load: async (signal) => {
    const { products } = await call(auditOrder.choices, {}, { signal, showLoading: false, quiet: true });
    return products.map(({ productNo, productName, merchantName }) => ({
      value: productNo,
      label: productName,
      hint: merchantName,
    }));
  },
};

/** Groups that a code can stand in. */
export const groupOptions: OptionSource = {
  kind: 'remote',
  name: 'reviewConfig.groups',
  load: async (signal) => {
    const all = await call(reviewConfig.refuseCodes, {}, { signal, showLoading: false, quiet: true });
    return all
      .filter((one) => one.parentCode === null)
      .map((one) => ({ value: one.refuseCode, label: one.refuseCode, hint: one.text }));
  },
};
