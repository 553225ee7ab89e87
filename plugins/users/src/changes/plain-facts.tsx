import { useText } from '@kituo/sdk';
import './changes.css';

type Facts = Readonly<Record<string, unknown>>;

/** Each field that changes with what it was and what it will be. */
export function PlainFacts(props: { readonly before: Facts | null; readonly after: Facts | null }) {
  const t = useText();
  const { before } = props;
  const after = props.after ?? {};
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  return (
    <table className="change-facts">
      <thead>
        <tr>
          <th scope="col">{t('changes.field')}</th>
          {before !== null && <th scope="col">{t('changes.before')}</th>}
          <th scope="col">{t('changes.after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{t(`field.${field}`)}</th>
            {before !== null && <td>{textOfFact(before[field], t)}</td>}
            <td>{textOfFact(after[field], t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A fact as people read it: lists joined, records as `name value`. */
export function textOfFact(value: unknown, t: (key: string) => string): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return t(value ? 'changes.yes' : 'changes.no');
  if (Array.isArray(value)) {
    return value.length === 0 ? '-' : value.map((one) => textOfFact(one, t)).join(', ');
  }
  if (typeof value === 'object') {
    return Object.values(value)
      .map((one) => textOfFact(one, t))
      .join(' · ');
  }
  return String(value);
}
