import { formatDate } from '@kituo/sdk';
import { reviewConfig } from '@kituo/sdk/contracts';
import type { reviewRules } from '@kituo/sdk/contracts';
import { allowedAs, decision, useAction, useDecisions } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import type { RefObject } from 'react';
import type { RulesRow, RulesTab } from './rules-fields.ts';
import { valueOfForm } from './rules-values.ts';
import type { RulesStart, RulesValues } from './rules-values.ts';

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
  const decisions = useDecisions<RulesRow>({
    list: { refresh: list.refresh },
    nameOf: ({ configNo }) => configNo,
    approve: decision(reviewConfig.audit, (row: RulesRow, reason: string | undefined) => ({
      ...one(row),
      isApproved: true,
      ...(reason !== undefined && { reason }),
    })),
    reject: decision(reviewConfig.audit, (row: RulesRow, reason: string) => ({
      ...one(row),
      isApproved: false,
      reason,
    })),
    withdraw: decision(reviewConfig.withdraw, one),
  });
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
    restore: allowedAs(restore, 'copy'),
  };
  const rowActions = [own.update, own.submit, ...decisions.rowActions, own.restore];
  // A copy of whatever holds, which itself cannot be changed; what holds has to be known first.
  const isAllowed = () => add.isPermitted && isHoldKnown;
  return { add: { ...add, isAllowed }, ...own, decisions, rowActions };
}
