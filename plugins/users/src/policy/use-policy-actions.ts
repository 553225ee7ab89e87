import { eatDay, formatDate } from '@kituo/sdk';
import { config } from '@kituo/sdk/contracts';
import { allowedAs, onRow, useAction } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { passwordRulesIn } from './policy-fields.ts';
import type { PasswordRules, VersionRow } from './policy-fields.ts';

/** What a new version starts with: what applies now, or a draft that is gone on with. */
export interface RuleRequest {
  readonly configKey: string;
  readonly title: string;
  readonly value: unknown;
  /** The draft; absent for a new one. */
  readonly draft?: VersionRow;
}

export interface RuleValues extends PasswordRules, Record<string, unknown> {
  readonly isOn: boolean;
  readonly effectiveFrom: string;
  readonly reason: string;
}

export const valuesOf = ({ value, draft }: RuleRequest): RuleValues => ({
  isOn: value === true,
  ...passwordRulesIn(value),
  effectiveFrom: draft?.effectiveFrom ?? eatDay(),
  reason: draft?.reason ?? '',
});

function saveRequest({ configKey, value, draft }: RuleRequest, values: RuleValues) {
  const { isOn, minLength, remembered, maxAgeDays, effectiveFrom, reason } = values;
  return {
    configKey,
    effectiveFrom,
    reason,
    value:
      typeof value === 'boolean'
        ? isOn
        : {
            minLength,
            remembered,
            maxAgeDays,
          },
    ...(draft && {
      versionId: draft.versionId,
      version: draft.version,
    }),
  };
}

const one = ({ versionId, version }: VersionRow) => ({ versionId, version });
const named = (row: VersionRow) => ({ name: row.title, day: formatDate(row.effectiveFrom) });

/** Everything that can be done with versions of the company's rules. */
export function usePolicyActions(list: { refresh(): void }) {
  const save = useAction({
    name: 'ruleSave',
    endpoint: config.save,
    request: (requested: RuleRequest, values: RuleValues) => saveRequest(requested, values),
    list: { refresh: list.refresh },
    facts: ({ title }) => ({ name: title }),
  });
  const submit = useAction({
    name: 'ruleSubmit',
    endpoint: config.submit,
    request: one,
    list: { refresh: list.refresh },
    facts: named,
  });
  const approve = useAction({
    name: 'ruleApprove',
    endpoint: config.approve,
    request: one,
    list: { refresh: list.refresh },
    facts: named,
  });
  const reject = useAction({
    name: 'ruleReject',
    endpoint: config.reject,
    request: (row: VersionRow, { reason }: { reason: string }) => ({ ...one(row), reason }),
    list: { refresh: list.refresh },
    facts: named,
    isDangerous: true,
  });
  const withdraw = useAction({
    name: 'ruleWithdraw',
    endpoint: config.withdraw,
    request: one,
    list: { refresh: list.refresh },
    facts: named,
    isDangerous: true,
  });
  const copy = useAction({
    name: 'ruleCopy',
    endpoint: config.copy,
    request: ({ versionId }: VersionRow) => ({ versionId }),
    list: { refresh: list.refresh },
    facts: named,
  });
  const requestOf = (row: VersionRow): RuleRequest => ({
    configKey: row.configKey,
    title: row.title,
    value: row.value,
    draft: row,
  });
  const rowActions: readonly RowAction<VersionRow>[] = [
    onRow(save, 'update', requestOf),
    allowedAs(submit, 'submit'),
    allowedAs(approve, 'approve'),
    allowedAs(reject, 'reject'),
    allowedAs(withdraw, 'withdraw'),
    allowedAs(copy, 'copy'),
  ];
  return { save, submit, approve, reject, withdraw, copy, rowActions };
}
