import { useText } from '@kituo/sdk';
import { useFactText } from '@kituo/sdk/page';
import './changes.css';

type Facts = Readonly<Record<string, unknown>>;

/** Each field that changes with what it was and what it will be. */
export function PlainFacts(props: { readonly before: Facts | null; readonly after: Facts | null }) {
  const t = useText();
  const factText = useFactText();
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
            {before !== null && <td>{factText(before[field], field)}</td>}
            <td>{factText(after[field], field)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
