import { Button } from '@blueprintjs/core';
import * as config from '../../contracts/platform/config.contract.ts';
import type { ReplyOf } from '../../contracts/endpoint.ts';
import { formatDate } from '../../format/dates.ts';
import { useFactText } from '../detail/history.tsx';
import { useKitText, usePluginText } from '../platform.ts';
import { useDetail } from '../use-detail.ts';
import { fieldsOfValue } from './versioned-family.ts';
import type { VersionedFamily, VersionStart } from './versioned-family.ts';

/** What the caller may see of a key, and whether they may change it. */
export type ConfigKey = ReplyOf<typeof config.keys>[number];

/** What holds now, a line each, with the way to change it. */
export function InForce(props: {
  readonly families: readonly { readonly family: VersionedFamily; readonly known: ConfigKey }[];
  readonly onChange: (start: VersionStart) => void;
}) {
  const kit = useKitText();
  return (
    <section className="kp-in-force" aria-label={kit('versions.now')}>
      <ul>
        {props.families.map((one) => (
          <Line key={one.family.configKey} {...one} onChange={props.onChange} />
        ))}
      </ul>
    </section>
  );
}

function Line(props: {
  readonly family: VersionedFamily;
  readonly known: ConfigKey;
  readonly onChange: (start: VersionStart) => void;
}) {
  const { family, known } = props;
  const { configKey, title, maySave } = known;
  const kit = useKitText();
  const t = usePluginText();
  const textOf = useFactText();
  const { subjectNo } = family;
  const own = useDetail(config.inForce, subjectNo === undefined ? null : { key: configKey, subjectNo });
  const value: unknown = subjectNo === undefined ? known.inForce : own.data?.value;
  const held = Object.entries(fieldsOfValue(family, value));
  const isAlone = held.length === 1;
  return (
    <li>
      <span className="kp-in-force-title">
        {title}
        {typeof own.data?.effectiveFrom === 'string' && (
          <span className="kp-muted"> {kit('versions.since', { day: formatDate(own.data.effectiveFrom) })}</span>
        )}
      </span>
      <span className="kp-in-force-value" data-on={value === true}>
        {value === null || value === undefined
          ? kit('versions.nothing')
          : held.map(([field, one], index) => (
              <span key={field}>
                {index > 0 && ' · '}
                {family.draw?.(field, one) ??
                  (isAlone ? textOf(one, field) : `${t(`field.${field}`)}: ${textOf(one, field)}`)}
              </span>
            ))}
      </span>
      {maySave && (
        <Button
          size="small"
          variant="outlined"
          text={kit('versions.change')}
          aria-label={kit('versions.changeOf', { name: title })}
          onClick={() => {
            props.onChange({ family, title, value });
          }}
        />
      )}
    </li>
  );
}
