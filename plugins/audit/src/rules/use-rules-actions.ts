import { formatDate } from '@kituo/sdk';
import { reviewConfig } from '@kituo/sdk/contracts';
import type { reviewRules } from '@kituo/sdk/contracts';
import { allowedAs, useAction } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import type { RefObject } from 'react';
import type { RulesRow, RulesTab } from './rules-fields.ts';
import { valueOfForm } from './rules-values.ts';
import type { RulesStart, RulesValues } from './rules-values.ts';

interface Reason extends Record<string, unknown> {
  readonly reason: string;
}

function loanTypeOf(text: string | null): 'FIRST' | 'REPEAT' | null {
  return text === 'FIRST' || text === 'REPEAT' ? text : null;
}

const facts = (row: RulesRow) => ({ name: row.configNo, date: formatDate(row.effectiveFrom) });
const one = ({ configNo, version }: RulesRow) => ({ configNo, version });

/** Everything that can be done with the versions of one tab. `steps` holds what the steps editor shows. */
export function useRulesActions(
  tab: RulesTab,
  list: List<RulesRow>,
  steps: RefObject<readonly reviewRules.ReviewStep[]>,
  isHoldKnown: boolean,
) {
  const saveRequest = (values: RulesValues) => ({
    tab,
    ...(tab === 'STEPS' && {
      scope: {
        merchantNo: values.merchantNo === '' ? null : values.merchantNo,
        productNo: values.productNo === '' ? null : values.productNo,
        loanType: loanTypeOf(values.loanType),
      },
    }),
    value: tab === 'STEPS' ? [...steps.current] : valueOfForm(tab, values),
    effectiveFrom: values.effectiveFrom ?? '',
    reason: values.reason,
  });
  const add = useAction<typeof reviewConfig.save, RulesStart, RulesValues>({
    name: 'configAdd',
    endpoint: reviewConfig.save,
    request: (_copied, values) => saveRequest(values),
    list: { refresh: list.refresh },
  });
  const update = useAction<typeof reviewConfig.save, RulesRow, RulesValues>({
    name: 'configUpdate',
    endpoint: reviewConfig.save,
    request: (row, values) => ({ ...one(row), ...saveRequest(values) }),
    list,
    facts,
  });
  const submit = useAction({ name: 'configSubmit', endpoint: reviewConfig.submit, request: one, list, facts });
  const approve = useAction({
    name: 'configApprove',
    endpoint: reviewConfig.audit,
    request: (row: RulesRow) => ({ ...one(row), isApproved: true }),
    list: { refresh: list.refresh },
    facts,
  });
  const reject = useAction({
    name: 'configReject',
    endpoint: reviewConfig.audit,
    request: (row: RulesRow, { reason }: Reason) => ({ ...one(row), isApproved: false, reason }),
    list,
    facts,
    isDangerous: true,
  });
  const withdraw = useAction({ name: 'configWithdraw', endpoint: reviewConfig.withdraw, request: one, list, facts });
  const restore = useAction({
    name: 'configCopy',
    endpoint: reviewConfig.restore,
    request: ({ configNo }: RulesRow) => ({ configNo }),
    list: { refresh: list.refresh },
    facts,
  });
  const own = {
    update: allowedAs(update, 'update'),
    submit: allowedAs(submit, 'submit'),
    approve: allowedAs(approve, 'approve'),
    reject: allowedAs(reject, 'reject'),
    withdraw: allowedAs(withdraw, 'withdraw'),
    restore: allowedAs(restore, 'copy'),
  };
  const rowActions = [own.update, own.submit, own.approve, own.reject, own.withdraw, own.restore];
  // A copy of whatever holds, which itself cannot be changed; what holds has to be known first.
  const isAllowed = () => add.isPermitted && isHoldKnown;
  return { add: { ...add, isAllowed }, ...own, rowActions };
}
