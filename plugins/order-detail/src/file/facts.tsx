import { useText } from '@kituo/sdk';
import type { ReactNode } from 'react';

/** Names and values that are not columns of anything. */
export function Facts(props: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  const t = useText();
  return (
    <dl className="kp-description">
      {props.facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`field.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
