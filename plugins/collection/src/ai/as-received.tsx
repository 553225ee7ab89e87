import { useText } from '@kituo/sdk';

/** A report's fields as they came; what the server hides stays hidden. */
export function AsReceived({
  fields,
}: {
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}) {
  const t = useText();
  if (fields.length === 0) return null;
  return (
    <section>
      <h3 className="kp-section-title">{t('aiCallBacks.fields')}</h3>
      <ul className="kp-facts">
        {fields.map(({ name, value }) => (
          <li key={name}>
            {name}: {value}
          </li>
        ))}
      </ul>
    </section>
  );
}
