import { useText } from '@kituo/sdk';
import type { ruleBatches, rules } from '@kituo/sdk/contracts';
import { BatchAction, BatchButton, fieldsOf, useBatch } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import type { RuleBatchesProps } from './rule-kind.ts';
import { RULES_TEXTS } from './rules-texts.ts';

interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<Reason>();

/** Rules that a batch takes at once. */
export const MOST_RULES = 1_000;

/**
 * Disabling and enabling of the selected rules, and what its family offers beside them.
 *
 * @example Batches: (props) => <RuleBatches {...props} endpoint={family.stateMany} />
 */
export function RuleBatches<Row extends rules.RuleRow>(
  props: RuleBatchesProps<Row> & {
    readonly endpoint: ruleBatches.StateMany;
    readonly nameOf: (row: Row) => string;
    readonly buttons?: ReactNode;
    readonly forms?: ReactNode;
  },
) {
  const { list, endpoint } = props;
  const t = useText(RULES_TEXTS);
  const family = endpoint.name.split('.')[0] ?? '';
  const stated = (isEnabled: boolean) => ({
    endpoint,
    list,
    most: MOST_RULES,
    request: ({ ids }: { readonly ids: readonly string[] | null }, { reason }: Reason) => ({
      ruleIds: [...(ids ?? [])],
      isEnabled,
      reason,
    }),
  });
  const disable = useBatch({
    ...stated(false),
    name: 'ruleDisableMany',
    jobKind: `${family}.disableMany`,
    isDangerous: true,
  });
  const enable = useBatch({ ...stated(true), name: 'ruleEnableMany', jobKind: `${family}.enableMany` });
  const defaults = (): Reason => ({ reason: '' });
  const nameOf = (ruleId: string) => {
    const row = list.rows.find((one) => one.ruleId === ruleId);
    return row === undefined ? null : props.nameOf(row);
  };
  return props.children(
    <>
      {props.buttons}
      <BatchButton batch={enable} />
      <BatchButton batch={disable} />
    </>,
    <>
      <BatchAction batch={enable} nameOf={nameOf} defaults={defaults}>
        <p>{t('rule.enableManyText')}</p>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <BatchAction batch={disable} nameOf={nameOf} defaults={defaults}>
        <p>{t('rule.disableManyText')}</p>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      {props.forms}
    </>,
  );
}
