import { eatDay, useText } from '@kituo/sdk';
import type { Endpoint, rules } from '@kituo/sdk/contracts';
import { allowedAs, onRow, useAction, type List } from '@kituo/sdk/page';
import type { RuleForm, RuleKind } from './rule-kind.ts';
import { RULES_TEXTS } from './rules-texts.ts';

/** A rule that is changed; null for a new one. */
export interface RuleStart<Row> {
  readonly rule: Row | null;
}

/** Add, edit, disable and enable. */
export function useRuleActions<Row extends rules.RuleRow>(kind: RuleKind<Row>, list: List<Row>) {
  const t = useText();
  const words = useText(RULES_TEXTS);
  const shared = { words, endpoint: kind.endpoints.save, list: { refresh: list.refresh } };
  const request = ({ rule }: RuleStart<Row>, { merchantNo, effectiveFrom, reason, ...values }: RuleForm) => {
    return {
      merchantNo: rule?.merchantNo ?? merchantNo ?? '',
      value: kind.valueOf(values),
      effectiveFrom,
      reason,
      ...(rule && { ruleId: rule.ruleId }),
    };
  };
  const add = useAction<Endpoint, RuleStart<Row>, RuleForm>({
    ...shared,
    name: 'ruleAdd',
    request,
    facts: () => ({ section: t(`${kind.name}.title`) }),
  });
  const update = useAction<Endpoint, RuleStart<Row>, RuleForm>({
    ...shared,
    name: 'ruleUpdate',
    request,
    facts: ({ rule }) => ({ name: rule === null ? '' : kind.nameOf(rule) }),
  });
  const stated = (isEnabled: boolean) => ({
    words,
    endpoint: kind.endpoints.state,
    list: { refresh: list.refresh },
    request: ({ ruleId, version }: Row, { reason }: { readonly reason: string }) => ({
      ruleId,
      version,
      isEnabled,
      reason,
    }),
    facts: (row: Row) => ({ name: kind.nameOf(row) }),
  });
  const disable = useAction<Endpoint, Row, { reason: string }>({
    ...stated(false),
    name: 'ruleDisable',
    isDangerous: true,
  });
  const enable = useAction<Endpoint, Row, { reason: string }>({ ...stated(true), name: 'ruleEnable' });
  const defaults = ({ rule }: RuleStart<Row>): RuleForm => ({
    merchantNo: rule?.merchantNo ?? null,
    ...kind.valuesOf(rule),
    effectiveFrom: eatDay(),
    reason: '',
  });
  return {
    add,
    update,
    disable,
    enable,
    defaults,
    rowActions: [
      onRow(update, 'update', (row: Row): RuleStart<Row> => ({ rule: row })),
      allowedAs(disable, 'disable'),
      allowedAs(enable, 'enable'),
      ...(kind.rowActions ?? []),
    ],
  };
}
export type RuleActions<Row extends rules.RuleRow> = ReturnType<typeof useRuleActions<Row>>;
