import { useText } from '@kituo/sdk';
import { useFactsWords } from './facts-words.ts';
import './rules.css';

interface Fact {
  readonly field: string;
  readonly before?: unknown;
  readonly after: unknown;
}

/** Fields with what they were and will be; without `isCompared` just what they are. */
export function FactsTable(props: { readonly facts: readonly Fact[]; readonly isCompared: boolean }) {
  const t = useText();
  const { nameOf, shown } = useFactsWords();
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
            <th scope="row">{nameOf(field)}</th>
            {props.isCompared && <td>{shown(field, before)}</td>}
            <td>{shown(field, after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A version's value, a line a field or a step. */
export function factsOf(value: unknown): Fact[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([field, after]) => ({ field, after }));
}
