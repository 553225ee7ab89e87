import { useText } from '@kituo/sdk';
import './rules.css';

interface Fact {
  readonly field: string;
  readonly before?: unknown;
  readonly after: unknown;
}

/** Fields with what they were and will be; without `isCompared` just what they are. */
export function FactsTable(props: {
  readonly facts: readonly Fact[];
  readonly isCompared: boolean;
}) {
  const t = useText();
  return (
    <table className="rules-facts">
      <thead>
        <tr>
          <th scope="col">{t('config.field')}</th>
          {props.isCompared && <th scope="col">{t('config.before')}</th>}
          <th scope="col">{t(props.isCompared ? 'config.after' : 'config.now')}</th>
        </tr>
      </thead>
      <tbody>
        {props.facts.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{nameOf(field, t)}</th>
            {props.isCompared && <td>{shown(before, t)}</td>}
            <td>{shown(after, t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** `3.answers` is "Step 4: answers"; plain fields have names of their own. */
function nameOf(field: string, t: Translate): string {
  const [place, ...rest] = field.split('.');
  if (place === undefined || !/^\d+$/.test(place)) return t(`config.value.${field}`);
  const step = t('config.step', { place: Number(place) + 1 });
  return rest.length === 0 ? step : `${step}: ${t(`config.value.${rest.join('.')}`)}`;
}

function shown(value: unknown, t: Translate): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return t(value ? 'config.yes' : 'config.no');
  if (Array.isArray(value)) return value.map((one) => shown(one, t)).join(', ') || '-';
  if (typeof value === 'object') {
    return Object.values(value)
      .map((one) => shown(one, t))
      .join(' · ');
  }
  return String(value);
}

/** A version's value, a line a field or a step. */
export function factsOf(value: unknown): Fact[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([field, after]) => ({ field, after }));
}
