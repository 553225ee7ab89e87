import { Button, formatMoney, useText } from '@kituo/sdk';
import type { rules } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import { useEffect, useState } from 'react';
import type { RuleForm, RuleKind } from './rule-kind.ts';
import { RULES_TEXTS } from './rules-texts.ts';
import type { RuleActions } from './use-rule-actions.ts';
import './rules.css';

const isForm = (values: Readonly<Record<string, unknown>>): values is RuleForm => 'merchantNo' in values;

/** What the values of the form would do now, beside what the rule in force does. Saving asks for it. */
export function DryRun<Row extends rules.RuleRow>(props: {
  readonly endpoint: NonNullable<RuleKind<Row>['endpoints']['dryRun']>;
  readonly kind: RuleKind<Row>;
  readonly rule: Row | null;
  readonly actions: RuleActions<Row>;
}) {
  const { endpoint, kind, rule, actions } = props;
  const t = useText(RULES_TEXTS);
  const values = useFormValues();
  const merchantNo = isForm(values) ? values.merchantNo : null;
  const { merchantNo: _merchant, effectiveFrom: _day, reason: _why, ...own } = values;
  const value = kind.valueOf(own);
  const key = actions.keyOf(merchantNo ?? '', value);
  const [asked, setAsked] = useState<{ readonly key: string; readonly request: object } | null>(null);
  const tried = useDetail(endpoint, asked?.request ?? null);
  const { simulated } = actions;
  useEffect(() => {
    simulated.current = tried.data && asked ? { values: asked.key, token: tried.data.dryRunToken } : null;
  }, [simulated, asked, tried.data]);
  const isOf = asked?.key === key;
  return (
    <section className="ks-dry-run" aria-live="polite" aria-label={t('rule.dryRun')}>
      <Button
        text={t('rule.dryRun')}
        loading={tried.isLoading}
        disabled={merchantNo === null}
        onClick={() => {
          setAsked({ key, request: { merchantNo, value, ...(rule && { ruleId: rule.ruleId }) } });
        }}
      />
      {!isOf && <p className="kp-muted">{t(asked === null ? 'rule.dryRunHint' : 'rule.dryRunAgain')}</p>}
      {isOf && <Answered detail={tried}>{(found) => <Found kind={kind} found={found} />}</Answered>}
    </section>
  );
}

function Found<Row extends rules.RuleRow>(props: { readonly kind: RuleKind<Row>; readonly found: rules.DryRunReply }) {
  const { kind, found } = props;
  const t = useText();
  const own = useText(RULES_TEXTS);
  const { matched, considered, amountCents, matchedInForce, items } = found;
  const { outcomeWord = (outcome: string) => outcome } = kind;
  const word = (outcome: string | null) => (outcome === null ? '-' : outcomeWord(outcome));
  return (
    <>
      <p>
        {t(`${kind.name}.found`, {
          count: matched,
          considered,
          money: formatMoney(amountCents),
          inForce: matchedInForce,
        })}
      </p>
      {kind.foundMore?.(found)}
      {items.length > 0 && (
        <table className="ks-dry-run-items">
          <thead>
            <tr>
              <th scope="col">{own('rule.subjectNo')}</th>
              <th scope="col">{own('rule.amountCents')}</th>
              <th scope="col">{own('rule.now')}</th>
              <th scope="col">{own('rule.then')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.subjectNo} data-differs={item.outcome === item.outcomeInForce ? undefined : ''}>
                <th scope="row">{item.subjectNo}</th>
                <td>{formatMoney(item.amountCents)}</td>
                <td>{word(item.outcomeInForce)}</td>
                <td>{word(item.outcome)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
