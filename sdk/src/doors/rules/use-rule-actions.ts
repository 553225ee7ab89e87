import { eatDay, useText } from '@kituo/sdk';
import type { Endpoint, rules } from '@kituo/sdk/contracts';
import { allowedAs, onRow, useAction, type List } from '@kituo/sdk/page';
import { useRef } from 'react';
import type { RuleForm, RuleKind } from './rule-kind.ts';
import { RULES_TEXTS } from './rules-texts.ts';

/** What was simulated: saving sends its token while the values are the same. */
export interface Simulated {
  readonly values: string;
  readonly token: string;
}

/** A rule that is changed; null for a new one. */
export interface RuleStart<Row> {
  readonly rule: Row | null;
}

/** Add, edit, disable and enable, with the dry run where saving asks for one. */
export function useRuleActions<Row extends rules.RuleRow>(kind: RuleKind<Row>, list: List<Row>) {
  const t = useText();
  const words = useText(RULES_TEXTS);
  const simulated = useRef<Simulated | null>(null);
  const keyOf = (merchantNo: string, value: unknown) => JSON.stringify([merchantNo, value]);
  const shared = { endpoint: kind.endpoints.save, list: { refresh: list.refresh } };
  const request = ({ rule }: RuleStart<Row>, { merchantNo, effectiveFrom, reason, ...values }: RuleForm) => {
    const value = kind.valueOf(values);
    const of = rule?.merchantNo ?? merchantNo ?? '';
    const run = simulated.current;
    return {
      merchantNo: of,
      value,
      effectiveFrom,
      reason,
      ...(rule && { ruleId: rule.ruleId }),
      ...(run?.values === keyOf(of, value) && { dryRunToken: run.token }),
    };
  };
  const add = useAction<Endpoint, RuleStart<Row>, RuleForm>({
    ...shared,
    ...(kind.addName === undefined && { words }),
    name: kind.addName ?? 'ruleAdd',
    request,
    facts: () => (kind.addName === undefined ? { one: t(`${kind.name}.one`) } : {}),
  });
  const update = useAction<Endpoint, RuleStart<Row>, RuleForm>({
    ...shared,
    words,
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
    simulated,
    keyOf,
    rowActions: [
      onRow(update, 'update', (row: Row): RuleStart<Row> => ({ rule: row })),
      allowedAs(disable, 'disable'),
      allowedAs(enable, 'enable'),
      ...(kind.rowActions ?? []),
    ],
  };
}
export type RuleActions<Row extends rules.RuleRow> = ReturnType<typeof useRuleActions<Row>>;
