import { useText } from '@kituo/sdk';
import type { Dictionary } from '@kituo/sdk/page';

/** Digits alone, as a number. */
export const wholeOf = (text: string): number => Number(text.replaceAll(/\D/g, '') || 0);

/** A line of text in an editor of lines. */
export function Typed(props: {
  readonly label: string;
  readonly value: string;
  readonly max: number;
  readonly onChange: (text: string) => void;
}) {
  const t = useText();
  return (
    <label>
      {t(`field.${props.label}`)}
      <input
        className="bp6-input bp6-fill"
        value={props.value}
        maxLength={props.max}
        onChange={({ target }) => {
          props.onChange(target.value);
        }}
      />
    </label>
  );
}

/** A code of a dictionary in an editor of lines. */
export function Chosen<Code extends string>(props: {
  readonly label: string;
  readonly from: Dictionary<Code>;
  readonly value: Code;
  readonly onChange: (code: Code) => void;
}) {
  const t = useText();
  return (
    <label>
      {t(`field.${props.label}`)}
      <select
        className="bp6-input bp6-fill"
        value={props.value}
        onChange={({ target }) => {
          const code = props.from.codes.find((one) => one === target.value);
          if (code !== undefined) props.onChange(code);
        }}
      >
        {props.from.codes.map((code) => (
          <option key={code} value={code}>
            {t(`${props.from.name}.${code}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
