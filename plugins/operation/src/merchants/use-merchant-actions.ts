import { change, orgMerchant } from '@kituo/sdk/contracts';
import { type List, useAction } from '@kituo/sdk/page';
import { limitsOf, type MerchantRow } from './merchant-fields.ts';

export interface MerchantValues extends Record<string, unknown> {
  readonly merchantNo: string;
  readonly merchantName: string;
  readonly orgNo: string | null;
  readonly companyCode: string;
  readonly companyName: string;
  /** Asked for where a merchant is changed. */
  readonly isSandbox: boolean;
}
export interface CopyValues extends Record<string, unknown> {
  readonly merchantNo: string;
  readonly merchantName: string;
}
export interface LimitValues extends Record<string, unknown> {
  readonly trafficLimits: string;
  readonly reason: string;
}
export interface RiskValues extends Record<string, unknown> {
  readonly takesDefaultRules: boolean;
  readonly reason: string;
}
interface Stated extends Record<string, unknown> {
  readonly reason: string;
}

/** What can be done with a merchant. */
export function useMerchantActions(shown: List<MerchantRow>) {
  const list = { refresh: shown.refresh };
  const waitsIn = change.changeFamilies.orgMerchant;
  const facts = ({ merchantName: name }: MerchantRow) => ({ name });
  const stated = ({ merchantNo }: MerchantRow, { reason }: Stated) => ({ merchantNo, reason });
  const add = useAction({
    name: 'merchantAdd',
    endpoint: orgMerchant.add,
    request: (_none: null, { orgNo, isSandbox: _, ...values }: MerchantValues) => ({ ...values, orgNo: orgNo ?? '' }),
    list,
  });
  const update = useAction({
    name: 'merchantUpdate',
    endpoint: orgMerchant.update,
    request: ({ merchantNo, version }: MerchantRow, { orgNo, ...values }: MerchantValues) => ({
      ...values,
      merchantNo,
      version,
      orgNo: orgNo ?? '',
    }),
    list,
    facts,
  });
  const copy = useAction({
    name: 'merchantCopy',
    endpoint: orgMerchant.copy,
    request: ({ merchantNo: fromMerchantNo }: MerchantRow, values: CopyValues) => ({ ...values, fromMerchantNo }),
    list,
    facts,
  });
  const limits = useAction({
    name: 'merchantLimits',
    endpoint: orgMerchant.limit,
    request: ({ merchantNo }: MerchantRow, { trafficLimits, reason }: LimitValues) => ({
      merchantNo,
      trafficLimits: limitsOf(trafficLimits),
      reason,
    }),
    list,
    waitsIn,
    facts,
  });
  const risk = useAction({
    name: 'merchantRisk',
    endpoint: orgMerchant.riskConfig,
    request: ({ merchantNo }: MerchantRow, { takesDefaultRules, reason }: RiskValues) => ({
      merchantNo,
      takesDefaultRules,
      reason,
    }),
    list,
    waitsIn,
    facts,
  });
  const enable = useAction({
    name: 'merchantEnable',
    endpoint: orgMerchant.enable,
    request: stated,
    list,
    waitsIn,
    facts,
  });
  const disable = useAction({
    name: 'merchantDisable',
    endpoint: orgMerchant.disable,
    request: stated,
    list,
    isDangerous: true,
    facts,
  });
  return { add, update, copy, limits, risk, enable, disable };
}
