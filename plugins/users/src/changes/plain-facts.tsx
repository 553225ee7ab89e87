import { canOpen, useText } from '@kituo/sdk';
import { useFactText } from '@kituo/sdk/page';
import { type Facts, hasNumbers, readable, useCodeWords, useNames } from './code-words.ts';
import './changes.css';

const USER_MANAGEMENT = '/AdminContent/UserSystem/UserManagement';

interface FactsProps {
  readonly before: Facts | null;
  readonly after: Facts | null;
  /** What a field is called; as the pages call it unless said otherwise. */
  readonly nameOf?: (field: string) => string;
}

/** Each field that changes with what it was and what it will be, in words. */
export function PlainFacts(props: FactsProps) {
  const isNamed = hasNumbers(props.after) && canOpen(USER_MANAGEMENT);
  return isNamed ? <NamedFacts {...props} /> : <CodedFacts {...props} />;
}

/** With the names of roles, merchants and places, which take the page of users to read. */
function NamedFacts(props: FactsProps) {
  return <FactsTable {...props} factText={useFactText(useNames())} />;
}

function CodedFacts(props: FactsProps) {
  return <FactsTable {...props} factText={useFactText(useCodeWords())} />;
}

function FactsTable(props: FactsProps & { readonly factText: (value: unknown, field: string) => string }) {
  const t = useText();
  const { factText, nameOf = (field) => t(`field.${field}`) } = props;
  const before = readable(props.before);
  const after = readable(props.after) ?? {};
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
            <th scope="row">{nameOf(field)}</th>
            {before !== null && <td>{factText(before[field], field)}</td>}
            <td>{factText(after[field], field)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
