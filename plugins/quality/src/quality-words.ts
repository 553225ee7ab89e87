import { call } from '@kituo/sdk';
import { inspection, type quality, type ReplyOf } from '@kituo/sdk/contracts';
import { type CodesOf, defineDictionary, type OptionSource } from '@kituo/sdk/page';

export const INSPECTION_SOURCE = defineDictionary<CodesOf<typeof quality.sourceType>>('INSPECTION_SOURCE', {
  CALL: 'waiting',
  SMS: 'waiting',
  ROBOT: 'waiting',
  FEEDBACK: 'waiting',
  ORDER_REVIEW: 'waiting',
});
export const INSPECTION_STATUS = defineDictionary<CodesOf<typeof inspection.inspectionStatus>>('INSPECTION_STATUS', {
  PENDING: 'waiting',
  INSPECTING: 'active',
  SCORED: 'good',
  APPEALED: 'attention',
  CLOSED: 'waiting',
});
export const INSPECTION_FLAG = defineDictionary<CodesOf<typeof inspection.inspectionFlag>>('INSPECTION_FLAG', {
  SENSITIVE_WORD: 'failed',
  GATE_REFUSAL: 'attention',
  LONG_SILENCE: 'attention',
});
export const SCORE_BAND = defineDictionary<CodesOf<typeof inspection.scoreBand>>('SCORE_BAND', {
  LOW: 'failed',
  MIDDLE: 'attention',
  HIGH: 'good',
});
export const STAFF_TYPE = defineDictionary<CodesOf<typeof inspection.inspectedType>>('STAFF_TYPE', {
  COLLECTOR: 'waiting',
  TELEMARKETER: 'waiting',
  AUDITOR: 'waiting',
  SERVICE: 'waiting',
});
export const APPEAL_DECISION = defineDictionary<CodesOf<typeof inspection.appealDecision>>('APPEAL_DECISION', {
  UPHOLD: 'waiting',
  AMEND: 'attention',
});
export const QUALITY_SETTING_STATUS = defineDictionary<CodesOf<typeof quality.settingStatus>>(
  'QUALITY_SETTING_STATUS',
  { DRAFT: 'waiting', PENDING_APPROVAL: 'attention', ENABLED: 'good', DISABLED: 'waiting' },
);

type Choices = ReplyOf<typeof inspection.choices>;
/** Sources of one endpoint are kept apart by a name of their own. */
const choicesOf = (part: keyof Choices): OptionSource => ({
  kind: 'remote',
  name: `${inspection.choices.name}:${part}`,
  load: async (signal) => (await call(inspection.choices, {}, { signal, showLoading: false, quiet: true }))[part],
});
export const inspectedPeople = choicesOf('people');
export const inspectors = choicesOf('inspectors');
export const sheets = choicesOf('sheets');
export const enabledRules = choicesOf('rules');
