import { useText } from '@kituo/sdk';

type Parsed = { readonly value: unknown } | null;

function parse(text: string): Parsed {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** What the JSON says, name by name, as it is typed. */
export function JsonPreview(props: { readonly text: string }) {
  const t = useText();
  const parsed = parse(props.text);
  return (
    <div className="dictionary-json" aria-live="polite">
      <span className="kp-muted">{t('menus.preview')}</span>
      {parsed === null ? (
        <p className="kp-muted">{t(props.text.trim() === '' ? 'dictionary.jsonEmpty' : 'dictionary.jsonBroken')}</p>
      ) : (
        <JsonValue value={parsed.value} />
      )}
    </div>
  );
}

function JsonValue({ value }: { readonly value: unknown }) {
  if (typeof value !== 'object' || value === null) return <code>{JSON.stringify(value)}</code>;
  const isList = Array.isArray(value);
  return (
    <ul>
      {Object.entries(value).map(([name, held]) => (
        <li key={name}>
          <span className="kp-muted">{isList ? `${Number(name) + 1}.` : `${name}:`}</span> <JsonValue value={held} />
        </li>
      ))}
    </ul>
  );
}
