import { Button, useText } from '@kituo/sdk';
import type { config, ReplyOf } from '@kituo/sdk/contracts';
import type { RuleRequest } from './use-policy-actions.ts';
import { linesOf } from './policy-fields.ts';
import './policy.css';

export type Rule = ReplyOf<typeof config.keys>[number];

/** What holds for everybody now, each rule with the way to change it. */
export function RulesNow(props: {
  readonly rules: readonly Rule[];
  readonly onChange: (request: RuleRequest) => void;
}) {
  const t = useText();
  return (
    <section className="house-now" aria-label={t('house.now')}>
      <ul>
        {props.rules.map(({ configKey, title, inForce, maySave }) => (
          <li key={configKey}>
            <span className="house-title">{title}</span>
            <span className="house-value" data-on={inForce === true}>
              {linesOf(inForce, t).join(' · ')}
            </span>
            {maySave && (
              <Button
                size="small"
                variant="outlined"
                text={t('house.change')}
                aria-label={t('house.changeOf', { name: title })}
                onClick={() => {
                  props.onChange({ configKey, title, value: inForce });
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
