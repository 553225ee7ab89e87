import { Button, useText } from '@kituo/sdk';
import { ruleSet } from '@kituo/sdk/contracts';
import { useEffect } from 'react';
import { RULE_DECISION, RULE_FIELD, RULE_OPERATOR, RULE_TYPE } from '../parts/codes.ts';
import { Chosen, Typed, wholeOf } from '../parts/line-fields.tsx';
import { isMoney, keptValue, typedValue } from '../parts/money-values.ts';
import './rules.css';

type Rule = ruleSet.RiskRule;

/** The most rules that a set takes. */
const MAX = 40;

const emptyRule = (after: readonly Rule[]): Rule => ({
  priority: Math.max(0, ...after.map(({ priority }) => priority)) + 10,
  ruleName: '',
  ruleType: 'CREDIT',
  fieldKey: 'age',
  operator: 'LT',
  threshold: '',
  decision: 'MANUAL',
  refuseCode: null,
  coolOffDays: 0,
});

/** The rules of a set in their order, edited in place. */
export function RulesEditor(props: {
  /** What the form starts with. */
  readonly initial: readonly Rule[];
  readonly rules: readonly Rule[];
  readonly onChange: (rules: readonly Rule[]) => void;
}) {
  const t = useText();
  const { initial, rules, onChange } = props;
  useEffect(() => {
    onChange(initial.length === 0 ? [emptyRule([])] : initial);
  }, [initial, onChange]);
  return (
    <fieldset className="rk-rules">
      <legend>{t('ruleSet.rules')}</legend>
      {rules.map((rule, index) => (
        <RuleFields
          key={index}
          rule={rule}
          place={index + 1}
          onChange={(changed) => {
            onChange(rules.map((one, at) => (at === index ? changed : one)));
          }}
          onRemove={
            rules.length === 1
              ? null
              : () => {
                  onChange(rules.filter((_one, at) => at !== index));
                }
          }
        />
      ))}
      <Button
        size="small"
        text={t('ruleSet.addRule')}
        disabled={rules.length >= MAX}
        onClick={() => {
          onChange([...rules, emptyRule(rules)]);
        }}
      />
    </fieldset>
  );
}

function RuleFields(props: {
  readonly rule: Rule;
  readonly place: number;
  readonly onChange: (rule: Rule) => void;
  readonly onRemove: (() => void) | null;
}) {
  const t = useText();
  const { rule, place, onChange, onRemove } = props;
  const checked = ruleSet.riskRule.safeParse(rule);
  const set = (change: Partial<Rule>): void => {
    onChange({ ...rule, ...change });
  };
  const isRefusal = rule.decision === 'REFUSE';
  return (
    <section className="rk-rule" aria-label={t('ruleSet.place', { no: place })}>
      <Typed label="ruleName" value={rule.ruleName} max={30} onChange={(ruleName) => set({ ruleName })} />
      <Typed
        label="priority"
        value={String(rule.priority)}
        max={4}
        onChange={(text) => set({ priority: wholeOf(text) })}
      />
      <Chosen
        label="fieldKey"
        from={RULE_FIELD}
        value={rule.fieldKey}
        onChange={(fieldKey) =>
          set({ fieldKey, threshold: keptValue(fieldKey, typedValue(rule.fieldKey, rule.threshold)) })
        }
      />
      <Chosen label="operator" from={RULE_OPERATOR} value={rule.operator} onChange={(operator) => set({ operator })} />
      <Typed
        label={isMoney(rule.fieldKey) ? 'thresholdKes' : 'threshold'}
        value={typedValue(rule.fieldKey, rule.threshold)}
        max={128}
        onChange={(typed) => set({ threshold: keptValue(rule.fieldKey, typed) })}
      />
      <Chosen
        label="decision"
        from={RULE_DECISION}
        value={rule.decision}
        onChange={(decision) => set({ decision, ...(decision !== 'REFUSE' && { refuseCode: null, coolOffDays: 0 }) })}
      />
      {isRefusal && (
        <>
          <Typed
            label="refuseCode"
            value={rule.refuseCode ?? ''}
            max={32}
            onChange={(text) => set({ refuseCode: text === '' ? null : text })}
          />
          <Typed
            label="coolOffDays"
            value={String(rule.coolOffDays)}
            max={3}
            onChange={(text) => set({ coolOffDays: wholeOf(text) })}
          />
        </>
      )}
      <Chosen label="ruleType" from={RULE_TYPE} value={rule.ruleType} onChange={(ruleType) => set({ ruleType })} />
      {onRemove && (
        <Button
          size="small"
          variant="minimal"
          intent="danger"
          text={t('ruleSet.remove')}
          aria-label={t('ruleSet.removeOf', { place })}
          onClick={onRemove}
        />
      )}
      {rule.ruleName !== '' && !checked.success && (
        <p className="kp-note kp-note-wrong">{checked.error.issues[0]?.message ?? ''}</p>
      )}
    </section>
  );
}
