import './decide.css';
import type { ReactNode } from 'react';
import { useFactText } from '../detail/history.tsx';
import type { WordOf } from '../detail/history.tsx';
import { useKitText, usePluginText } from '../platform.ts';

export type Facts = Readonly<Record<string, unknown>>;

export interface DiffProps {
  /** Null where there was nothing before. */
  readonly before: Facts | null;
  readonly after: Facts;
  /** Fields in the form's order; those it does not name follow. */
  readonly order?: readonly string[];
  /** What codes are called. */
  readonly wordOf?: WordOf;
  /** What a field is called; the text `field.<name>` unless given. */
  readonly nameOf?: (field: string) => string;
  /** What fields within a record are called; without it the record's values stand alone. */
  readonly partName?: (part: string) => string;
  /** A value that words do not do for. Undefined leaves it to them. */
  readonly draw?: (field: string, value: unknown) => ReactNode;
}

/** Nothing before and nothing after is no change, whether or not the field was there. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The fields that differ; of the others only how many there are. */
export function DiffTable(props: DiffProps) {
  const { before, after, order = [], draw, partName } = props;
  const t = usePluginText();
  const kit = useKitText();
  const partOf = partName && ((part: string, text: string) => kit('form.part', { part: partName(part), text }));
  const textOf = useFactText(props.wordOf, partOf);
  const { nameOf = (field: string) => t(`field.${field}`) } = props;
  const known = new Set([...Object.keys(before ?? {}), ...Object.keys(after)]);
  const fields = [...new Set([...order.filter((field) => known.has(field)), ...known])];
  const differing = fields.filter((field) => before === null || !isSame(before[field], after[field]));
  const drawn = (field: string, value: unknown): ReactNode => draw?.(field, value) ?? textOf(value, field);
  const same = fields.length - differing.length;
  return (
    <>
      {differing.length > 0 && (
        <table className="kp-diff">
          <thead>
            <tr>
              <th scope="col">{kit('decide.field')}</th>
              {before !== null && <th scope="col">{kit('decide.before')}</th>}
              <th scope="col">{kit('decide.after')}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => (
              <tr key={field}>
                <th scope="row">{nameOf(field)}</th>
                {before !== null && <td className="kp-diff-before">{drawn(field, before[field])}</td>}
                <td>{drawn(field, after[field])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {differing.length === 0 && <p className="kp-muted">{kit('decide.nothing')}</p>}
      {differing.length > 0 && same > 0 && <p className="kp-muted">{kit('decide.same', { count: same })}</p>}
    </>
  );
}
