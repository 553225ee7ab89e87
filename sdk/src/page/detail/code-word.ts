import { useTextIfAny } from '../platform.ts';

const CODE = /^\w+$/;
/** Dictionaries that are not called after the field that holds their codes. */
const DICTIONARY_OF: Readonly<Record<string, readonly string[]>> = {
  approvalMode: ['WAIVER_APPROVAL'],
  blockKind: ['CONTACT_BLOCK'],
  caseLevels: ['CASE_LEVEL'],
  caseScopes: ['POLICY_SCOPE', 'CASE_SCOPE'],
  channelType: ['MESSAGE_CHANNEL'],
  components: ['COMPONENT', 'WAIVER_COMPONENT'],
  dayStatus: ['REVIEW_DATA_STATUS'],
  decision: ['RULE_DECISION'],
  listType: ['RISK_LIST_TYPE'],
  matchKeys: ['MATCH_KEY'],
  operator: ['RULE_OPERATOR'],
  payFirst: ['WAIVER_PAY_FIRST'],
  productStatus: ['MARKET_PRODUCT_STATUS'],
  paymentChannel: ['REPAY_CHANNEL'],
  reasonCode: ['ARTIFICIAL_BLACKLIST_REASON'],
  scorer: ['MODEL_SCORER'],
  status: ['RULE_STATUS'],
  subjectType: ['RISK_LIST_SUBJECT', 'BLACKLIST_SUBJECT'],
  typeCode: ['CONSUMPTION_TYPE'],
  updateType: ['APP_UPDATE_TYPE'],
};

/** What a field's code is called: `rewardType` finds `REWARD_TYPE.TASK`. Null where nobody has words for it. */
export function useCodeWord(): (code: string, field: string) => string | null {
  const textIfAny = useTextIfAny();
  return (code, field) => {
    if (!CODE.test(code)) return null;
    const likeField = field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    for (const dictionary of [likeField, ...(DICTIONARY_OF[field] ?? [])]) {
      const word = textIfAny(`${dictionary}.${code}`);
      if (word !== null) return word;
    }
    return null;
  };
}
